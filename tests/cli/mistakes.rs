//! Mistakes of people who are new here: each answer names what to do, and leaves nothing behind.

use crate::common::{World, has, lacks};

/// Command lines with a mistake, `ID` for a decision's id; the exit status, a piece of the message
/// and a piece of what to do.
const MISTAKES: &str = r#"
serach foo | 129 | 'serach' is not a git memory command | 'git memory recall WORDS'
stauts | 129 | 'stauts' is not a git memory command | did you mean 'git memory status'?
new | 129 | 'new' is not a git memory command | 'git memory add TITLE' records
commit | 129 | 'commit' is not a git memory command | 'git commit' commits them
undo | 129 | 'undo' is not | 'git restore --staged --worktree FILE' takes
-v | 129 | unexpected argument '-v' | 'git memory --version' prints
accept ID | 129 | 'accept' is not | 'git memory set ID status=active'
uninstall | 129 | 'uninstall' is not | 'git memory agents uninstall' disconnects
install claude | 129 | 'install' is not | 'git memory agents install AGENT' connects
link ID ID | 129 | 'link' is not | 'git memory set ID related+=OTHER'
ui | 129 | 'ui' is not | 'git memory serve' opens
add | 128 | the title is empty | give a TITLE, or write it in git's editor
add lesson | 128 | the title is empty | give a TITLE, or write it in git's editor
add leson | 129 | 'leson' is not a kind | did you mean 'git memory add lesson TITLE'?
add leson 'Warm up' | 129 | unexpected argument 'Warm up' | add lesson "TITLE"
add Use Postgres | 129 | unexpected argument 'Postgres' | between quotation marks
add lesson Warm up | 129 | unexpected argument 'up' | between quotation marks
add --kind lesson Up | 129 | unexpected argument '--kind' | git memory add lesson TITLE
add Up --status maybe | 128 | 'maybe' is not a status | it has: active, proposed
add Up --text A | 129 | unexpected argument '--text' | --decision or --rationale
add Up --body A | 129 | unexpected argument '--body' | --decision or --rationale
add Up --context A | 129 | unexpected argument '--context' | the text goes into --rationale
add lesson Up --text A | 129 | unexpected argument '--text' | the text goes into --happened
add convention Up --rationale A | 129 | unexpected argument '--rationale' | goes into --text
add Up --file a | 129 | unexpected argument '--file' | --body-file
add Up --tags a | 129 | unexpected argument '--tags' | '--tag'
add Up --related dec-zzzzzz | 128 | no record 'dec-zzzzzz' | 'git memory list'
add Up --body-file nowhere | 128 | cannot read 'nowhere' | No such file
add Up --edit | 128 | no editor is set | git config --global core.editor NAME
edit ID | 128 | no editor is set | --body-file FILE takes the text
edit ID --rationale A | 129 | unexpected argument '--rationale' | --section Rationale --text
show dec- | 128 | 'dec-' names 2 records | give more of the id, or the path
show dec-zzzzzz | 128 | no record 'dec-zzzzzz' | 'git memory list' shows
show 'Use one queue' | 128 | no record 'Use one queue' | 'git memory recall WORDS' finds
show | 129 | <RECORD>... | usage: git memory show <RECORD>...
list --since tomorow | 128 | invalid time 'tomorow' | give a day (2026-11-20)
list --since 2026-13-45 | 128 | invalid time '2026-13-45' | give a day (2026-11-20)
list --kind adr | 129 | invalid value 'adr' | the kinds are: decision, lesson
list --sort name | 129 | invalid value 'name' | updated, created, title
list decisions | 129 | unexpected argument 'decisions' | list --kind KIND
list --limit 3 | 129 | unexpected argument '--limit' | it is called -n
list --type decision | 129 | unexpected argument '--type' | it is called --kind
list --author Ada | 129 | unexpected argument '--author' | 'git log -- memory' lists
list --format json | 129 | invalid --format: 'json' | --json prints one document
list -n many | 129 | invalid value 'many' | not a whole number
list --format %(name) | 129 | unknown field name: 'name' | the fields are: id, kind
context --max-tokens abc | 129 | invalid value 'abc' | not a whole number
context src/a.rs | 129 | unexpected argument 'src/a.rs' | --for PATH names files
recall | 129 | <WORDS>... | usage: git memory recall <WORDS>...
recall queue --limit 1 | 129 | unexpected argument '--limit' | it is called -n
recall '' | 129 | WORDS are empty | give a question
recall queue --rev nope | 128 | unknown revision 'nope' | 'git log --oneline --all'
diff HEAD~1 HEAD | 129 | unexpected argument 'HEAD' | REV..REV
notes nope | 128 | unknown revision 'nope' | 'git log --oneline --all'
why ../../elsewhere | 128 | is outside of this repository | ../../elsewhere
supersede ID --by ID | 128 | cannot replace itself | name another record
supersede ID Use it | 129 | unexpected argument 'it' | between quotation marks
supersede ID | 128 | the title is empty | give a TITLE
supersede ID | 128 | the title is empty | --by RECORD
set ID title | 129 | 'title' does not have the form key=value | key=value
set ID status=maybe | 128 | 'maybe' is not a status | it has: active, proposed
set ID status=superseded | 128 | 'status' cannot be set | git memory supersede
close ID | 128 | which cannot be closed | status=…' sets any status
clear --all | 128 | cannot ask whether to archive 2 records | then pass --yes
adopt code.txt | 128 | no page without an id | Markdown files below memory/
topic write build | 129 | the text is empty | give TEXT, --body-file FILE
agents list | 129 | unrecognized subcommand 'list' | 'git memory agents status'
agents remove claude | 129 | unrecognized subcommand 'remove' | 'git memory agents uninstall'
hooks remove | 129 | unrecognized subcommand 'remove' | 'git memory hooks uninstall'
summary add | 129 | unrecognized subcommand 'add' | 'git memory summary append'
check --fix | 129 | unexpected argument '--fix' | 'git memory doctor --fix' mends
agents install vim | 129 | invalid value 'vim' | claude, codex, cursor
hooks instal | 129 | unrecognized subcommand 'instal' | 'install'
config set memory.maxLines 5 | 129 | unexpected argument 'set' | git config memory.NAME
config --get memory.maxLines | 129 | unexpected argument '--get' | git config memory.NAME
import src | 128 | no Markdown | name the folder that holds the decision records
import --from word src | 129 | 'word' is not a form | the forms are: adr, json
export all.json | 129 | unrecognized subcommand 'all.json' | git memory export >FILE
site src | 128 | has files that are not those of a site | name a new folder
sync origin | 128 | 'origin' does not appear | 'git remote -v' lists the remotes
init docs/adr | 129 | unexpected argument 'docs/adr' | 'git memory init --root FOLDER'
init --root nowhere | 128 | there is no folder 'nowhere' | begins at the current folder
init --root src | 128 | holds no Markdown files | name a folder that has some
init --root src/a.rs | 128 | 'src/a.rs' is not a folder | name the folder that it is in
init --root ../other | 128 | outside of this repository | name a folder in it
init --root . | 128 | the top of the work tree | 'import adr .' copies
import nowhere | 128 | there is no file or folder 'nowhere' | begins at the current folder
import adr nowhere | 128 | there is no file or folder 'nowhere' | begins at the current folder
import | 129 | <FILE|FOLDER> | 'git memory import adr' finds
show AGENTS.md | 128 | no record 'AGENTS.md' | it is a file of rules
show HEAD | 128 | no record 'HEAD' | --rev HEAD
log HEAD~1..HEAD | 128 | no record 'HEAD~1..HEAD' | 'diff' takes one
log -3 | 129 | unexpected argument '-3' | -n 3
log --oneline -3 | 129 | unexpected argument '-3' | -n 3
recall --n 3 queue | 129 | unexpected argument '--n' | it is called -n
add decison 'Use it' | 129 | unexpected argument 'Use it' | 'git memory add decision TITLE'?
set ID status active | 129 | 'status' does not have the form key=value | 'status=active'
set ID stauts=active | 129 | 'stauts' is not a key | did you mean 'status'?
list superseded | 129 | unexpected argument 'superseded' | --status STATUS one status
list --superseded | 129 | unexpected argument '--superseded' | a status is a value of --status
agents claude | 129 | unrecognized subcommand 'claude' | 'git memory agents install AGENT'
diff --stat | 129 | unexpected argument '--stat' | 'git diff --stat memory'
diff --cached | 129 | unexpected argument '--cached' | 'git diff --staged memory'
status -s | 129 | unexpected argument '-s' | 'git status -s memory'
"#;

#[test]
fn a_mistake_is_told_with_what_to_do_and_changes_nothing() {
    let world = World::with_memory();
    world.write("src/a.rs", "fn a() {}\n");
    let (id, _) = world.decision("Use one queue");
    world.decision("Cache the answers for an hour");
    world.commit("Decide");
    for row in MISTAKES.trim().lines() {
        let row: Vec<&str> = row.split(" | ").collect();
        let [line, status, message, remedy] = row[..] else {
            panic!("{row:?}");
        };
        let answer = world.memory(line.replace("ID", &id).as_str());
        let err = answer.fails(status.parse().unwrap());
        let is_fatal = |told: &str| told.starts_with("fatal: ") && !told.ends_with('.');
        assert!(err.lines().any(is_fatal), "{line}: {err}");
        has(&err, [message, remedy]);
        assert_eq!(world.status(), "", "{line}");
    }
}

#[test]
fn a_hint_names_nothing_that_only_shares_letters() {
    let world = World::with_memory();
    for line in ["list --author Ada", "agents list", "log --author Ada"] {
        lacks(&world.memory(line).fails(129), "similar");
    }
    has(
        &world.memory("hooks instal").fails(129),
        "'uninstall', 'install'",
    );
}

#[test]
fn help_finds_the_command_for_a_word() {
    let world = World::empty();
    for (word, command) in [
        ("uninstall", "'git memory hooks uninstall'"),
        ("link", "related+=OTHER"),
        ("approve", "status=active"),
        ("stage", "'git add memory'"),
        ("rule", "rules  "),
        ("conflict", "'git memory check' finds"),
        ("merge", "'git merge' merges"),
        ("obsolete", "status=archived"),
        ("deprecate", "status=archived"),
        ("template", "--edit"),
        ("number", "\"ADR 32\""),
        ("embedding", "'git memory model add'"),
        ("offline", "'git memory sync'"),
        ("ci", "'git memory pr'"),
        ("hook", "'git memory hooks install'"),
    ] {
        has(&world.memory(["help", word]).ok(), command);
    }
}

#[test]
fn an_empty_answer_is_told_in_one_line() {
    let world = World::with_memory();
    for (line, said) in [
        ("list --kind lesson", "no records"),
        ("log", "no commit has changed a record"),
        ("topic list", "'git memory topic write NAME TEXT' adds one"),
        ("summary list", "'git memory summary append' adds a step"),
        ("summary latest", "'git memory summary append' adds a step"),
        ("user list", "'git memory user write MEMORY TEXT' starts it"),
        ("notes", "'git memory add note --commit REV TITLE' adds one"),
        ("runs", "'git memory summary append' adds a step"),
        ("review", "nothing to review"),
        ("site ../site", "HEAD has no records"),
    ] {
        let answer = world.memory(line);
        has(&answer.err, said);
        assert_eq!(answer.err.lines().count(), 1, "{line}: {}", answer.err);
        assert!(line.starts_with("site") || answer.out.is_empty(), "{line}");
    }
}

#[test]
fn a_question_to_why_is_sent_to_recall() {
    let world = World::with_memory();
    let err = world.memory(["why", "who chose the queue"]).err;
    has(&err, "hint: 'git memory recall WORDS' finds");
    lacks(&world.memory("why src/no.rs").err, "recall");
}

#[test]
fn a_key_that_is_near_a_known_one_is_refused_and_any_other_is_kept() {
    let world = World::with_memory();
    let (id, path) = world.decision("Use one queue");
    let before = world.read(&path);
    let err = world.memory(["set", &id, "ticket=MQ-7", "staus=archived"]);
    has(&err.fails(129), "did you mean 'status'?");
    for (pair, meant) in [("catgry=mail", "category"), ("state=archived", "status")] {
        let err = world.memory(["set", &id, pair]).fails(129);
        has(&err, &format!("did you mean '{meant}'?"));
    }
    assert_eq!(world.read(&path), before);
    let answer = world.memory(["set", &id, "ticket=MQ-7"]);
    assert_eq!(answer.err, "");
    has(&world.read(&path), ["ticket: MQ-7", "status: active"]);
    let same = world.memory(["set", &id, "kind=decision"]).err;
    assert_eq!(same, "note: nothing was changed\n");
}

#[test]
fn nothing_waits_for_an_editor_where_nobody_sits() {
    let world = World::with_memory();
    let (id, _) = world.decision("Keep events in one table");
    let said = world.memory(&format!("edit {id}")).fails(128);
    has(&said, ["fatal: no editor is set", "--body-file FILE"]);
    world.git("config core.editor true").ok();
    world.memory(&format!("edit {id}")).ok();
}

#[test]
fn only_near_values_are_proposed() {
    let world = World::with_memory();
    has(
        &world.memory("agents install claud").err,
        "a similar value exists: 'claude'",
    );
    let far = world.memory("agents install aider").err;
    assert!(!far.contains("similar"), "{far}");
}
