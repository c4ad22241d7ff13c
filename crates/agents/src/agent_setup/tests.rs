use proptest::prelude::*;

use super::*;
use crate::agent::Agent;
use crate::agent::event::AgentEvent;
use crate::agent::row::Row;

/// The row of the agent of a name.
fn row(name: &str) -> &'static Row {
    name.parse::<Agent>().unwrap().row()
}

/// The entries of a file that holds both servers and hooks.
fn both() -> Vec<Entry> {
    let gemini = row("gemini");
    let mut entries = vec![gemini.server()];
    entries.extend(gemini.hook_entries(true));
    entries
}

/// Puts entries in and takes them out again, each time as it should be.
#[track_caller]
fn comes_and_goes(format: Format, before: &str, entries: &[Entry]) -> String {
    let after = put(format, before, entries).unwrap_or_else(|unfit| panic!("{before:?}: {unfit}"));
    let found = look(format, &after, entries).unwrap();
    assert!(found.iter().all(|it| *it == Found::Ours), "{before:?}");
    assert_eq!(
        put(format, &after, entries).unwrap(),
        after,
        "twice is once"
    );
    let left = take_out(format, &after, entries);
    assert_eq!(left, Ok(Some(before.to_owned())), "{after}");
    after
}

/// Files as people write them by hand, and as programs leave them.
const JSON: [&str; 19] = [
    "{}",
    "{ }",
    "{}\n",
    "{\n}\n",
    "{\n\n}",
    "{\"a\":1}",
    "{ \"a\" : 1 }\n",
    "{\n  \"a\": 1\n}\n",
    "{\n\t\"a\": {\n\t\t\"b\": []\n\t}\n}",
    "{\r\n    \"a\": 1,\r\n    \"b\": [1, 2]\r\n}\r\n",
    "{\n  \"mcpServers\": {}\n}\n",
    "{\n  \"mcpServers\": {\n  }, \"hooks\": {}\n}\n",
    "{\"mcpServers\": {\"other\": {\"command\": \"x\"}}}",
    "{\n  \"mcpServers\": {\n    \"other\": {\"command\": \"x\"}\n  },\n  \
     \"hooks\": {\"SessionStart\": []}\n}",
    "{\n  \"hooks\": {\n    \"SessionStart\": [\n      {\"hooks\": [{\"type\": \"command\", \
     \"command\": \"ls\"}]}\n    ]\n  }\n}\n",
    "\u{feff}{\n  \"a\": \"\u{e9} // no comment, /* either\"\n}\n",
    "{\n  \"a\": 1}",
    "{\"a\": 1,\n \"b\": 2\n}\n",
    "\n\n{\n  \"a\" : [\n  ]\n}\n\n",
];

const WITH_COMMENTS: [&str; 11] = [
    "// mine\n{\n  // none yet\n}\n",
    "{ // none yet\n}\n",
    "{ /* none */ }",
    "{\n  \"a\": 1, // one\n}\n",
    "{\n  \"a\": 1 // one\n}\n",
    "{\"a\": 1 // one\n}\n",
    "{\"a\": 1, /* one */}",
    "{\n  \"mcpServers\": { // all of them\n    \"other\": {}, /* a\n    b */\n  },\n}\n// end",
    "{\n  /* x */ \"a\": 1 /* y */ , // z\n\n}\n",
    "{\r\n\t\"hooks\": { // h\r\n\t},\r\n}\r\n",
    "{\n  // \"mcpServers\": {}\n  \"mcpServers\": /* here */ {\n    // nothing\n  }\n}\n",
];

#[test]
fn entries_come_and_go_without_a_trace() {
    for before in JSON {
        comes_and_goes(Format::Json, before, &both());
        comes_and_goes(Format::JsonWithComments, before, &both());
    }
    for before in WITH_COMMENTS {
        comes_and_goes(Format::JsonWithComments, before, &both());
        assert!(put(Format::Json, before, &both()).is_err(), "{before}");
    }
}

#[test]
fn what_comes_in_looks_like_its_file() {
    let claude = [row("claude").server()];
    for (before, after) in [
        (
            "{\n\t\"mcpServers\": {\n\t\t\"other\": {} // theirs\n\t}\n}\n",
            "{\n\t\"mcpServers\": {\n\t\t\"other\": {}, // theirs\n\t\t\"git-memory\": {\n\t\t\t\
             \"command\": \"git-memory\",\n\t\t\t\"args\": [\"mcp\"]\n\t\t}\n\t}\n}\n",
        ),
        (
            "{\"a\": 1}",
            "{\"a\": 1, \"mcpServers\": {\"git-memory\": {\"command\": \"git-memory\", \"args\": \
             [\"mcp\"]}}}",
        ),
        (
            "{\r\n  \"a\": 1,\r\n}",
            "{\r\n  \"a\": 1,\r\n  \"mcpServers\": {\r\n    \"git-memory\": {\r\n      \
             \"command\": \"git-memory\",\r\n      \"args\": [\"mcp\"]\r\n    }\r\n  },\r\n}",
        ),
    ] {
        let put = comes_and_goes(Format::JsonWithComments, before, &claude);
        assert_eq!(put, after);
    }
}

#[test]
fn nothing_of_ours_is_left_in_a_file_that_is_made_for_it() {
    for row in Agent::all().map(Agent::row) {
        let servers = [row.server()];
        let made = fresh(row.servers.format, &servers, row.servers.beside).unwrap();
        let left = take_out(row.servers.format, &made, &servers).unwrap();
        let empty = match row.servers.format {
            Format::Toml => "",
            // It writes this into any file that lacks it.
            Format::JsonWithComments if row.name == "opencode" => {
                "{\n  \"$schema\": \"https://opencode.ai/config.json\"\n}\n"
            }
            Format::Json | Format::JsonWithComments => "{\n}\n",
            Format::Script => panic!("no server is a script"),
        };
        assert_eq!(left.as_deref(), Some(empty), "{made}");
        let hooks = row.hook_entries(true);
        let Some(file) = row.hooks else {
            assert_eq!(hooks, []);
            continue;
        };
        let made = fresh(file.format, &hooks, row.beside_hooks()).unwrap();
        let left = take_out(file.format, &made, &hooks).unwrap().unwrap();
        let beside = !row.beside_hooks().is_empty();
        assert_eq!(left.contains("\"version\": 1"), beside, "{made}");
        assert!(!left.contains("hooks"), "{left}");
        let found = look(file.format, &made, &hooks).unwrap();
        assert!(found.iter().all(|found| *found == Found::Ours), "{made}");
    }
}

#[test]
fn what_somebody_changed_is_not_ours() {
    let claude = row("claude");
    let hook = &claude.hook_entries(true)[..1];
    let in_list = |hook: &str| format!("{{\"hooks\": {{\"SessionStart\": [{hook}]}}}}");
    let group = |command: &str| in_list(&format!("{{\"hooks\": [{{\"command\": {command:?}}}]}}"));
    let ours = "git-memory hook session-start --agent claude";
    let former = format!(
        "{{\"hooks\": [{{\"type\": \"command\", \"command\": {ours:?}, \"timeout\": 5}}]}}"
    );
    for (text, found) in [
        (in_list(&former), Found::Ours),
        (group(ours), Found::Alike),
        (group(&format!("{ours} --strict")), Found::Alike),
        (
            group(&format!("command -v git-memory && {ours}")),
            Found::Alike,
        ),
        (
            group("git memory hook session-start"),
            Found::Other(
                "{\"hooks\": [{\"command\": \"git memory hook session-start\"}]}".to_owned(),
            ),
        ),
        (group("git-memory hook session-end"), Found::Missing),
        (group("echo git-memory"), Found::Missing),
    ] {
        assert_eq!(look(Format::Json, &text, hook), Ok(vec![found]), "{text}");
    }
    // It would run twice, and nothing tells which of the two came from us.
    let once = put(Format::Json, "{}", hook).unwrap();
    let [start, end] = [once.find('[').unwrap() + 1, once.rfind(']').unwrap()];
    let item = &once[start..end];
    let twice = format!("{}{item},{item}{}", &once[..start], &once[end..]);
    let refused = look(Format::Json, &twice, hook);
    assert_eq!(refused, Err(Unfit::Twice(ours.to_owned())));
    // By its lines alone a table is known as ours.
    let codex = [row("codex").server()];
    let quoted = "[mcp_servers.\"git-memory\"]\ncommand = \"git-memory\"\nargs = [\"mcp\"]\n";
    assert_eq!(look(Format::Toml, quoted, &codex), Ok(vec![Found::Alike]));
    let server = [claude.server()];
    for (value, found) in [
        (
            "{\"args\": [\"mcp\"], \"command\": \"git-memory\"}",
            Found::Ours,
        ),
        (
            "{\"args\": [\"mcp\"], \"command\": \"git-memory\", \"env\": {\"A\": \"b\"}}",
            Found::Alike,
        ),
        (
            "{\"type\": \"sse\", \"args\": [\"mcp\"], \"command\": \"git-memory\"}",
            Found::Alike,
        ),
        // The keys that 'claude mcp add' writes besides say nothing more.
        (
            "{\"type\": \"stdio\", \"command\": \"git-memory\", \"args\": [\"mcp\"], \"env\": {}}",
            Found::Ours,
        ),
        (
            "{\"command\": \"/opt/git-memory\"}",
            Found::Other("{\"command\": \"/opt/git-memory\"}".to_owned()),
        ),
        ("null", Found::Other("null".to_owned())),
    ] {
        let text = format!("{{\"mcpServers\": {{\"git-memory\": {value}}}}}");
        assert_eq!(look(Format::Json, &text, &server), Ok(vec![found]));
    }
}

#[test]
fn a_name_of_rules_comes_into_the_list_that_is_there() {
    let word = [row("gemini").rule_name().unwrap()];
    for (before, after) in [
        ("{ }", "\"fileName\": [\"AGENTS.md\", \"GEMINI.md\"]"),
        (
            "{\"context\": {\"x\": 1}}",
            "\"fileName\": [\"AGENTS.md\", \"GEMINI.md\"]",
        ),
        (
            "{\"context\": {\"fileName\": [\"A.md\"]}}",
            "\"fileName\": [\"A.md\", \"AGENTS.md\"]",
        ),
        ("{\"context\": {\"fileName\": []}}", "\"AGENTS.md\""),
    ] {
        let put = comes_and_goes(Format::JsonWithComments, before, &word);
        assert!(put.contains(after), "{put}");
    }
    for there in ["\"A.md\"", "[\"AGENTS.md\", \"A.md\"]"] {
        let text = format!("{{\"context\": {{\"fileName\": {there}}}}}");
        let found = look(Format::JsonWithComments, &text, &word);
        assert_eq!(found, Ok(vec![Found::Alike]));
        let put = put(Format::JsonWithComments, &text, &word);
        assert_eq!(put, Ok(text));
    }
}

#[test]
fn what_chooses_the_program_under_our_name_is_an_impostor() {
    let [claude, codex] = ["claude", "codex"].map(|agent| [row(agent).server()]);
    let hook = &row("claude").hook_entries(true)[..1];
    let ours = "\"command\": \"git-memory\", \"args\": [\"mcp\"]";
    let server = |value: &str| format!("{{\"mcpServers\": {{\"git-memory\": {{{value}}}}}}}");
    let in_hook = |more: &str| {
        let run = "\"command\": \"git-memory hook session-start --agent claude\"";
        format!("{{\"hooks\": {{\"SessionStart\": [{{\"hooks\": [{{{run}{more}}}]}}]}}}}")
    };
    let table = "[mcp_servers.git-memory]\ncommand = \"git-memory\"\nargs = [\"mcp\"]\n";
    for (format, text, entries, is_one) in [
        (
            Format::Json,
            server(&format!("{ours}, \"env\": {{\"A\": \"b\"}}")),
            &claude[..],
            false,
        ),
        (
            Format::Json,
            server(&format!("{ours}, \"env\": {{\"Path\": \"b\"}}")),
            &claude,
            true,
        ),
        (
            Format::Json,
            server(&format!("{ours}, \"envFile\": \".env\"")),
            &claude,
            true,
        ),
        (
            Format::Json,
            server("\"command\": \"./git-memory\", \"args\": [\"mcp\"]"),
            &claude,
            true,
        ),
        (Format::Json, in_hook(""), hook, false),
        (
            Format::Json,
            in_hook(", \"env\": {\"LD_PRELOAD\": \"x.so\"}"),
            hook,
            true,
        ),
        (
            Format::Toml,
            format!("{table}env = {{ A = \"b\" }}\n"),
            &codex,
            false,
        ),
        (
            Format::Toml,
            format!("{table}env = {{ PATH = \"b\" }}\n"),
            &codex,
            true,
        ),
    ] {
        let found = look(format, &text, entries).unwrap();
        assert_eq!(
            matches!(found[0], Found::Impostor(_)),
            is_one,
            "{text}: {found:?}"
        );
    }
}

#[test]
fn no_hook_asks_for_more_time_than_its_agent_grants() {
    let timeouts = |agent| {
        let made = fresh(Format::Json, &row(agent).hook_entries(true), &[]).unwrap();
        let made: serde_json::Value = serde_json::from_str(&made).unwrap();
        ["SessionStart", "PreCompact", "SessionEnd"]
            .map(|event| made["hooks"][event][0]["hooks"][0]["timeout"].clone())
    };
    assert_eq!(timeouts("claude"), [5, 10, 10]);
    assert_eq!(timeouts("codex"), [5, 10, 3]);
    assert!(AgentEvent::ALL.iter().all(|event| event.patience() < 5000));
    assert!(AgentEvent::SessionEnd.patience() < 3000);
}

#[test]
fn what_cannot_be_changed_safely_is_refused() {
    let claude = [row("claude").server()];
    let deep = "[".repeat(100_000);
    for (format, text, why) in [
        (Format::Json, "", "is not valid JSON: it is empty"),
        (Format::Json, "not json", "is not valid JSON: Unexpected"),
        (
            Format::Json,
            "{\"a\": 1,}",
            "is not valid JSON: Trailing commas",
        ),
        (Format::Json, "// c\n{}", "is not valid JSON: Comments"),
        (
            Format::Json,
            "{\"a\": \"\0\"}",
            "is not valid JSON: it holds a NUL byte",
        ),
        (
            Format::Json,
            deep.as_str(),
            "is not valid JSON: Maximum nesting",
        ),
        (Format::Json, "[]", "does not hold an object"),
        (
            Format::Json,
            "{\"mcpServers\": []}",
            "has something else than an object or a list as 'mcpServers'",
        ),
        (
            Format::Json,
            "{\"mcpServers\": {}, \"mcpServers\": {}}",
            "has 'mcpServers' twice",
        ),
        (
            Format::Json,
            "{\"mcpServers\": {\"git-memory\": 1, \"git-memory\": 2}}",
            "has 'git-memory' twice",
        ),
        (
            Format::JsonWithComments,
            "{\"a\" 1}",
            "is not valid JSON with comments",
        ),
    ] {
        let refused = put(format, text, &claude).unwrap_err().to_string();
        assert!(refused.starts_with(why), "{refused}");
    }
    let codex = [row("codex").server()];
    for (text, why) in [
        ("a = ", "is not valid TOML"),
        ("a = 1\na = 2", "is not valid TOML"),
        (
            "mcp_servers = 1",
            "has something else than an object or a list as 'mcp_servers'",
        ),
        (
            "mcp_servers = { other = { command = \"x\" } }\n",
            "is in a form that git-memory does not change",
        ),
    ] {
        let refused = put(Format::Toml, text, &codex).unwrap_err().to_string();
        assert!(refused.starts_with(why), "{refused}");
    }
}

/// Codex's settings, as people write them.
const TOML: [&str; 9] = [
    "",
    "\n",
    "model = \"o3\"",
    "model = \"o3\" # best\r\n\r\n[mcp_servers.other]\r\ncommand = \"x\"\r\n",
    "# mine\n[mcp_servers]\n",
    "[mcp_servers.other]\ncommand = \"x\"\n\n\n",
    "[a]\nb = '''\n[mcp_servers.git-memory]\ncommand = \"git-memory\"\n'''\n",
    "b = '''\n[mcp_servers.git-memory]\ncommand = \"git-memory\"\nargs = [\"mcp\"]\n'''\n",
    "\u{feff}[[a]]\nb = 1",
];

#[test]
fn a_table_comes_and_goes_without_a_trace() {
    let entries = [row("codex").server()];
    for before in TOML {
        let after = comes_and_goes(Format::Toml, before, &entries);
        // A person goes on writing behind it.
        let more = format!("{after}\n[later]\na = 1\n");
        let Ok(Some(left)) = take_out(Format::Toml, &more, &entries) else {
            panic!("{more}");
        };
        assert!(left.ends_with("\n[later]\na = 1\n"), "{left}");
        assert!(left.starts_with(before), "{left}");
    }
}

#[test]
fn other_entries_and_comments_stay_whatever_is_done_around_ours() {
    let entries = both();
    let after = put(Format::JsonWithComments, "{\n  \"a\": 1\n}\n", &entries).unwrap();
    let edited = after
        .replace(
            "\"mcpServers\": {",
            "\"mcpServers\": { // mine\n    \"x\": {},",
        )
        .replace("\n  \"hooks\"", "\n  // hooks\n  \"hooks\"")
        .replacen("\n}\n", ",\n  \"z\": 1\n}\n", 1);
    let Ok(Some(left)) = take_out(Format::JsonWithComments, &edited, &entries) else {
        panic!("{edited}");
    };
    assert_eq!(
        left,
        "{\n  \"a\": 1,\n  \"mcpServers\": { // mine\n    \"x\": {}\n  },\n  // hooks\n  \"z\": \
         1\n}\n"
    );
}

#[test]
fn a_comment_above_ours_never_swallows_what_is_written_behind_it() {
    let server = [row("claude").server()];
    let after = put(Format::JsonWithComments, "{ // mine\n}", &server).unwrap();
    let edited = after.replacen("\n\n}", ", \"z\": 1\n}", 1);
    let left = take_out(Format::JsonWithComments, &edited, &server);
    assert_eq!(left, Ok(Some("{ // mine\n   \"z\": 1\n}".to_owned())));
}

/// A JSON text of odd form: nested objects and lists, any line ends and comments between.
fn text() -> impl Strategy<Value = String> {
    let gap = prop_oneof![
        Just(""),
        Just(" "),
        Just("\n"),
        Just("\n  "),
        Just("\r\n\t"),
        Just("  \n\n "),
    ];
    let leaf = prop_oneof![
        Just("1".to_owned()),
        Just("1 /* // */".to_owned()),
        Just("\"a // {\"".to_owned())
    ];
    let keys = ["mcpServers", "hooks", "SessionStart", "other"];
    let value = leaf.prop_recursive(4, 24, 3, move |inner| {
        let item = (gap.clone(), inner.clone(), gap.clone());
        let list = (prop::collection::vec(item, 0..3), gap.clone()).prop_map(|(items, end)| {
            let items: Vec<String> = items
                .into_iter()
                .map(|(a, value, b)| format!("{a}{value}{b}"))
                .collect();
            format!("[{}{end}]", items.join(","))
        });
        let member = (gap.clone(), 0..4_usize, gap.clone(), inner, gap.clone());
        let object =
            (prop::collection::vec(member, 0..4), gap.clone()).prop_map(move |(members, end)| {
                let members: Vec<String> = members
                    .into_iter()
                    .map(|(a, key, b, value, c)| format!("{a}{:?}{b}:{value}{c}", keys[key]))
                    .collect();
                format!("{{{}{end}}}", members.join(","))
            });
        prop_oneof![object, list]
    });
    let ends = prop_oneof![Just(""), Just("\n"), Just("\r\n"), Just("\n\n")];
    (value, ends).prop_map(|(value, end)| format!("{value}{end}"))
}

proptest! {
    #[test]
    fn any_text_gets_its_bytes_back(before in text()) {
        let entries = both();
        for format in [Format::Json, Format::JsonWithComments] {
            let Ok(after) = put(format, &before, &entries) else { continue };
            prop_assert_eq!(
                take_out(format, &after, &entries),
                Ok(Some(before.clone())),
                "{}", after
            );
        }
    }
}
