//! The table of what a command's page says besides its arguments: a second sentence, and an
//! example.

/// The rest of a command's page.
pub(crate) struct Page {
    pub(crate) command: &'static str,
    /// What the first line leaves open, as a sentence.
    pub(crate) more: &'static str,
    /// A command line that does something sensible, without `git memory`.
    pub(crate) example: &'static str,
}

const fn page(command: &'static str, more: &'static str, example: &'static str) -> Page {
    Page {
        command,
        more,
        example,
    }
}

/// The pages of all commands but the add commands, which share one sentence.
pub(crate) static PAGES: [Page; 59] = [
    page(
        "init",
        "Files that are there stay as they are, and what is written is staged for the next commit.",
        "init",
    ),
    page(
        "status",
        "It shows what is new since you last looked, what is stale, broken or not synced, and what \
         to do next; 'git memory' alone is short for it.",
        "status",
    ),
    page(
        "hooks",
        "They stand beside the hooks that are there, and a hook of somebody else is never changed.",
        "hooks status",
    ),
    page(
        "doctor",
        "Each check says what it saw, and how to correct what is wrong; the last one plants a \
         made-up secret in a scratch repository and looks who stops it.",
        "doctor --fix",
    ),
    page(
        "install-man",
        "Afterwards 'git memory --help' opens a manual page, and a shell completes commands, ids, \
         tags and revisions.",
        "install-man --into /tmp/stage/usr/share",
    ),
    page(
        "supersede",
        "Old and new record name each other, and either both are changed or none is.",
        "supersede dec-7k3m9q \"Use SQLite\" --rationale \"One file, no server.\"",
    ),
    page(
        "adopt",
        "Nothing but front matter is added to a page, and links that name it lead to its new id.",
        "adopt --dry-run",
    ),
    page(
        "set",
        "Every other byte of the file stays as it is; a value that the record cannot have is \
         refused.",
        "set dec-7k3m9q status=archived tags=storage,events",
    ),
    page(
        "edit",
        "It opens git's editor, or takes the text from an option; a text that is refused is kept.",
        "edit dec-7k3m9q --section Consequences --text \"Backups are ours.\"",
    ),
    page(
        "close",
        "A loop becomes closed and a plan done; the record stays, and can be found.",
        "close loop-2f8h1c",
    ),
    page(
        "clear",
        "Archiving is the default and only changes the status; --delete removes the files, which \
         git's history still has.",
        "clear note-4d7x2a --yes",
    ),
    page(
        "topic",
        "A topic is one page that grows, such as how to build or how to deploy.",
        "topic write build \"Run make first.\" --append",
    ),
    page(
        "show",
        "A name is an id, a unique beginning of one, a path, or a number such as 'ADR 32'; private \
         records are found, too. A terminal shows what the Markdown means; a pipe or a file gets \
         the text as it is.",
        "show dec-7k3m9q --section Decision",
    ),
    page(
        "list",
        "Each line has the id, the status and the title of a record, the newest change first; \
         several options narrow it further. --format prints other fields, named as in the JSON \
         answer, as 'git for-each-ref' does.",
        "list --status active --format '%(id) %(updated) %(title)'",
    ),
    page(
        "browse",
        "The list is on the left and the record on the right; type to search, Enter opens a \
         record, Ctrl-E edits it, Esc goes back.",
        "browse",
    ),
    page(
        "count",
        "It prints one line for each kind, and takes the same options as 'list'.",
        "count --scope services/billing",
    ),
    page(
        "log",
        "Commits that changed no record are left out; a graph has each record once, below what \
         superseded it.",
        "log -p dec-7k3m9q",
    ),
    page(
        "diff",
        "It compares records by their ids, so a moved file is a move and not a new record.",
        "diff main..spike --format markdown",
    ),
    page(
        "context",
        "What the task is about comes first and whole, then the rest of memory as far as the \
         budget goes; what was left out is named.",
        "context --for src/store/log.rs --max-tokens 400",
    ),
    page(
        "get-context",
        "The answer is one document with a fixed schema, so that a program can rely on its keys.",
        "get-context --scope services/billing --topics decisions,overview",
    ),
    page(
        "briefing",
        "It is made for whoever takes over: another person, another agent, or you next week.",
        "briefing",
    ),
    page(
        "recall",
        "A few words will do, and so will a whole question, an identifier from the code, or a \
         path; the best record comes first.",
        "recall where are our events stored",
    ),
    page(
        "why",
        "A record is about a file where one of its 'paths' covers it; notes on the commits that \
         changed the file count as well.",
        "why src/store/log.rs",
    ),
    page(
        "blame",
        "Records are those that a commit's message names, and those whose paths cover the file; \
         lines that were moved within the file keep their commit, as with 'git blame -M', and \
         git's settings for blame count.",
        "blame src/store.rs -L 10,20",
    ),
    page(
        "map",
        "A line is a file with what it defines, for somebody who does not know the repository; \
         what has no room within the budget is counted at the end.",
        "map --for src/store/log.rs --max-tokens 500",
    ),
    page(
        "related",
        "It follows links first, then shared paths, tags and words; a graph follows every link as \
         far as it leads.",
        "related dec-7k3m9q",
    ),
    page(
        "suggest",
        "A line 'Decision: ID' at the end of a commit's message says what the commit follows; \
         searches and 'blame' go by it.",
        "suggest --staged",
    ),
    page(
        "incoming",
        "It names the records that landed there since this branch left it and that cover a file \
         which the branch or the work tree changes; HEAD's own copies of them are no news.",
        "incoming origin/main",
    ),
    page(
        "feedback",
        "A question that found nothing is worth a line as well: 'review' lists those.",
        "feedback --outcome helpful --id dec-7k3m9q -- event store",
    ),
    page(
        "summary",
        "Entries are commits on a ref of their own beside the branch, and leave this clone only \
         by 'git memory sync'.",
        "summary append --run release-1 --step 1 --title \"Plan the release\"",
    ),
    page(
        "runs",
        "A run groups entries of the work log; each step shows its last state.",
        "runs",
    ),
    page(
        "notes",
        "They follow their commit through amend and rebase, and are found again after a squash.",
        "notes HEAD",
    ),
    page(
        "publish",
        "The private entry stays where it is, and the new record says where it came from.",
        "publish dec-7k3m9q",
    ),
    page(
        "forget",
        "Nothing is deleted by that; 'git memory gc --expunge' rewrites this clone without it.",
        "forget sum-9x2c4v",
    ),
    page(
        "fold",
        "Hooks do this after a merge, so it is needed only where they are not installed.",
        "fold feature/queue",
    ),
    page(
        "gc",
        "Without an option it only says what deleted branches left, and what to do about it.",
        "gc --fold",
    ),
    page(
        "user",
        "It lies outside of any repository, for you alone.",
        "user write MEMORY \"I prefer small commits.\" --append",
    ),
    page(
        "sync",
        "Whoever can read the remote can then read the private entries; secrets are looked for \
         before anything is pushed.",
        "sync origin --dry-run",
    ),
    page(
        "import",
        "What is already known is not written twice, and a report says what became of each file. \
         What agents keep becomes rules, conventions and topics, each with its whole text.",
        "import adr docs/adr --dry-run",
    ),
    page(
        "export",
        "JSON can be read back byte for byte with 'git memory import json'.",
        "export --format json --rev main",
    ),
    page(
        "rules",
        "They are written into a block of AGENTS.md, those of a scope \
         (memory/scopes/<scope>/rules/) in the scope's own folder; the text around it is never \
         touched.",
        "rules build",
    ),
    page(
        "agents",
        "What somebody wrote by hand in the same files stays, comments too, and 'uninstall' gives \
         the bytes back; docs/agents.md lists the agents and their files.",
        "agents install claude codex",
    ),
    page(
        "mcp",
        "Agents start it by themselves; 'git memory agents install' puts it into their \
         configuration.",
        "mcp",
    ),
    page(
        "serve",
        "The address that it prints has a token of this run in it; without the token nobody is \
         answered. It serves the repository as it is at each request, until it is told to end.",
        "serve --port 0",
    ),
    page(
        "site",
        "The pages of 'serve' as files: what is tracked alone, never anything private. The same \
         memory gives the same bytes; files of others in the folder stay.",
        "site public --base-url https://example.org/memory/",
    ),
    page(
        "check",
        "Each finding has a place, a code and a way to correct it; the exit status is 1 where one \
         of them is an error, so it can stand in CI.",
        "check --rev origin/main..HEAD --format github",
    ),
    page(
        "review",
        "The evidence comes from git: files that have moved since a record was confirmed, or are \
         gone; successors, days that have come, and ratings.",
        "review --confirm dec-7k3m9q",
    ),
    page(
        "backtest",
        "Each of them is a question about memory as it was before: its message without the \
         record's name, then with the files that it changed, too.",
        "backtest --since v1.0",
    ),
    page(
        "scan",
        "A finding shows what kind of secret it is and where, never its value; the exit status is \
         1 where there is one.",
        "scan --staged",
    ),
    page(
        "allow",
        "It takes a fingerprint that 'git memory scan' prints, and counts once it is committed.",
        "allow 3f9a1c0b --reason \"a sample from the documentation\"",
    ),
    page(
        "policy",
        "The hook that agents call before a tool goes by the same rules; the exit status of \
         'check' is 1 where a path is denied.",
        "policy check --for write src/main.rs",
    ),
    page(
        "refresh",
        "Every command that reads does this by itself; this one is for scripts, and with --check \
         for CI.",
        "refresh --check",
    ),
    page(
        "config",
        "Each comes with where it is set: a variable, git's settings, the team's file, or nowhere.",
        "config --list",
    ),
    page(
        "identity",
        "They are the same for every spelling of a remote, and hold no credentials.",
        "identity --json",
    ),
    page(
        "hook",
        "The hooks that 'git memory hooks install' puts in call it; agents call 'session-start', \
         'user-prompt', 'pre-tool-use', 'subagent-start' and 'session-end', with '--agent NAME' \
         where they say who they are.",
        "hook pre-commit",
    ),
    page(
        "filter",
        "git starts it as 'filter.git-memory.process', for the files that it stores or checks out.",
        "filter",
    ),
    page(
        "read-symbols",
        "Sources come on standard input; one that takes more memory or time than it may ends the \
         process, and nothing else.",
        "read-symbols",
    ),
    page(
        "merge-driver",
        "git starts it as 'merge.git-memory.driver', for files that both sides changed.",
        "merge-driver base.md ours.md theirs.md 7 memory/notes/cache.md",
    ),
    page(
        "complete",
        "The scripts that 'git memory install-man' writes call it for each Tab.",
        "complete --index 2 -- git-memory list --tag",
    ),
];
