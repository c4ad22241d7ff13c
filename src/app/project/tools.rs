//! The tools of agents: which of their arguments are paths, and what they do with them.

use serde_json::Value;

use crate::domain::project::policy::Access;
use crate::domain::project::{Edit, Piece};
use crate::domain::session::patched;
use crate::domain::shell::named;

/// The most values of one argument that are looked at.
const VALUES: usize = 4096;

/// What a call wants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The paths, in order.
    pub paths: Vec<WantedPath>,
    /// The texts that are to be written.
    pub texts: Vec<NewText>,
    /// What files are to become, where the call says all of it.
    pub edits: Vec<WantedEdit>,
    /// The files that it is about to read or write, where a tool for files says so: a command line
    /// may name any for many reasons.
    pub files: Vec<String>,
}

/// A path or glob, and what for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedPath {
    /// As it is typed.
    pub text: String,
    /// What for.
    pub access: Access,
    /// Whether it is known where it begins.
    pub is_rooted: bool,
}

/// A text that is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewText {
    /// The file.
    pub path: String,
    /// The text, or a part of it.
    pub text: String,
}

/// An edit of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedEdit {
    /// The file.
    pub path: String,
    /// What it becomes.
    pub edit: Edit,
}

/// A call that cannot be understood, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadCall(String);

impl BadCall {
    /// Why, in one line.
    #[must_use]
    pub fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

/// What a tool does.
#[derive(Clone, Copy)]
enum Does {
    /// One file, in the first of these arguments that is there.
    File(&'static [&'static str], Access),
    /// One folder, in an argument likewise.
    Folder(&'static [&'static str]),
    /// Writes the files that a patch names.
    Patch,
    /// Finds files by name.
    Glob,
    /// Finds files by what is in them.
    Grep,
    /// Runs a command line.
    Shell,
}

/// The argument of a file: of Claude Code and Gemini CLI; the others are what Cursor and older
/// versions call it.
const FILE: &[&str] = &["file_path", "path", "target_file", "absolute_path"];
const NOTEBOOK: &[&str] = &["notebook_path", "target_notebook"];
const FOLDER: &[&str] = &["path", "dir_path", "target_directory"];

/// The tools of Claude Code (code.claude.com, "Hooks reference"), Codex
/// (developers.openai.com/codex/hooks), Cursor (cursor.com/docs/hooks) and Gemini CLI
/// (geminicli.com/docs/reference/tools).
const TOOLS: [(&str, Does); 24] = [
    ("Read", Does::File(FILE, Access::Read)),
    ("Write", Does::File(FILE, Access::Write)),
    ("Edit", Does::File(FILE, Access::Write)),
    ("MultiEdit", Does::File(FILE, Access::Write)),
    ("NotebookRead", Does::File(NOTEBOOK, Access::Read)),
    ("NotebookEdit", Does::File(NOTEBOOK, Access::Write)),
    ("LS", Does::Folder(FOLDER)),
    ("Glob", Does::Glob),
    ("Grep", Does::Grep),
    ("Bash", Does::Shell),
    ("apply_patch", Does::Patch),
    ("Shell", Does::Shell),
    ("StrReplace", Does::File(FILE, Access::Write)),
    ("Delete", Does::File(FILE, Access::Write)),
    ("EditNotebook", Does::File(NOTEBOOK, Access::Write)),
    ("read_file", Does::File(FILE, Access::Read)),
    ("write_file", Does::File(FILE, Access::Write)),
    ("replace", Does::File(FILE, Access::Write)),
    ("list_directory", Does::Folder(FOLDER)),
    ("glob", Does::Glob),
    ("grep_search", Does::Grep),
    ("search_file_content", Does::Grep),
    ("run_shell_command", Does::Shell),
    ("shell", Does::Shell),
];
/// Arguments of any tool that can be nothing but paths of files here.
const FILES: [&str; 6] = [
    "file_path",
    "filePath",
    "files",
    "notebook_path",
    "path",
    "paths",
];
/// Words in the names of servers' tools that write files.
const WRITING: [&str; 12] = [
    "write", "edit", "create", "delete", "remove", "move", "rename", "append", "insert", "replace",
    "update", "save",
];
/// And what they do it to: another `create` may make an issue.
const WRITTEN: [&str; 4] = ["file", "files", "directory", "notebook"];

/// What a call of a tool wants.
pub(super) fn wanted(tool: &str, input: &Value) -> Result<Wanted, BadCall> {
    let known = TOOLS.iter().find(|(name, _)| *name == tool);
    let mut wanted = Wanted::default();
    match known {
        Some((_, Does::File(arguments, access))) => {
            let path = one_of(tool, input, arguments)?;
            wanted.add(path, *access);
            wanted.files.push(path.to_owned());
            if *access == Access::Write {
                wanted.add_texts(path, input);
                wanted.add_edit(path, input);
            }
        }
        Some((_, Does::Folder(arguments))) => {
            wanted.add(one_of(tool, input, arguments)?, Access::Read);
        }
        Some((_, Does::Patch)) => wanted.add_patch(one_of(tool, input, &["command", "input"])?),
        Some((_, Does::Glob)) => {
            let folder = folder(tool, input)?;
            wanted.add(folder.unwrap_or("."), Access::Search);
            wanted.add(
                &joined(folder, one_of(tool, input, &["pattern", "glob_pattern"])?),
                Access::Search,
            );
        }
        Some((_, Does::Grep)) => {
            let folder = folder(tool, input)?;
            wanted.add(folder.unwrap_or("."), Access::Search);
            for argument in ["glob", "include", "include_pattern"] {
                let globs = optional(tool, input, argument)?.unwrap_or_default();
                for glob in globs.split_whitespace() {
                    wanted.add_filter(folder, glob);
                }
            }
        }
        Some((_, Does::Shell)) => wanted.add_line(one_of(tool, input, &["command"])?),
        None => wanted.add_unknown(tool, input),
    }
    Ok(wanted)
}

impl Wanted {
    /// Adds a path that begins where the tool runs.
    pub fn add(&mut self, path: &str, access: Access) {
        self.paths.push(WantedPath {
            text: path.to_owned(),
            access,
            is_rooted: true,
        });
    }

    /// Adds the files of a patch, and what it adds to them.
    fn add_patch(&mut self, patch: &str) {
        for path in patched(patch).take(VALUES) {
            self.add(path, Access::Write);
            self.add_text(path, patch);
            self.files.push(path.to_owned());
        }
    }

    /// Adds the paths of a command line.
    pub fn add_line(&mut self, line: &str) {
        for path in named(line) {
            // What goes into memory is somewhere in the line.
            if path.access == Access::Write && path.is_rooted {
                self.texts.push(NewText {
                    path: path.text.clone(),
                    text: line.to_owned(),
                });
            }
            self.paths.push(WantedPath {
                text: path.text,
                access: path.access,
                is_rooted: path.is_rooted,
            });
        }
    }

    /// Adds a glob by which a search chooses files: one without a slash is for any folder, one
    /// with `!` leaves out.
    fn add_filter(&mut self, folder: Option<&str>, glob: &str) {
        if glob.starts_with('!') {
            return;
        }
        let glob = if glob.contains('/') {
            glob.trim_start_matches('/').to_owned()
        } else {
            format!("**/{glob}")
        };
        self.add(&joined(folder, &glob), Access::Search);
    }

    /// Adds the new texts of a file.
    fn add_texts(&mut self, path: &str, input: &Value) {
        let mut texts = Vec::new();
        for argument in ["content", "new_string", "new_source"] {
            texts.extend(input.get(argument).and_then(Value::as_str));
        }
        if let Some(edits) = input.get("edits").and_then(Value::as_array) {
            for edit in edits {
                texts.extend(edit.get("new_string").and_then(Value::as_str));
            }
        }
        for text in texts {
            self.add_text(path, text);
        }
    }

    /// Adds what a file is to become.
    fn add_edit(&mut self, path: &str, input: &Value) {
        let edit = if let Some(text) = input.get("content").and_then(Value::as_str) {
            Edit::Whole(text.to_owned())
        } else {
            let pieces = match input.get("edits").and_then(Value::as_array) {
                Some(edits) => edits.iter().take(VALUES).filter_map(piece).collect(),
                None => piece(input).into_iter().collect(),
            };
            Edit::Pieces(pieces)
        };
        self.edits.push(WantedEdit {
            path: path.to_owned(),
            edit,
        });
    }

    /// Adds a text that a file is to have.
    pub fn add_text(&mut self, path: &str, text: &str) {
        self.texts.push(NewText {
            path: path.to_owned(),
            text: text.to_owned(),
        });
    }

    /// Adds what is plainly a path among the arguments of a tool that is not known.
    fn add_unknown(&mut self, tool: &str, input: &Value) {
        let access = if writes_files(tool) {
            Access::Write
        } else {
            Access::Read
        };
        for argument in FILES {
            let values = match input.get(argument) {
                Some(Value::Array(values)) => values.as_slice(),
                Some(value) => std::slice::from_ref(value),
                None => &[],
            };
            for path in values.iter().take(VALUES).filter_map(Value::as_str) {
                // A URL of another scheme is no file.
                if !path.contains("://") || path.starts_with("file:") {
                    self.add(path, access);
                }
            }
        }
    }
}

/// A piece of a file that takes the place of another one.
fn piece(edit: &Value) -> Option<Piece> {
    let text = |argument| edit.get(argument).and_then(Value::as_str);
    Some(Piece {
        old: text("old_string")?.to_owned(),
        new: text("new_string")?.to_owned(),
        is_everywhere: edit.get("replace_all") == Some(&Value::Bool(true)),
    })
}

/// Whether a server's tool (`mcp__<server>__<tool>`) writes files, by its name.
fn writes_files(tool: &str) -> bool {
    let Some((_, name)) = tool
        .strip_prefix("mcp__")
        .and_then(|rest| rest.split_once("__"))
    else {
        return false;
    };
    let has = |words: &[&str]| name.split(['_', '-']).any(|word| words.contains(&word));
    has(&WRITING) && has(&WRITTEN)
}

/// A glob below a folder; one that is absolute, or begins at home, stays so.
fn joined(folder: Option<&str>, glob: &str) -> String {
    match folder {
        Some(folder) if !glob.starts_with(['/', '~']) => format!("{folder}/{glob}"),
        _ => glob.to_owned(),
    }
}

/// The first of some arguments that is there; the error names the first one of all.
fn one_of<'a>(tool: &str, input: &'a Value, arguments: &[&str]) -> Result<&'a str, BadCall> {
    for argument in arguments {
        if let Some(text) = optional(tool, input, argument)? {
            return Ok(text);
        }
    }
    let name = arguments.first().copied().unwrap_or_default();
    Err(BadCall::new(format!("{tool}: '{name}' is missing")))
}

/// The folder of a search.
fn folder<'a>(tool: &str, input: &'a Value) -> Result<Option<&'a str>, BadCall> {
    for argument in FOLDER {
        if let Some(folder) = optional(tool, input, argument)? {
            return Ok(Some(folder));
        }
    }
    Ok(None)
}

fn optional<'a>(tool: &str, input: &'a Value, argument: &str) -> Result<Option<&'a str>, BadCall> {
    match input.get(argument) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(BadCall::new(format!("{tool}: '{argument}' is not a text"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn shown(tool: &str, input: &Value) -> String {
        let wanted = match wanted(tool, input) {
            Ok(wanted) => wanted,
            Err(error) => return format!("! {error}"),
        };
        let mut shown = Vec::new();
        for path in wanted.paths {
            shown.push(format!("{} {}", path.access.name(), path.text));
        }
        for text in wanted.texts {
            shown.push(format!("{}={}", text.path, text.text));
        }
        shown.join(", ")
    }

    #[test]
    fn each_tool_has_its_paths() {
        for (tool, input, expected) in [
            ("Read", json!({"file_path": "/a"}), "read /a"),
            (
                "Write",
                json!({"file_path": "a", "content": "x"}),
                "write a, a=x",
            ),
            (
                "Edit",
                json!({"file_path": "a", "old_string": "y", "new_string": "x"}),
                "write a, a=x",
            ),
            (
                "MultiEdit",
                json!({"file_path": "a", "edits": [{"new_string": "x"}, {"new_string": "y"}, 3]}),
                "write a, a=x, a=y",
            ),
            (
                "NotebookEdit",
                json!({"notebook_path": "a", "new_source": "x"}),
                "write a, a=x",
            ),
            ("LS", json!({"path": "a", "ignore": ["b"]}), "read a"),
            (
                "apply_patch",
                json!({"command": "*** Begin Patch\n*** Add File: a\n+x\n*** End Patch"}),
                "write a, a=*** Begin Patch\n*** Add File: a\n+x\n*** End Patch",
            ),
            (
                "replace",
                json!({"file_path": "a", "old_string": "y", "new_string": "x"}),
                "write a, a=x",
            ),
            ("read_file", json!({"absolute_path": "/a"}), "read /a"),
            (
                "grep_search",
                json!({"pattern": "x", "dir_path": "a", "include": "*.rs"}),
                "search a, search a/**/*.rs",
            ),
            ("Shell", json!({"command": "cat a"}), "read a"),
            (
                "Glob",
                json!({"pattern": "**/*.rs"}),
                "search ., search **/*.rs",
            ),
            (
                "Glob",
                json!({"pattern": "*", "path": "a"}),
                "search a, search a/*",
            ),
            (
                "Glob",
                json!({"pattern": "/b/*", "path": "a"}),
                "search a, search /b/*",
            ),
            ("Grep", json!({"pattern": ".git/config"}), "search ."),
            (
                "Grep",
                json!({"pattern": "x", "path": "a", "glob": "*.rs !.git b/*"}),
                "search a, search a/**/*.rs, search a/b/*",
            ),
            (
                "Bash",
                json!({"command": "cat a > b"}),
                "write b, read a, b=cat a > b",
            ),
            ("TodoWrite", json!({"todos": []}), ""),
            ("WebFetch", json!({"url": "https://x/.git"}), ""),
            ("mcp__fs__write_file", json!({"path": "a"}), "write a"),
            (
                "mcp__fs__read_files",
                json!({"paths": ["a", "b", 1]}),
                "read a, read b",
            ),
            ("mcp__hub__create_issue", json!({"path": "/a"}), "read /a"),
            ("Read", json!({}), "! Read: 'file_path' is missing"),
            (
                "Read",
                json!({"file_path": 1}),
                "! Read: 'file_path' is not a text",
            ),
            ("Read", json!(null), "! Read: 'file_path' is missing"),
            (
                "Glob",
                json!({"pattern": "*", "path": []}),
                "! Glob: 'path' is not a text",
            ),
        ] {
            assert_eq!(shown(tool, &input), expected, "{tool} {input}");
        }
    }
}
