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
        "Existing files are kept, and new files are staged for the next commit.",
        "init",
    ),
    page(
        "status",
        "It shows news since you last looked, stale and broken records, unsynced work, and next \
         steps; 'git memory' is short for it.",
        "status",
    ),
    page(
        "hooks",
        "They are installed beside existing hooks, which stay as they are.",
        "hooks status",
    ),
    page(
        "doctor",
        "Each check prints its result and how to fix a fault; the last one plants a made-up secret \
         in a scratch repository to test the hooks.",
        "doctor --fix",
    ),
    page(
        "install-man",
        "Afterwards 'git memory --help' opens a manual page, and your shell completes commands, \
         ids, tags and revisions.",
        "install-man --into /tmp/stage/usr/share",
    ),
    page(
        "supersede",
        "The old and the new record link to each other; both are written, or neither.",
        "supersede dec-7k3m9q \"Use SQLite\" --rationale \"One file, no server.\"",
    ),
    page(
        "adopt",
        "It only adds front matter to a page, and updates links to it.",
        "adopt --dry-run",
    ),
    page(
        "set",
        "The rest of the file is kept byte for byte; invalid values are refused.",
        "set dec-7k3m9q status=archived tags=storage,events",
    ),
    page(
        "edit",
        "It opens git's editor, or takes the text from an option; a refused text is saved for you.",
        "edit dec-7k3m9q --section Consequences --text \"Backups are ours.\"",
    ),
    page(
        "close",
        "An open question becomes 'closed', a plan 'done'; you can still find the record.",
        "close loop-2f8h1c",
    ),
    page(
        "clear",
        "By default it sets the status to 'archived'; --delete removes the files, which git's \
         history keeps.",
        "clear note-4d7x2a --yes",
    ),
    page(
        "topic",
        "A topic is one page that grows, such as how to build or to deploy.",
        "topic write build \"Run make first.\" --append",
    ),
    page(
        "show",
        "A name is an id, a unique prefix of one, a path, or a number such as 'ADR 32', also of a \
         private record. On a terminal, Markdown is rendered; a pipe or a file gets the original \
         text.",
        "show dec-7k3m9q --section Decision",
    ),
    page(
        "list",
        "Each line has a record's id, status and title, the newest change first; options combine. \
         Like 'git for-each-ref', --format prints other fields, by their names in the JSON answer.",
        "list --status active --format '%(id) %(updated) %(title)'",
    ),
    page(
        "browse",
        "The list is on the left, the record on the right; type to search, Enter opens a record, \
         Ctrl-E edits it, Esc goes back.",
        "browse",
    ),
    page(
        "count",
        "It prints one line for each kind, and takes the filters of 'list'.",
        "count --scope services/billing",
    ),
    page(
        "log",
        "It omits commits that changed no record; a graph has each record once, below its \
         successor.",
        "log -p dec-7k3m9q",
    ),
    page(
        "diff",
        "It compares records by id, so a moved file counts as moved, not as new.",
        "diff main..spike --format markdown",
    ),
    page(
        "context",
        "Records about the task come first and whole, then others until the limit; the last line \
         counts the rest.",
        "context --for src/store/log.rs --max-tokens 400",
    ),
    page(
        "get-context",
        "The answer is one document with a fixed schema.",
        "get-context --scope services/billing --topics decisions,overview",
    ),
    page(
        "briefing",
        "It is for the next person or agent, or for you next week.",
        "briefing",
    ),
    page(
        "recall",
        "Ask with a few words, a whole question, an identifier from the code, or a path; the best \
         record comes first.",
        "recall where are our events stored",
    ),
    page(
        "why",
        "It lists the records whose 'paths' cover a file, and notes on the commits that changed \
         it.",
        "why src/store/log.rs",
    ),
    page(
        "blame",
        "It lists the records that a commit's message names, and those whose paths cover the file. \
         Like 'git blame -M', it follows lines that were moved within the file; git's settings for \
         blame count.",
        "blame src/store.rs -L 10,20",
    ),
    page(
        "map",
        "Each line is a file and its symbols, as an introduction to a repository; the last line \
         counts the files beyond the limit.",
        "map --for src/store/log.rs --max-tokens 500",
    ),
    page(
        "related",
        "Linked records come first, then records with shared paths, tags and words; a graph \
         follows all links.",
        "related dec-7k3m9q",
    ),
    page(
        "suggest",
        "A trailer 'Decision: ID' in a commit's message links the commit to its decision, for \
         searches and 'blame'.",
        "suggest --staged",
    ),
    page(
        "incoming",
        "It lists records that landed there since this branch began, and that cover a file which \
         the branch or the work tree changes.",
        "incoming origin/main",
    ),
    page(
        "feedback",
        "Rate questions that found nothing, too: 'review' lists them.",
        "feedback --outcome helpful --id dec-7k3m9q -- event store",
    ),
    page(
        "summary",
        "Entries are commits on a private ref of the branch; only 'git memory sync' sends them out \
         of this clone.",
        "summary append --run release-1 --step 1 --title \"Plan the release\"",
    ),
    page(
        "runs",
        "A run groups the steps of one task; each step shows its last state.",
        "runs",
    ),
    page(
        "notes",
        "They follow their commit through amend and rebase; 'reattach' moves them after a squash.",
        "notes HEAD",
    ),
    page(
        "publish",
        "The entry stays in the work log, and the new record names its origin.",
        "publish dec-7k3m9q",
    ),
    page(
        "forget",
        "It deletes nothing; 'git memory gc --expunge' removes the text from this clone.",
        "forget sum-9x2c4v",
    ),
    page(
        "fold",
        "Hooks do this after a merge; run it after a squash, or without hooks.",
        "fold feature/queue",
    ),
    page(
        "gc",
        "On a terminal it asks what to do with each of them.",
        "gc --fold",
    ),
    page(
        "user",
        "It is outside of any repository, and only yours.",
        "user write MEMORY \"I prefer small commits.\" --append",
    ),
    page(
        "sync",
        "Everyone who can read the remote can then read the entries; sync looks for secrets before \
         it pushes.",
        "sync origin --dry-run",
    ),
    page(
        "import",
        "Known records are not imported twice; a report lists each file. Agents' files become \
         rules, conventions and topics, with their whole text.",
        "import adr docs/adr --dry-run",
    ),
    page(
        "export",
        "'git memory import json' reads the JSON back, byte for byte.",
        "export --format json --rev main",
    ),
    page(
        "rules",
        "'build' writes them into a block of AGENTS.md, those of a scope \
         (memory/scopes/<scope>/rules/) in the scope's folder; it keeps the text around the block.",
        "rules build",
    ),
    page(
        "agents",
        "It keeps your own entries and comments in the same files, and 'uninstall' restores the \
         bytes; docs/agents.md lists the agents and their files.",
        "agents install claude codex",
    ),
    page(
        "mcp",
        "Agents start it; 'git memory agents install' adds it to their configuration.",
        "mcp",
    ),
    page(
        "serve",
        "It prints an address with a token; requests need the token. Press Ctrl-C to stop.",
        "serve --port 0",
    ),
    page(
        "site",
        "Only committed records are published. Output is reproducible; other files in the folder \
         are kept.",
        "site public --base-url https://example.org/memory/",
    ),
    page(
        "check",
        "Each finding has a place, a code and a fix; for CI, the exit status is 1 if there is an \
         error.",
        "check --rev origin/main..HEAD --format github",
    ),
    page(
        "review",
        "The evidence comes from git: files that changed or were deleted since a record was \
         confirmed; also successors, due days and ratings.",
        "review --confirm dec-7k3m9q",
    ),
    page(
        "backtest",
        "Each commit is a question to memory as it was before: first its message without the \
         record's name, then also its files.",
        "backtest --since v1.0",
    ),
    page(
        "scan",
        "A finding shows the kind of secret and its place, never its value; the exit status is 1 \
         if there is one.",
        "scan --staged",
    ),
    page(
        "allow",
        "It takes a fingerprint from 'git memory scan', and takes effect when you commit it.",
        "allow 3f9a1c0b --reason \"a sample from the documentation\"",
    ),
    page(
        "policy",
        "The hook that agents call before a tool applies the same rules; the exit status of \
         'check' is 1 if a path is denied.",
        "policy check --for write src/main.rs",
    ),
    page(
        "refresh",
        "Commands that read do this automatically; use it in scripts, and with --check in CI.",
        "refresh --check",
    ),
    page(
        "config",
        "With --show-origin, each comes with its source: a variable, git's settings, the team's \
         file or the default.",
        "config --list",
    ),
    page(
        "identity",
        "They are equal for every spelling of a remote, and contain no credentials.",
        "identity --json",
    ),
    page(
        "hook",
        "The hooks of 'git memory hooks install' call it; agents call 'session-start', \
         'user-prompt', 'pre-tool-use', 'subagent-start' and 'session-end', with '--agent NAME'.",
        "hook pre-commit",
    ),
    page(
        "filter",
        "git starts it as 'filter.git-memory.process', for the files that it stores or checks out.",
        "filter",
    ),
    page(
        "read-symbols",
        "It reads sources on standard input; a source that takes too much memory or time only ends \
         this process.",
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
