//! Files that a tool call wants: paths, texts and edits.

use std::rc::Rc;

use serde_json::Value;

use git_memory_policy::apply_patch::{edits, patched};
use git_memory_policy::project::policy::{Access, Touch, of_search};
use git_memory_policy::project::{Edit, Piece};
use git_memory_policy::shell::{Act, named};
use git_memory_text::limits;

/// Message for more files or edits than that.
const TOO_MANY: &str = "it has more than 4,096 files or edits";
/// Message for a text or an edit that is not a string.
const NO_TEXT: &str = "what it writes is not a text";

/// Arguments of any tool that can be nothing but paths of files here.
pub(super) const FILES: [&str; 6] = [
    "file_path",
    "filePath",
    "files",
    "notebook_path",
    "path",
    "paths",
];
/// Arguments that are all of a file's new text: of most agents, and of Copilot CLI, whose tools are
/// those of platform.claude.com, "Text editor tool".
const WHOLE: [&str; 2] = ["content", "file_text"];
/// A part of its text, and what takes its place: of most agents, of Copilot CLI, of Visual Studio
/// Code, and of the server for files of github.com/modelcontextprotocol/servers.
const OLD: [&str; 4] = ["old_string", "old_str", "oldString", "oldText"];
const NEW: [&str; 4] = ["new_string", "new_str", "newString", "newText"];
/// Words in the names of servers' tools that write files.
const WRITING: [&str; 12] = [
    "write", "edit", "create", "delete", "remove", "move", "rename", "append", "insert", "replace",
    "update", "save",
];
/// And what they do it to: another `create` may make an issue.
const WRITTEN: [&str; 4] = ["file", "files", "directory", "notebook"];

/// Files that a call wants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The paths, in order.
    pub paths: Vec<WantedPath>,
    /// The texts that are to be written.
    pub texts: Vec<NewText>,
    /// New content of files, as far as the call states it.
    pub edits: Vec<WantedEdit>,
    /// The files that it plainly reads or writes, as they are typed; a command line may have globs
    /// and folders among them.
    pub files: Vec<String>,
    /// Reason why the call may want more, if a part of it was not checked.
    pub unclear: Option<&'static str>,
}

/// A path or glob, and what for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedPath {
    /// The path as it was typed.
    pub text: String,
    /// Kind of access.
    pub access: Access,
    /// True if the start of the path is known.
    pub is_rooted: bool,
    /// True if everything below the path is wanted, too.
    pub is_whole: bool,
    /// True if the words of a command line name it, and no argument of a tool for files.
    pub is_by_shell: bool,
}

/// A text that is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewText {
    /// The file.
    pub path: String,
    /// The text, a part of it, or what it is a part of.
    pub text: Rc<str>,
}

/// An edit of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedEdit {
    /// The file.
    pub path: String,
    /// The edit.
    pub edit: Edit,
}

impl WantedPath {
    /// Access, and how it is asked for.
    pub(super) fn touch(&self) -> Touch {
        Touch {
            access: self.access,
            is_by_shell: self.is_by_shell,
        }
    }
}

impl Wanted {
    /// Adds a path that begins where the tool runs.
    pub fn add(&mut self, path: &str, access: Access) {
        self.paths.push(WantedPath {
            text: path.to_owned(),
            access,
            is_rooted: true,
            is_whole: false,
            is_by_shell: false,
        });
    }

    /// The pieces of a file that edits replace, as far as the call states them.
    pub(super) fn replaced_in(&self, path: &str) -> impl Iterator<Item = &str> {
        let edits = self.edits.iter().filter(move |it| it.path == path);
        edits.flat_map(|it| match &it.edit {
            Edit::Pieces(pieces) => pieces.iter().map(|piece| piece.old.as_str()).collect(),
            Edit::Hunks(hunks) => hunks.iter().map(|hunk| hunk.old.as_str()).collect(),
            Edit::Whole(_) | Edit::More => Vec::new(),
        })
    }

    /// Adds the files of a patch, and what it adds to them.
    pub(super) fn add_patch(&mut self, patch: &str) {
        for (nth, file) in patched(patch).enumerate() {
            if nth == limits::CALL_VALUES {
                self.unclear = Some(TOO_MANY);
                break;
            }
            self.add(file.path, Access::Write);
            self.add_text(file.path, patch);
            self.files.push(file.path.to_owned());
        }
        let edits = edits(patch).into_iter().take(limits::CALL_VALUES);
        self.edits.extend(edits.map(|(file, edit)| WantedEdit {
            path: file.to_owned(),
            edit,
        }));
    }

    /// Adds the paths of a command line.
    pub fn add_line(&mut self, line: &str) {
        let line: Rc<str> = line.into();
        let names = named(&line);
        self.unclear = names.unclear.or(self.unclear);
        for path in names.paths {
            let access = path.act.access();
            if path.is_rooted && !path.is_below && path.act.is_of_text() {
                self.files.push(path.text.clone());
            }
            // The line contains the text for memory, at an unknown position.
            if access == Access::Write && path.is_rooted {
                self.texts.push(NewText {
                    path: path.text.clone(),
                    text: line.clone(),
                });
            }
            if path.is_rooted && !path.is_glob && !path.is_below {
                self.add_act(&path.text, path.act, &line);
            }
            self.paths.push(WantedPath {
                text: path.text,
                access,
                is_rooted: path.is_rooted,
                is_whole: path.act == Act::Takes && !path.is_below,
                is_by_shell: true,
            });
        }
    }

    /// Adds a command line's effect on a file. A new text in the line is complete, as after `cat >
    /// file <<EOF`; any other new text is unknown.
    fn add_act(&mut self, path: &str, act: Act, line: &Rc<str>) {
        let edit = match act {
            Act::Mentions | Act::Reads | Act::Marks => return,
            Act::Appends => Edit::More,
            Act::Writes | Act::Takes => Edit::Whole(line.clone()),
        };
        self.edits.push(WantedEdit {
            path: path.to_owned(),
            edit,
        });
    }

    /// Adds the new content of a file: the whole text, or an unknown one.
    pub fn add_content(&mut self, path: &str, content: Option<&str>) {
        if let Some(content) = content {
            self.add_text(path, content);
        }
        self.edits.push(WantedEdit {
            path: path.to_owned(),
            edit: match content {
                Some(content) => Edit::Whole(content.into()),
                None => Edit::More,
            },
        });
    }

    /// Adds the globs by which a search chooses files, with spaces or commas between: one without a
    /// slash is for any folder, one with `!` leaves out.
    pub(super) fn add_filters(&mut self, folder: Option<&str>, globs: &str) {
        let mut depth = 0_usize;
        let ends = |sign: char| {
            match sign {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            sign.is_whitespace() || sign == ',' && depth == 0
        };
        for glob in globs.split(ends).filter(|glob| !glob.is_empty()) {
            if let Some(glob) = of_search(glob) {
                self.add(&joined(folder, &glob), Access::Search);
            }
        }
    }

    /// Adds a file that is to be written, with its text from the arguments.
    pub(super) fn add_written(&mut self, path: &str, input: &Value) {
        self.add(path, Access::Write);
        self.files.push(path.to_owned());
        self.add_texts(path, input);
        self.add_edit(path, input);
    }

    /// Adds the new texts of a file.
    fn add_texts(&mut self, path: &str, input: &Value) {
        let mut texts = Vec::new();
        for argument in WHOLE.iter().chain(&NEW).chain(&["new_source", "code"]) {
            texts.extend(input.get(argument));
        }
        match input.get("edits") {
            Some(Value::Array(edits)) => {
                for edit in edits {
                    texts.extend(if edit.is_object() {
                        NEW.iter().find_map(|argument| edit.get(argument))
                    } else {
                        Some(edit)
                    });
                }
            }
            None | Some(Value::Null) => {}
            Some(other) => texts.push(other),
        }
        for text in texts {
            match text {
                Value::String(text) => self.add_text(path, text),
                Value::Null => {}
                _ => self.unclear = Some(NO_TEXT),
            }
        }
    }

    /// Adds what a file is to become.
    fn add_edit(&mut self, path: &str, input: &Value) {
        let edit = match first(input, &WHOLE) {
            Some(text) => Edit::Whole(text.into()),
            None => self.pieces(input),
        };
        self.edits.push(WantedEdit {
            path: path.to_owned(),
            edit,
        });
    }

    /// The pieces of a file that take the place of others.
    fn pieces(&mut self, input: &Value) -> Edit {
        let pieces: Vec<Piece> = match input.get("edits").and_then(Value::as_array) {
            Some(edits) => {
                if edits.len() > limits::CALL_VALUES {
                    self.unclear = Some(TOO_MANY);
                }
                edits
                    .iter()
                    .take(limits::CALL_VALUES)
                    .filter_map(piece)
                    .collect()
            }
            None => piece(input).into_iter().collect(),
        };
        if pieces.is_empty() {
            Edit::More
        } else {
            Edit::Pieces(pieces)
        }
    }

    /// Adds a text that a file is to have.
    pub fn add_text(&mut self, path: &str, text: &str) {
        self.texts.push(NewText {
            path: path.to_owned(),
            text: text.into(),
        });
    }

    /// Adds what is plainly a path among the arguments of a tool that is not known.
    pub(super) fn add_unknown(&mut self, tool: &str, input: &Value) {
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
            if values.len() > limits::CALL_VALUES {
                self.unclear = Some(TOO_MANY);
            }
            for path in values
                .iter()
                .take(limits::CALL_VALUES)
                .filter_map(Value::as_str)
            {
                // A URL with another scheme does not name a file.
                if !path.contains("://") || path.starts_with("file:") {
                    self.add(path, access);
                    if access == Access::Write {
                        self.add_texts(path, input);
                        // The tool's name does not tell if a text is the whole file.
                        let edit = self.pieces(input);
                        self.edits.push(WantedEdit {
                            path: path.to_owned(),
                            edit,
                        });
                    }
                }
            }
        }
    }
}

/// The first of some arguments that is a text.
fn first<'a>(input: &'a Value, arguments: &[&str]) -> Option<&'a str> {
    let mut texts = arguments.iter().map(|argument| input.get(argument));
    texts.find_map(|text| text?.as_str())
}

/// A piece of a file that takes the place of another one.
fn piece(edit: &Value) -> Option<Piece> {
    Some(Piece {
        old: first(edit, &OLD)?.to_owned(),
        new: first(edit, &NEW)?.to_owned(),
        is_everywhere: edit.get("replace_all") == Some(&Value::Bool(true)),
    })
}

/// True if a server's tool (`mcp__<server>__<tool>`) writes files, judging by its name.
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
pub(super) fn joined(folder: Option<&str>, glob: &str) -> String {
    match folder {
        Some(folder) if !glob.starts_with(['/', '~']) => format!("{folder}/{glob}"),
        _ => glob.to_owned(),
    }
}
