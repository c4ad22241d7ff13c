//! All limits on what comes from outside: what each is about, how much, and what happens beyond.
//!
//! A record, a setting, a commit or a request may come from a stranger. The rest is served, and what
//! is beyond is named. `_BYTES` and `_MEMORY` are counted in bytes; `tests/architecture` looks that
//! each limit has a test, and makes the table of `docs/reference.md` from this file. Sizes of what
//! is shown, of caches, and of what a rule of the guard looks for stay with their code.

use core::time::Duration;

// Files
/// Bytes of a record, a page or another file below `memory/`, and of one file of an import. Beyond:
/// `check` names the file, and nothing reads it; a write is refused, an import leaves it out.
pub const RECORD_BYTES: u64 = 1 << 20;
/// Bytes of `index.md`, `impressions.jsonl`, `recall-feedback.jsonl` or `secret-allowances.jsonl`.
/// Beyond: `check` names the file, and nothing reads it.
pub const LIST_BYTES: u64 = 16 << 20;
/// Bytes of `recall-feedback.jsonl` whose ratings change the order of results. Beyond: the first
/// ones count, and `check` says so.
pub const RATING_BYTES: usize = 4 << 20;
/// Bytes of the team's settings, `memory/config.yaml`. Beyond: a command that writes fails, others
/// warn; `check` names the file.
pub const SETTINGS_BYTES: usize = 16 << 10;
/// Bytes of front matter: nesting costs the YAML library quadratic time. Beyond: `check` names the
/// record, and its keys are not read.
pub const FRONT_MATTER_BYTES: usize = 16 << 10;
/// Bytes that the aliases of a YAML text may stand for: as many as a record may have. Beyond: the
/// text is refused with this reason.
pub const ALIAS_BYTES: u64 = 1 << 20;
/// Brackets that are open at once in YAML. The library reads nothing that is over 128 deep, but
/// finds out in a time that grows with the square of the depth. Beyond: the text is refused with
/// this reason.
pub const OPEN_BRACKETS: usize = 2000;
/// Bytes of a file of rules, which agents read in every conversation. Beyond: `rules build` names the
/// file, and builds nothing.
pub const RULE_BYTES: u64 = 256 << 10;
/// Bytes of an agent's or a hook manager's configuration. Beyond: an error names the file, and it
/// is not changed.
pub const CONFIGURATION_BYTES: u64 = 16 << 20;
/// Bytes of a JSON document or of a whole bundle that is imported. Beyond: the import fails, and
/// nothing is written.
pub const IMPORT_BYTES: u64 = 64 << 20;
/// Bytes of a file that `scan` reads: a larger one is data. Beyond: the report counts the file as
/// skipped.
pub const SCAN_BYTES: usize = 32 << 20;
/// Bytes of a file of a sentence model; the largest known one has 134 MB. Beyond: an error names
/// the file, and the model is not installed.
pub const MODEL_BYTES: u64 = 256 << 20;
/// Bytes of a source file whose symbols are read. Beyond: `map` names it as unread, and checks of
/// it as not run.
pub const SOURCE_BYTES: usize = 1 << 20;
/// Lines of CODEOWNERS: each is compared with paths. Beyond: the first ones are read, and `related`
/// says so.
pub const OWNERS_LINES: usize = 5000;

// Records
/// Characters of a title. Beyond: `check` names the record; a write is refused.
pub const TITLE_CHARS: usize = 300;
/// Comparisons of globs with tracked files in one run, half a second at most: a thousand globs in a
/// hundred thousand files would take minutes. Beyond: `check` names each pathspec that was not
/// compared; `related` says that not all owners of files were looked for.
pub const PATH_COMPARISONS: usize = 2_000_000;
/// Checks of one record. Beyond: the first ones run, and `check` and `verify` name the record.
pub const RECORD_CHECKS: usize = 100;
/// Checks of a project: each is asked of every file that it is about. Beyond: the first ones run,
/// and `verify` says how many did not.
pub const PROJECT_CHECKS: usize = 1000;
/// Bytes of a check's pattern or command. Beyond: the check does not run, and `check` and `verify`
/// name it.
pub const PATTERN_BYTES: usize = 1000;
/// Paths of a check. Beyond: the check does not run, and `check` and `verify` name it.
pub const PATTERN_PATHS: usize = 100;
/// Bytes of memory of a compiled pattern of a check or a setting: hostile ones grow with their
/// counts. Beyond: the check does not run and is named; the setting is refused.
pub const PATTERN_MEMORY: usize = 1 << 20;
/// Places of one check in one file. Beyond: the first ones are named.
pub const PATTERN_PLACES: usize = 1000;
/// Time of a check's command: long enough for the tests of a project. Beyond: it is ended, and
/// `verify` says that it failed for this reason.
pub const CHECK_COMMAND_TIME: Duration = Duration::from_mins(30);
/// Waivers in the commits of one range. Beyond: the newest ones count, and `check` of the range and
/// `pr` say so.
pub const WAIVERS: usize = 100;
/// Trailers of ours in one commit message. Beyond: the first ones are read, and `check --rev A..B`
/// names the commit.
pub const TRAILERS: usize = 64;
/// Records that one commit message names: a changelog names all of them, and follows none. Beyond:
/// the first ones count.
pub const CITATIONS: usize = 32;
/// Entries of one list of an imported JSON document. Beyond: the import fails, and nothing is
/// written.
pub const IMPORTED_ENTRIES: usize = 100_000;
/// Bytes of a path in an imported document. Beyond: the entry is left out, and the report says why.
pub const IMPORTED_PATH_BYTES: usize = 1024;
/// Lines of an agent's file that become a rule, which every conversation carries. Beyond: the file
/// becomes a topic, and the report says why.
pub const IMPORTED_RULE_LINES: usize = 200;
/// Pathspecs that the globs of an agent's file may stand for. Beyond: the file is left out, and the
/// report says why.
pub const IMPORTED_RULE_GLOBS: usize = 64;

// Parents
/// Parents of a repository, with those of its parents. Beyond: `subscribe` refuses another one, and
/// names those above that are not read.
pub const PARENTS: usize = 16;
/// Levels of parents above a repository. Beyond: `subscribe` names the parent, and does not read it.
pub const PARENT_LEVELS: usize = 3;
/// Bytes of a parent's address. Beyond: it is refused, and `check` names one in the settings.
pub const PARENT_ADDRESS_BYTES: usize = 1000;
/// Folders that are read beside a parent's memory. Beyond: they are refused, and `check` names the
/// parent in the settings.
pub const PARENT_FOLDERS: usize = 20;
/// Files of a parent. Beyond: the rest is counted and left out.
pub const PARENT_FILES: usize = 10_000;
/// Bytes of a parent's files, together. Beyond: as for [`PARENT_FILES`].
pub const PARENT_BYTES: usize = 64 << 20;

// Depth
/// Folders within each other in a tree of git: no work tree goes so deep, but a hostile tree may.
/// Beyond: what is below is not read; `check --rev` names the folder in memory, and a warning one
/// of code.
pub const TREE_DEPTH: usize = 200;
/// Depth of a manifest or lock file in JSON. Beyond: the rest of the file has no packages for
/// checks.
pub const JSON_DEPTH: usize = 64;
/// Commands within commands in a line of a shell. Beyond: the policy says that it cannot judge the
/// line.
pub const COMMAND_DEPTH: usize = 8;
/// Blocks within blocks of reStructuredText. Beyond: the block stays as it is, in a fence.
pub const BLOCK_DEPTH: usize = 12;
/// Files that agents' files include in turn, as in Claude Code. Beyond: the text goes on naming the file, and the report says so.
pub const INCLUDE_DEPTH: usize = 5;

// Work log
/// Bytes of an entry of the work log, and of a note on a commit. Beyond: a write is refused; `sync`
/// leaves a larger one where it is, names it, and ends with status 1.
pub const ENTRY_BYTES: usize = 64 << 10;
/// Steps that a step of a run waits for. Beyond: an append is refused, and what another program wrote
/// is read as far.
pub const STEPS_BEFORE: usize = 100;
/// Characters of a label. Beyond: the label is refused.
pub const LABEL_CHARS: usize = 100;
/// Bytes of `memory/recipients`. Beyond: `check` names the file, and `sync` sends nothing.
pub const RECIPIENTS_BYTES: usize = 64 << 10;
/// People in `memory/recipients`: each one adds to every entry. Beyond: the first ones can read, and
/// `sync` and `check` name the other lines.
pub const RECIPIENTS: usize = 100;
/// Bytes of the file of a private key (`memory.identity`). Beyond: `sync` says that it holds no key,
/// and decrypts nothing.
pub const IDENTITY_BYTES: usize = 64 << 10;
/// Bytes of an entry with its files that is decrypted. Beyond: `sync` neither sends nor reads it, and
/// names it.
pub const SEALED_BYTES: usize = 16 << 20;
/// Bytes of a session's transcript that are read. Beyond: its end is read.
pub const TRANSCRIPT_BYTES: u64 = 128 << 20;
/// Bytes of a line of a transcript. Beyond: the line is passed over.
pub const TRANSCRIPT_LINE_BYTES: u64 = 2 << 20;
/// Bytes of a call that an agent hands to a hook. Beyond: the answer says that the call is not
/// judged.
pub const HOOK_INPUT_BYTES: u64 = 16 << 20;

// History and merges
/// Commits of the first line that are looked at for the oldest of two records with one id. Beyond:
/// files that had it all the time are told by their paths.
pub const LINE_COMMITS: usize = 10_000;
/// Changed files of a range that are searched for citations: each is an argument of git. Beyond:
/// `check` of the range says how many there are.
pub const CITING_FILES: usize = 500;
/// Changed files of a range for which records are looked up. Beyond: `check` of the range says how
/// many there are.
pub const CHANGED_FILES: usize = 10_000;
/// Changed files of one record that are compared for its freshness. Beyond: its freshness is
/// `unknown`, with this reason.
pub const COMPARED_FILES: usize = 512;
/// Files of one record that are looked at for its freshness. Beyond: its freshness is `unknown`,
/// with this reason.
pub const RECORD_FILES: usize = 2000;
/// Bytes of all files of one record that are compared for its freshness. Beyond: its freshness is
/// `unknown`, with this reason.
pub const COMPARED_BYTES: usize = 16 << 20;
/// Lines of a file that the merge driver merges by keys and lists. Beyond: git merges it as a text.
pub const MERGED_LINES: usize = 10_000;
/// Lines of a text that a difference compares one by one. Beyond: all lines between the first
/// change and the last are shown as replaced.
pub const DIFFERENCE_LINES: usize = 10_000;

// Servers
/// Bytes of a request's body: a record has at most 1 MiB. Beyond: the request is refused, and the
/// reason said.
pub const BODY_BYTES: usize = 2 << 20;
/// Bytes of a request's head. Beyond: the connection ends.
pub const HEAD_BYTES: usize = 64 << 10;
/// Connections of the server, at most half of the files that the process may open. Beyond: others
/// wait, and idle ones are ended for them.
pub const CONNECTIONS: usize = 256;
/// Pages that listen to changes. Beyond: the request is refused, and the reason said.
pub const LISTENERS: usize = 64;
/// Time for the answer to a request. Beyond: the request ends with this reason.
pub const ANSWER_TIME: Duration = Duration::from_mins(1);
/// Bytes of a message to the MCP server. Beyond: the connection ends, as the protocol's SDK wants
/// it.
pub const MESSAGE_BYTES: usize = 16 << 20;
/// Requests to the MCP server that are worked on or wait. Beyond: the next ones are not read
/// before.
pub const OPEN_REQUESTS: usize = 256;
/// Bytes of an answer of a server of embeddings: a vector of 4,096 numbers for each text of the
/// largest request. Beyond: a warning names the fault, and search goes by words.
pub const EMBEDDING_BYTES: u64 = 4 << 20;
/// Numbers of a vector of a server; the largest known models have as many. Beyond: a warning names
/// the fault, and search goes by words.
pub const VECTOR_NUMBERS: usize = 4096;

// Agents' calls and projects
/// Files or edits that one call of a tool names. Beyond: the policy says that it cannot judge the
/// call.
pub const CALL_VALUES: usize = 4096;
/// Paths that a line of a shell names. Beyond: the policy says that it cannot judge the line.
pub const COMMAND_PATHS: usize = 4096;
/// Bytes of a path in a call (`PATH_MAX` of Linux). Beyond: the policy says that it cannot judge
/// the call.
pub const CALL_PATH_BYTES: usize = 4096;
/// Globs that one in a call may stand for. Beyond: the policy says that it cannot judge the call.
pub const CALL_GLOBS: usize = 256;
/// Repositories by whose policy one call is judged. Beyond: the policy says that it cannot judge
/// the call.
pub const CALL_REPOSITORIES: usize = 8;
/// Bytes of a pattern of the policy. Beyond: the setting is refused, and `check` names it.
pub const POLICY_PATTERN_BYTES: usize = 1024;
/// Folders that are looked into for the project's manifests. Beyond: the profile says so.
pub const PROJECT_FOLDERS: usize = 1000;
/// Files that the project's profile is made of. Beyond: the profile says so.
pub const PROJECT_FILES: usize = 2000;
/// Definitions of a source file: a file with more is data, or hostile. Beyond: the first ones are
/// in the map.
pub const DEFINITIONS: usize = 4096;
/// Time for the symbols of one source. One of the largest size takes a tenth of it. Beyond: `map`
/// names it as unread, and checks of it as not run.
pub const SOURCE_TIME: Duration = Duration::from_secs(1);
/// Bytes of memory of the process that reads a source. Beyond: `map` names it as unread, and checks
/// of it as not run.
pub const SOURCE_MEMORY: u64 = 128 << 20;

// Secrets
/// Matches of one pattern of the settings in one text. Each may look at all text after it. Beyond:
/// the whole rest of the text counts as secret.
pub const RULE_MATCHES: usize = 1000;
/// Bytes of a run of Base64 or hexadecimal digits that is decoded: a longer one is data. Beyond: it
/// is searched as it is written.
pub const ENCODED_BYTES: usize = 16 << 10;
/// Encodings within each other that are decoded. Beyond: it is searched as it is written.
pub const ENCODED_DEPTH: usize = 3;
/// Rounds of a redaction: what is left beside a marker may look like a secret again. Beyond: the
/// whole text is replaced by a marker.
pub const REDACTION_ROUNDS: usize = 8;
/// Salts of the allowances of one rule: each one is a slow hash for each finding. Beyond:
/// allowances with other salts do not count, so that their secrets are found.
pub const ALLOWANCE_SALTS: usize = 16;
/// Slow hashes of one command. Beyond: the secret is found.
pub const ALLOWANCE_HASHES: usize = 64;

// Waiting
/// Time of a hook that only brings state up to date: the next read does its work. Beyond: git goes
/// on without it.
pub const HOOK_TIME: Duration = Duration::from_secs(10);
/// Time that a command waits for another one that writes. Beyond: it fails and says so; nothing was
/// written.
pub const LOCK_TIME: Duration = Duration::from_secs(10);

// The hub
/// Commits of a repository's branch that changed memory, whose states the hub keeps. Beyond: the
/// oldest state that is kept has no date before it, and `add` and `reindex` say so.
pub const HUB_COMMITS: usize = 2000;
/// Bytes of one push of a work log to the hub. Beyond: the push is refused; `sync` says so, and
/// nothing was changed there.
pub const PUSH_BYTES: usize = 32 << 20;
/// Things that a record is tied to in the hub. Beyond: the record is not found by the others.
pub const TIES: usize = 500;
/// Bytes of the name of one. Beyond: the record is not found by it.
pub const TIED_NAME: usize = 500;
