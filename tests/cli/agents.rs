//! `git memory agents`.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::common::{Answer, World, ends, has, lacks};
use git_memory_text::limits;

/// Every agent, its file of servers in a project, and the keys that lead to ours.
const PROJECT: [(&str, &str, &str); 9] = [
    ("claude", ".mcp.json", "/mcpServers/git-memory/command"),
    ("codex", ".codex/config.toml", ""),
    (
        "cursor",
        ".cursor/mcp.json",
        "/mcpServers/git-memory/command",
    ),
    (
        "gemini",
        ".gemini/settings.json",
        "/mcpServers/git-memory/command",
    ),
    (
        "copilot",
        ".github/mcp.json",
        "/mcpServers/git-memory/command",
    ),
    ("vscode", ".vscode/mcp.json", "/servers/git-memory/command"),
    ("opencode", "opencode.json", "/mcp/git-memory/command/0"),
    (
        "zed",
        ".zed/settings.json",
        "/context_servers/git-memory/command",
    ),
    (
        "amp",
        ".amp/settings.json",
        "/amp.mcpServers/git-memory/command",
    ),
];

/// Every agent, and its file of servers below the home.
const USER: [(&str, &str); 10] = [
    ("claude", ".claude.json"),
    ("codex", ".codex/config.toml"),
    ("cursor", ".cursor/mcp.json"),
    ("gemini", ".gemini/settings.json"),
    ("copilot", ".copilot/mcp-config.json"),
    ("vscode", ".config/Code/User/mcp.json"),
    ("opencode", ".config/opencode/opencode.json"),
    ("windsurf", ".codeium/windsurf/mcp_config.json"),
    ("zed", ".config/zed/settings.json"),
    ("amp", ".config/amp/settings.json"),
];

fn agents(world: &World, words: &str) -> Answer {
    world.memory(["agents"].into_iter().chain(words.split(' ')))
}

fn home(world: &World, path: &str) -> PathBuf {
    world.root().join("home").join(path)
}

fn value(world: &World, path: &str) -> Value {
    serde_json::from_str(&world.read(path)).unwrap()
}

/// The top of the work tree.
fn top(world: &World) -> PathBuf {
    let top = world.git("rev-parse --show-toplevel").ok();
    PathBuf::from(top.trim_end())
}

/// The untracked and changed files of the work tree.
fn untracked(world: &World) -> String {
    world.git("status --short -uall").ok()
}

#[test]
fn every_agent_gets_its_file_in_the_project_and_gives_it_back() {
    let world = World::with_memory();
    let before = untracked(&world);
    for (agent, file, pointer) in PROJECT {
        let out = agents(&world, &format!("install {agent}")).ok();
        has(&out, &format!("{agent:<8}  created    {file}: MCP server"));
        if pointer.is_empty() {
            let server = "[mcp_servers.git-memory]\ncommand = \"git-memory\"\nargs = [\"mcp\"]\n";
            assert_eq!(world.read(file), server);
        } else {
            let written = value(&world, file);
            assert_eq!(written.pointer(pointer), Some(&json!("git-memory")));
        }
        let again = agents(&world, &format!("install {agent}")).ok();
        let unchanged = again.matches("  unchanged  ").count();
        assert_eq!(unchanged, again.lines().count(), "{again}");
        agents(&world, &format!("uninstall {agent}")).ok();
        assert_eq!(untracked(&world), before, "{agent}");
    }
}

#[test]
fn an_agent_whose_user_has_its_servers_gets_its_hooks_in_the_project() {
    let world = World::with_memory();
    let before = untracked(&world);
    let out = agents(&world, "install windsurf --project").ok();
    assert_eq!(out, "windsurf  created    .windsurf/hooks.json: hooks\n");
    agents(&world, "uninstall windsurf --project").ok();
    assert_eq!(untracked(&world), before);
}

#[test]
fn every_agent_gets_its_file_in_the_home_outside_of_any_repository() {
    let mut world = World::empty();
    fs::create_dir(world.root().join("plain")).unwrap();
    let plain = world.root().join("plain");
    world.at(plain);
    let held = |world: &World| world.shell("find \"$HOME\" -mindepth 1 | sort").ok();
    // Other programs have one, too.
    fs::create_dir(home(&world, ".config")).unwrap();
    let before = held(&world);
    for (agent, file) in USER {
        agents(&world, &format!("install {agent} --user")).ok();
        let text = fs::read_to_string(home(&world, file)).unwrap();
        assert!(text.contains("git-memory"), "{file}: {text}");
        let status = agents(&world, &format!("status {agent}")).ok();
        assert!(status.contains("installed"), "{status}");
        agents(&world, &format!("uninstall {agent} --user")).ok();
        assert_eq!(held(&world), before, "{agent}");
    }
    let err = agents(&world, "install claude").fails(128);
    assert!(err.contains("not a git repository"), "{err}");
}

/// Runs a hook's command where the program is missing: it must not fail.
#[track_caller]
fn passes_without_the_program(world: &World, command: &Value) {
    let line = format!("PATH=/nowhere; {}", command.as_str().unwrap());
    world.shell(&line).says_nothing();
}

#[test]
fn hooks_come_with_the_server_where_the_agent_has_them() {
    let world = World::with_memory();
    agents(&world, "install claude cursor gemini codex").ok();
    for (file, event, timeout) in [
        (".claude/settings.json", "SessionStart", 5),
        (".codex/hooks.json", "SubagentStart", 5),
        (".gemini/settings.json", "PreCompress", 10_000),
    ] {
        let hook = &value(&world, file)["hooks"][event][0]["hooks"][0];
        assert_eq!(hook["type"], "command", "{file}");
        assert_eq!(hook["timeout"], timeout, "{file}");
        has(hook["command"].as_str().unwrap(), "git-memory hook ");
    }
    // Another agent reads the file, too, and takes a hook that fails for a denial.
    let hook = &value(&world, ".claude/settings.json")["hooks"]["PreToolUse"][0]["hooks"][0];
    passes_without_the_program(&world, &hook["command"]);
    let cursor = value(&world, ".cursor/hooks.json");
    assert_eq!(cursor["version"], 1);
    let expected = json!([{"command": "git-memory hook user-prompt --agent cursor", "timeout": 5}]);
    assert_eq!(cursor["hooks"]["beforeSubmitPrompt"], expected);
}

#[test]
fn hooks_of_copilot_never_deny_a_call_for_want_of_the_program() {
    let world = World::with_memory();
    agents(&world, "install copilot vscode").ok();
    for (agent, file) in [
        ("copilot", ".github/hooks/git-memory.json"),
        ("vscode", ".github/hooks/git-memory-vscode.json"),
    ] {
        let hooks = value(&world, file);
        assert_eq!(hooks["version"], 1);
        let call = &hooks["hooks"]["preToolUse"][0];
        let run = format!("git-memory hook pre-tool-use --agent {agent}");
        assert_eq!(call["type"], "command");
        assert_eq!(call["timeout"], 5);
        let said = call["powershell"].as_str().unwrap();
        has(said, &format!("{{ {run} }}; exit 0"));
        ends(call["bash"].as_str().unwrap(), &format!("{run} || true"));
        passes_without_the_program(&world, &call["bash"]);
    }
}

#[test]
fn hooks_of_windsurf_are_the_users() {
    let world = World::with_memory();
    let windsurf = home(&world, ".codeium/windsurf/hooks.json");
    agents(&world, "install windsurf").ok();
    let hooks: Value = serde_json::from_str(&fs::read_to_string(windsurf).unwrap()).unwrap();
    let expected = json!([{"command": "git-memory hook pre-tool-use --agent windsurf"}]);
    assert_eq!(hooks["hooks"]["pre_write_code"], expected);
}

#[test]
fn variables_say_where_the_files_of_a_user_are() {
    let mut world = World::with_memory();
    for (variable, agent, file) in [
        ("CLAUDE_CONFIG_DIR", "claude", ".claude.json"),
        ("CODEX_HOME", "codex", "config.toml"),
        ("GEMINI_CLI_HOME", "gemini", ".gemini/settings.json"),
        ("COPILOT_HOME", "copilot", "mcp-config.json"),
        ("COPILOT_HOME", "copilot", "hooks/git-memory.json"),
        ("XDG_CONFIG_HOME", "zed", "zed/settings.json"),
    ] {
        let folder = world.root().join(format!("elsewhere-{agent}"));
        world.set(variable, folder.to_str().unwrap());
        agents(&world, &format!("install {agent} --user")).ok();
        assert!(folder.join(file).is_file(), "{variable}");
        agents(&world, &format!("uninstall {agent} --user")).ok();
        assert!(!folder.join(file).exists(), "{variable}");
    }
}

/// Files as people write them, each with the agent whose file it is.
const WRITTEN: [(&str, &str, &str); 8] = [
    (
        "vscode",
        ".vscode/mcp.json",
        "\u{feff}{\r\n\t// ours\r\n\t\"servers\": {\r\n\t\t\"other\": { \"command\": \"x\", }, // \
         theirs\r\n\t},\r\n}\r\n",
    ),
    (
        "zed",
        ".zed/settings.json",
        "// Folder-specific settings\n//\n{\n}",
    ),
    (
        "claude",
        ".claude/settings.json",
        "{\"permissions\":{\"allow\":[\"Bash(ls:*)\"]},\"hooks\":{\"Stop\":[]}}",
    ),
    (
        "gemini",
        ".gemini/settings.json",
        "{\n    \"ui\": {}, /* dark */\n    \"mcpServers\": {}\n}\n",
    ),
    (
        "codex",
        ".codex/config.toml",
        "model = \"o3\" # mine\n\n[mcp_servers.other]\ncommand = \"x\"",
    ),
    (
        "copilot",
        ".github/hooks/git-memory.json",
        "{\n  \"version\": 1,\n  \"hooks\": {\n    \"preToolUse\": [\n      {\"type\": \"command\", \
         \"bash\": \"./check\"}\n    ]\n  }\n}\n",
    ),
    (
        "windsurf --project",
        ".windsurf/hooks.json",
        "{\"hooks\": {\"pre_read_code\": [{\"command\": \"x\", \"show_output\": true}]}, \"x\": 1}",
    ),
    (
        "amp",
        ".amp/settings.jsonc",
        "{\n  // Amp\n  \"amp.showCosts\": true\n}\n",
    ),
];

#[test]
fn hand_written_files_get_their_bytes_back() {
    let world = World::with_memory();
    for (named, file, text) in WRITTEN {
        world.write(file, text);
        let agent = named.split(' ').next().unwrap();
        let out = agents(&world, &format!("install {named}")).ok();
        has(&out, &format!("{agent:<8}  changed    {file}"));
        assert!(
            world
                .read(file)
                .contains(text.trim_end_matches(['}', '\r', '\n', ',']).trim_end())
                || ["claude", "copilot", "windsurf"].contains(&agent),
            "{}",
            world.read(file)
        );
        let out = agents(&world, &format!("uninstall {named}")).ok();
        has(&out, &format!("{agent:<8}  changed    {file}"));
        assert_eq!(world.read(file), text, "{file}");
    }
}

#[test]
fn a_file_that_install_did_not_make_is_never_removed() {
    let world = World::with_memory();
    let entry = "{\"mcpServers\":{\"git-memory\":{\"args\":[\"mcp\"],\"command\":\"git-memory\"}}}";
    agents(&world, "install claude codex").ok();
    let (made, table) = (world.read(".mcp.json"), world.read(".codex/config.toml"));
    for (agent, file, text, left) in [
        ("claude", ".mcp.json", entry, "{}"),
        ("claude", ".mcp.json", &format!("{made}\n"), "{\n}\n\n"),
        ("codex", ".codex/config.toml", &format!("{table}\n"), "\n"),
    ] {
        world.write(file, text);
        let again = agents(&world, &format!("install {agent}")).ok();
        assert!(again.contains(&format!("unchanged  {file}")), "{again}");
        let out = agents(&world, &format!("uninstall {agent}")).ok();
        assert!(out.contains(&format!("changed    {file}")), "{out}");
        assert_eq!(world.read(file), left);
    }
}

#[test]
fn a_file_that_was_there_before_is_never_removed() {
    let mut world = World::with_memory();
    world.write(".mcp.json", "{\n}\n");
    world.commit("Before");
    agents(&world, "install claude codex").ok();
    world.git("add .codex/config.toml").ok();
    world.at(top(&world).join("memory"));
    let out = agents(&world, "uninstall claude codex").ok();
    assert!(out.contains("claude    changed    .mcp.json"), "{out}");
    assert!(out.contains("removed    .claude/settings.json"), "{out}");
    assert_eq!(world.read("../.mcp.json"), "{\n}\n");
    assert!(!world.has("../.codex/config.toml"));
}

#[test]
fn a_file_that_we_made_and_a_team_committed_goes() {
    let world = World::with_memory();
    agents(&world, "install claude codex").ok();
    world.commit("Agents");
    agents(&world, "uninstall claude codex").ok();
    for file in [".mcp.json", ".claude/settings.json", ".codex/config.toml"] {
        assert!(!world.has(file), "{file}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_is_never_left_without_its_file() {
    use std::os::unix::fs::symlink;
    let world = World::with_memory();
    agents(&world, "install claude").ok();
    let top = top(&world);
    fs::rename(top.join(".mcp.json"), top.join("ours.json")).unwrap();
    symlink("ours.json", top.join(".mcp.json")).unwrap();
    agents(&world, "uninstall claude").ok();
    assert_eq!(world.read("ours.json"), "{\n}\n");
    // A folder that is a link leads to what was there, too.
    world.write("config/mcp.json", "{\n}\n");
    world.commit("Before");
    symlink("config", top.join(".cursor")).unwrap();
    agents(&world, "install cursor").ok();
    agents(&world, "uninstall cursor").ok();
    assert_eq!(world.read("config/mcp.json"), "{\n}\n");
    assert!(!world.has("config/hooks.json"));
}

#[test]
fn an_entry_that_chooses_what_runs_is_named_as_not_ours() {
    let world = World::with_memory();
    let entry =
        "{\"command\": \"git-memory\", \"args\": [\"mcp\"], \"env\": {\"PATH\": \"./bin\"}}";
    world.write(
        ".mcp.json",
        format!("{{\"mcpServers\": {{\"git-memory\": {entry}}}}}"),
    );
    let refused = agents(&world, "install claude").fails(128);
    let other = format!(".mcp.json' has another MCP server 'git-memory': {entry}");
    assert!(refused.contains(&other), "{refused}");
    let named = format!(
        "'.mcp.json': the MCP server 'git-memory' is not ours, as it chooses what runs: {entry}"
    );
    let status = agents(&world, "status claude");
    assert!(status.err.contains(&named), "{}", status.err);
    assert!(status.out.contains("different"), "{}", status.out);
    let doctor = world.memory("doctor");
    assert!(doctor.out.contains(&named), "{}", doctor.out);
}

#[test]
fn what_somebody_wrote_in_our_place_stops_everything() {
    let world = World::with_memory();
    let text = "{\"mcpServers\": {\"git-memory\": {\"command\": \"/opt/git-memory\"}}}";
    world.write(".cursor/mcp.json", text);
    let before = untracked(&world);
    let err = agents(&world, "install claude cursor").fails(128);
    let expected = ".cursor/mcp.json' has another MCP server 'git-memory': {\"command\": \"/opt";
    has(&err, expected);
    has(&err, ["hint: no file was changed", "--print"]);
    assert_eq!(untracked(&world), before);
    let out = agents(&world, "uninstall cursor");
    let expected = "has changed entries for git-memory; they are kept";
    has(&out.err, expected);
    let status = agents(&world, "status cursor").ok();
    has(&status, "cursor    project  different   .cursor/mcp.json");
    // An earlier page told people to write the same hook by hand: it would run twice.
    world.write(
        ".claude/settings.json",
        "{\"hooks\": {\"PreToolUse\": [{\"matcher\": \"*\", \"hooks\": [{\"type\": \"command\", \
         \"command\": \"git memory hook pre-tool-use\"}]}]}}",
    );
    let err = agents(&world, "install claude").fails(128);
    let expected = "has another hook 'git-memory hook pre-tool-use --agent claude'";
    has(&err, expected);
}

#[test]
fn hostile_files_are_refused_and_stay() {
    let world = World::with_memory();
    let deep = "[".repeat(200_000);
    let large = " ".repeat(usize::try_from(limits::CONFIGURATION_BYTES).unwrap() + 1);
    for (text, why) in [
        (&b"not json"[..], "is not valid JSON"),
        (b"", "is not valid JSON: it is empty"),
        (b"[]", "does not hold an object"),
        (b"{\"mcpServers\": 1}", "has something else than an object"),
        (
            b"{\"mcpServers\": {}, \"mcpServers\": {}}",
            "has 'mcpServers' twice",
        ),
        (b"{\"a\": \"\0\"}", "is not valid JSON: it holds a NUL byte"),
        (b"{\"a\": \"\xff\"}", "is not UTF-8"),
        (deep.as_bytes(), "is not valid JSON: Maximum nesting"),
        (large.as_bytes(), "is larger than 16 MiB"),
    ] {
        world.write(".mcp.json", text);
        for words in ["install claude", "uninstall claude"] {
            let err = agents(&world, words).fails(128);
            assert!(err.contains(why) && err.contains("hint: "), "{err}");
        }
        assert_eq!(fs::read(top(&world).join(".mcp.json")).unwrap(), text);
        assert!(!world.has(".claude/settings.json"));
        let status = agents(&world, "status claude");
        assert_eq!(status.status, 0);
        assert!(status.out.contains("unreadable"), "{}", status.out);
    }
}

/// Files that `install` refuses: the agent, its file, a text, and why.
const REFUSED: [(&str, &str, &str, &str); 4] = [
    ("claude", ".mcp.json", "{\"a\": ", "is not valid JSON"),
    (
        "cursor",
        ".cursor/mcp.json",
        "{\"mcpServers\": {\"git-memory\": {}}}",
        "has another MCP server 'git-memory': {}",
    ),
    (
        "codex",
        ".codex/config.toml",
        "mcp_servers = { x = { command = \"y\" } }\n",
        "is in a form that git-memory does not change",
    ),
    ("vscode", ".vscode/mcp.json", "\0", "it holds a NUL byte"),
];

#[test]
fn print_shows_what_goes_into_any_file() {
    let world = World::with_memory();
    for (agent, file, text, why) in REFUSED {
        let printed = agents(&world, &format!("install {agent} --print")).ok();
        world.write(file, text);
        let err = agents(&world, &format!("install {agent}")).fails(128);
        assert!(err.contains(why), "{err}");
        has(&err, ["hint: no file was changed", "--print'"]);
        let again = agents(&world, &format!("install {agent} --print"));
        assert_eq!((again.status, &again.out), (0, &printed), "{}", again.err);
        let json = agents(&world, &format!("install {agent} --print --json")).json();
        let item = &json["agents"][0]["files"][0];
        assert!(item["problem"].as_str().unwrap().contains(why), "{item}");
        assert_eq!(item["change"], "unchanged");
        assert!(printed.contains(item["text"].as_str().unwrap()), "{item}");
    }
}

#[test]
fn a_report_names_files_that_cannot_be_changed_and_goes_on() {
    let world = World::with_memory();
    for (_, file, text, _) in REFUSED {
        world.write(file, text);
    }
    fs::create_dir_all(home(&world, ".gemini")).unwrap();
    let before = untracked(&world);
    let found = agents(&world, "install");
    assert_eq!(found.status, 0);
    for (_, file, _, why) in REFUSED {
        let line = format!(" {file} cannot be changed: MCP server\n");
        assert!(found.out.contains(&line), "{}", found.out);
        assert!(found.err.contains(why), "{}", found.err);
    }
    for line in [
        "hint: 'git memory agents install claude codex cursor vscode --print' shows what goes there",
        "hint: nothing was written; 'git memory agents install gemini' does it",
    ] {
        assert!(found.err.contains(line), "{}", found.err);
    }
    agents(&world, "install claude gemini").fails(128);
    assert_eq!(untracked(&world), before);
}

#[cfg(unix)]
#[test]
fn links_that_lead_out_are_not_followed() {
    use std::os::unix::fs::symlink;
    let world = World::with_memory();
    let top = top(&world);
    let outside = world.root().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("mcp.json"), "{}").unwrap();
    symlink(outside.join("mcp.json"), top.join(".mcp.json")).unwrap();
    symlink(&outside, top.join(".cursor")).unwrap();
    symlink(top.join(".git"), top.join(".vscode")).unwrap();
    symlink(top.join("nowhere"), top.join("opencode.json")).unwrap();
    for agent in ["claude", "cursor", "vscode", "opencode"] {
        let err = agents(&world, &format!("install {agent}")).fails(128);
        assert!(err.contains("is a symbolic link that leads out"), "{err}");
    }
    assert_eq!(fs::read_to_string(outside.join("mcp.json")).unwrap(), "{}");
    assert!(!top.join(".git/mcp.json").exists());
    // One that stays inside is the user's own way of keeping files.
    fs::remove_file(top.join(".mcp.json")).unwrap();
    world.write("config/mcp.json", "{\n  \"a\": 1\n}\n");
    symlink("config/mcp.json", top.join(".mcp.json")).unwrap();
    agents(&world, "install claude").ok();
    assert!(world.read("config/mcp.json").contains("git-memory"));
    assert!(top.join(".mcp.json").is_symlink());
}

#[cfg(unix)]
#[test]
fn read_only_files_and_folders_are_refused_and_nothing_is_half_done() {
    use std::os::unix::fs::PermissionsExt;
    let mut world = World::with_memory();
    let file = top(&world).join(".claude/settings.json");
    world.write(".claude/settings.json", "{}");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    let err = agents(&world, "install claude").fails(128);
    assert!(err.contains("settings.json' is read-only"), "{err}");
    assert!(!world.has(".mcp.json"));
    // Not for whom every folder is writable.
    if !world.lower() {
        return;
    }
    let err = agents(&world, "install codex --user").fails(128);
    assert!(err.contains("cannot write"), "{err}");
    assert!(!home(&world, ".codex").exists());
}

#[test]
fn without_a_name_nothing_is_written() {
    let world = World::with_memory();
    let none = agents(&world, "install");
    assert_eq!(none.out, "");
    has(&none.err, ["no agent was found here", "claude, codex"]);
    world.write("CLAUDE.md", "# Ours\n");
    fs::create_dir_all(home(&world, ".codex")).unwrap();
    let before = untracked(&world);
    let found = agents(&world, "install");
    assert!(found.out.contains("claude    CLAUDE.md\n"), "{}", found.out);
    has(&found.out, ".mcp.json would be created: MCP server");
    has(
        &found.err,
        "'git memory agents install claude codex' does it",
    );
    assert_eq!(untracked(&world), before);
}

#[test]
fn print_shows_what_goes_where_and_json_has_it() {
    let world = World::with_memory();
    let before = untracked(&world);
    let out = agents(&world, "install codex --print").ok();
    assert!(
        out.starts_with("# Codex: .codex/config.toml\n[mcp_servers.git-memory]\n"),
        "{out}"
    );
    assert!(out.contains("# Codex: .codex/hooks.json\n{\n"), "{out}");
    assert_eq!(untracked(&world), before);
    let json = agents(&world, "install codex --print --json").json();
    assert_eq!(json["is_written"], false);
    let file = &json["agents"][0]["files"][0];
    assert_eq!(file["change"], "created");
    assert!(file["text"].as_str().unwrap().contains("mcp_servers"));
    let json = agents(&world, "install codex --json").json();
    assert_eq!(json["is_written"], true);
    let json = agents(&world, "status codex --json").json();
    assert_eq!(json["agents"][0]["files"][0]["state"], "installed");
    assert_eq!(json["agents"][0]["files"][2]["scope"], "user");
    assert!(json["program"].as_str().unwrap().ends_with("git-memory"));
}

#[test]
fn status_says_what_is_missing_and_doctor_too() {
    let world = World::with_memory();
    agents(&world, "install claude gemini").ok();
    let doctor = world.memory("doctor").out;
    assert!(doctor.contains("connected: claude, gemini"), "{doctor}");
    let text = world.read(".claude/settings.json");
    let mut value: Value = serde_json::from_str(&text).unwrap();
    value["hooks"]
        .as_object_mut()
        .unwrap()
        .remove("SubagentStart");
    world.write(".claude/settings.json", value.to_string());
    let status = agents(&world, "status claude").ok();
    has(&status, "incomplete  .claude/settings.json");
    let expected = ".claude/settings.json: entries for claude are missing";
    has(&world.memory("doctor").out, expected);
    agents(&world, "install claude").ok();
    let status = agents(&world, "status claude").ok();
    assert!(!status.contains("incomplete"), "{status}");
    // A file in another format keeps our entries ours, and stays after they are removed.
    let value: Value = serde_json::from_str(&world.read(".claude/settings.json")).unwrap();
    world.write(".claude/settings.json", value.to_string());
    agents(&world, "uninstall claude").ok();
    assert_eq!(world.read(".claude/settings.json"), "{}");
}

#[test]
fn an_agent_that_cannot_start_the_program_is_named() {
    let mut world = World::with_memory();
    let path = format!("{}/tools", world.root().display());
    world.set("PATH", &path);
    let out = agents(&world, "install claude");
    assert_eq!(out.status, 0);
    assert!(out.err.contains("git-memory is not on PATH"), "{}", out.err);
    let json = agents(&world, "status --json").json();
    assert_eq!(json["program"], Value::Null);
}

#[test]
fn rules_are_written_where_the_agents_read_them() {
    let world = World::with_memory();
    agents(&world, "install claude cursor").ok();
    assert!(!world.has("AGENTS.md"), "nobody has written a rule");
    world.write(
        "memory/rules/ask.md",
        "<!-- budget: 5 lines -->\n# Ask first\n\nAsk.\n",
    );
    let answer = agents(&world, "install claude cursor");
    for file in ["AGENTS.md", "CLAUDE.md", ".cursor/rules/ask.mdc"] {
        let line = format!("rules     written    {file}\n");
        assert!(answer.out.contains(&line), "{}", answer.out);
        assert!(answer.err.contains(file), "not staged: {}", answer.err);
        assert!(world.has(file), "{file}");
    }
}

#[test]
fn uninstalling_looks_at_both_scopes() {
    let world = World::with_memory();
    agents(&world, "install windsurf --project").ok();
    let out = agents(&world, "uninstall windsurf").ok();
    assert_eq!(out, "windsurf  removed    .windsurf/hooks.json: hooks\n");
    agents(&world, "install claude").ok();
    agents(&world, "install claude --user").ok();
    agents(&world, "uninstall claude").ok();
    assert!(!world.has(".mcp.json") && !home(&world, ".claude.json").exists());
}

#[test]
fn claude_md_goes_with_claude() {
    let world = World::with_memory();
    world.memory("init --rules").ok();
    agents(&world, "install claude").ok();
    assert!(world.has("CLAUDE.md") && world.has("AGENTS.md"));
    let out = agents(&world, "uninstall claude").ok();
    assert!(out.ends_with("rules     removed    CLAUDE.md\n"), "{out}");
    assert!(!world.has("CLAUDE.md") && world.has("AGENTS.md"));
    world.write("CLAUDE.md", "# Ours\n");
    agents(&world, "install claude").ok();
    assert!(world.read("CLAUDE.md").contains("@AGENTS.md"));
    agents(&world, "uninstall claude").ok();
    assert_eq!(world.read("CLAUDE.md"), "# Ours\n");
}

#[test]
fn opencode_has_a_plugin_and_loses_it() {
    let world = World::with_memory();
    agents(&world, "install opencode").ok();
    let plugin = world.read(".opencode/plugins/git-memory.js");
    assert!((15..60).contains(&plugin.lines().count()), "{plugin}");
    agents(&world, "uninstall opencode").ok();
    assert!(!world.has(".opencode"));
    world.write(".opencode/plugins/git-memory.js", "export const Own = 1\n");
    let err = agents(&world, "install opencode").fails(128);
    assert!(err.contains("plugin"), "{err}");
    agents(&world, "uninstall opencode").ok();
    assert!(world.has(".opencode/plugins/git-memory.js"));
}

#[test]
fn gemini_reads_agents_md_as_long_as_it_is_installed() {
    let world = World::with_memory();
    let before = "{\n  // ours\n  \"context\": {\"fileName\": [\"NOTES.md\"]}\n}\n";
    world.write(".gemini/settings.json", before);
    agents(&world, "install gemini").ok();
    let text = world.read(".gemini/settings.json");
    assert!(text.contains("[\"NOTES.md\", \"AGENTS.md\"]"), "{text}");
    agents(&world, "uninstall gemini").ok();
    assert_eq!(world.read(".gemini/settings.json"), before);
}

#[test]
fn install_says_what_an_agent_will_see_and_what_it_may_be_refused() {
    let world = World::with_memory();
    let answer = agents(&world, "install claude zed");
    for said in [
        "\nRefused: secrets written to memory/, ",
        "git memory agents install claude zed --no-policy; ",
        "git config memory.auto false\n",
    ] {
        assert!(answer.err.contains(said), "{said}{}", answer.err);
    }
    assert!(
        answer
            .err
            .starts_with("Agents get the project's context when "),
        "{}",
        answer.err
    );
    let answer = agents(&world, "install codex --no-policy");
    assert!(answer.err.contains("\nNothing is refused (--no-policy).\n"));
    // Without hooks there is nothing to refuse.
    let answer = agents(&world, "install zed");
    lacks(&answer.err, "Refused: ");
}

#[test]
fn the_policy_may_be_left_out_and_put_in_again() {
    let world = World::with_memory();
    let settings = ".claude/settings.json";
    let hook = "git-memory hook pre-tool-use --agent claude";
    for before in [None, Some("{\n  \"model\": \"x\"\n}\n")] {
        if let Some(before) = before {
            world.write(settings, before);
        }
        agents(&world, "install claude").ok();
        let with = world.read(settings);
        has(&with, hook);
        lacks(&with, "--no-policy");
        agents(&world, "install claude --no-policy").ok();
        let without = world.read(settings);
        has(&without, &format!("{hook} --no-policy"));
        assert_eq!(without.matches(hook).count(), 1, "{without}");
        let shown = agents(&world, "status claude").ok();
        has(&shown, "installed   .claude/settings.json");
        let said = agents(&world, "install claude --no-policy").ok();
        has(&said, "unchanged  .claude/");
        agents(&world, "uninstall claude").ok();
        let left = fs::read_to_string(world.here.join(settings)).ok();
        assert_eq!(left.as_deref(), before);
    }
}

#[test]
fn without_the_policy_a_hook_that_can_only_refuse_is_left_out() {
    let world = World::with_memory();
    agents(&world, "install gemini --no-policy").ok();
    let made = world.read(".gemini/settings.json");
    has(&made, "SessionStart");
    lacks(&made, "pre-tool-use");
    agents(&world, "uninstall gemini").ok();
    assert!(!world.has(".gemini/settings.json"));
}

#[test]
fn a_link_in_the_place_of_claude_md_hinders_no_removal() {
    let world = World::with_memory();
    world.write("AGENTS.md", "# House\n");
    std::os::unix::fs::symlink("AGENTS.md", world.here.join("CLAUDE.md")).unwrap();
    agents(&world, "install claude").ok();
    let answer = agents(&world, "uninstall claude");
    assert_eq!(answer.err, "");
    has(&answer.ok(), "removed    .mcp.json");
    assert!(!world.has(".claude/settings.json"));
    assert_eq!(world.read("CLAUDE.md"), "# House\n");
}

#[test]
fn without_a_name_every_connected_agent_is_taken_out() {
    let world = World::with_memory();
    let settings = ".claude/settings.json";
    world.write(settings, "{\"model\": \"x\"}\n");
    world.write(".codex/config.toml", "model = \"x\"\n");
    world.commit("Settings");
    agents(&world, "install claude cursor").ok();
    agents(&world, "install gemini --user").ok();
    let answer = agents(&world, "uninstall");
    assert_eq!(answer.err, "");
    let out = answer.ok();
    has(&out, ["claude ", "cursor ", "gemini "]);
    lacks(&out, "codex");
    assert_eq!(world.status(), "");
    let again = agents(&world, "uninstall");
    assert_eq!(again.err, "no agent is connected here; not changed\n");
    assert_eq!(again.ok(), "");
    // A team has to hear of what it has committed.
    agents(&world, "install claude").ok();
    world.commit("Connect");
    let err = agents(&world, "uninstall").err;
    has(
        &err,
        "not staged: .claude/settings.json, .mcp.json; commit the changes\n",
    );
}

#[test]
fn a_folder_of_an_editor_is_no_agent() {
    let world = World::new();
    world.write(".vscode/settings.json", "{}\n");
    has(&agents(&world, "install").err, "no agent was found here");
    world.write(".vscode/mcp.json", "{}\n");
    has(&agents(&world, "install").ok(), "vscode");
}

#[test]
fn without_memory_an_installation_says_that_hooks_tell_nothing() {
    let world = World::new();
    let silent = "no memory yet, so hooks tell nothing: git memory init\n";
    ends(&agents(&world, "install claude").err, silent);
    world.memory("init").ok();
    lacks(&agents(&world, "install claude").err, silent);
}

#[test]
fn what_the_hooks_of_an_agent_cannot_do_is_told() {
    let world = World::with_memory();
    let fails = "reports failed hooks, and refuses nothing, where git-memory is missing";
    for (agent, note) in [
        ("codex", format!("note: Codex {fails}\n")),
        ("cursor", format!("note: Cursor {fails}\n")),
        (
            "gemini",
            format!("note: Gemini CLI gets no records before it changes a file; {fails}\n"),
        ),
        (
            "copilot",
            "note: Copilot CLI gets no records at a prompt or before it changes a file\n"
                .to_owned(),
        ),
        (
            "zed",
            "note: Zed has no hooks: nothing is refused, and it gets only what it asks for\n"
                .to_owned(),
        ),
    ] {
        has(
            &agents(&world, &format!("install {agent}")).err,
            note.as_str(),
        );
        has(
            &agents(&world, &format!("status {agent}")).err,
            note.as_str(),
        );
        agents(&world, &format!("uninstall {agent}")).ok();
        lacks(
            &agents(&world, &format!("status {agent}")).err,
            note.as_str(),
        );
    }
    for agent in ["claude", "opencode"] {
        lacks(&agents(&world, &format!("install {agent}")).err, "note: ");
    }
}
