//! The tools of agents: which of their arguments are paths, and what they do with them.

use serde_json::Value;

use super::wanted::{FILES, Wanted, joined};
use git_memory_agents::agent::Agent;
use git_memory_agents::agent::tool::{Does, FILE, FOLDER};
use git_memory_agents::agent_setup::{SERVER, SERVER_TOOLS};
use git_memory_policy::apply_patch::BEGIN;
use git_memory_policy::project::policy::Access;
use git_memory_policy::shell::quoted;

/// A call that cannot be understood, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadCall(String);

impl BadCall {
    /// The reason, in one line.
    #[must_use]
    pub fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

/// The arguments of a command line.
const LINES: [&str; 3] = ["command", "command_line", "cmd"];
/// The argument of files that tools of ours have: pathspecs, of what they are asked about.
const PATHSPECS: &str = "paths";

/// Reads what a call of a tool wants.
pub(super) fn wanted(tool: &str, input: &Value) -> Result<Wanted, BadCall> {
    let call = Call { tool, input };
    let mut wanted = Wanted::default();
    match Agent::tool(tool) {
        Some(does) => call.add(&does, &mut wanted)?,
        // The paths of these are words about the project, and the server reads no file for them
        // that is not memory.
        None if is_ours(tool, input) => {}
        None => wanted.add_unknown(tool, input),
    }
    Ok(wanted)
}

/// A call of a tool that is known.
#[derive(Clone, Copy)]
struct Call<'a> {
    tool: &'a str,
    input: &'a Value,
}

impl<'a> Call<'a> {
    /// Adds what the call does.
    fn add(self, does: &Does, wanted: &mut Wanted) -> Result<(), BadCall> {
        match does {
            Does::File(arguments, Access::Write) => {
                wanted.add_written(self.one_of(arguments)?, self.input);
            }
            Does::File(arguments, access) => {
                let path = self.one_of(arguments)?;
                wanted.add(path, *access);
                wanted.files.push(path.to_owned());
            }
            Does::Files(argument) => self.add_files(argument, wanted)?,
            Does::Removes(arguments) => {
                let path = self.one_of(arguments)?;
                wanted.add(path, Access::Write);
                wanted.files.push(path.to_owned());
                wanted.add_content(path, Some(""));
            }
            Does::Folder(arguments) => wanted.add(self.one_of(arguments)?, Access::Read),
            Does::Patch => match words(self.input.get("command")).as_deref() {
                None | Some([]) => wanted.add_patch(self.one_of(&["command", "input"])?),
                Some([patch]) if patch.starts_with(BEGIN) => wanted.add_patch(patch),
                Some(words) => wanted.add_line(&quoted(words)),
            },
            Does::Glob => {
                let folder = self.first_of(FOLDER)?;
                let glob = self.one_of(&["pattern", "glob_pattern"])?;
                wanted.add(folder.unwrap_or("."), Access::Search);
                wanted.add(&joined(folder, glob), Access::Search);
            }
            Does::Globs(arguments) => self.add_globs(arguments, wanted)?,
            Does::Grep => {
                let folder = self.first_of(FOLDER)?;
                wanted.add(folder.unwrap_or("."), Access::Search);
                for argument in ["glob", "include", "include_pattern", "includePattern"] {
                    wanted.add_filters(folder, self.optional(argument)?.unwrap_or_default());
                }
            }
            Does::Shell(folders) => self.add_lines(folders, wanted)?,
            Does::Plans | Does::Adds | Does::Updates => wanted.add_unknown(self.tool, self.input),
        }
        Ok(())
    }

    /// Adds the files of a list that are written.
    fn add_files(self, argument: &str, wanted: &mut Wanted) -> Result<(), BadCall> {
        let items = self.input.get(argument).and_then(Value::as_array);
        let Some(items) = items else {
            return Err(self.bad(&format!("'{argument}' is no list")));
        };
        for item in items {
            if let Some(path) = item.as_str() {
                wanted.add_written(path, item);
            } else {
                let one = Self {
                    input: item,
                    ..self
                };
                wanted.add_written(one.one_of(FILE)?, item);
            }
        }
        Ok(())
    }

    /// Adds the globs of lists whose files are read.
    fn add_globs(self, arguments: &[&str], wanted: &mut Wanted) -> Result<(), BadCall> {
        let given = arguments.iter().filter_map(|name| self.input.get(name));
        for list in given.filter(|list| !list.is_null()) {
            let Some(globs) = words(Some(list)) else {
                return Err(self.bad("its files are no list of texts"));
            };
            for glob in globs {
                if glob.contains("**") {
                    wanted.add(glob, Access::Search);
                } else {
                    wanted.add(glob, Access::Read);
                    wanted.files.push(glob.to_owned());
                }
            }
        }
        Ok(())
    }

    /// Adds command lines, each from the folder in which it runs.
    fn add_lines(self, folders: &[&str], wanted: &mut Wanted) -> Result<(), BadCall> {
        let folder = self.first_of(folders)?.filter(|folder| !folder.is_empty());
        for line in self.lines()? {
            wanted.add_line(&match folder {
                // As a shell goes there: the line begins in that folder.
                Some(folder) => format!("{}\n{line}", quoted(&["cd", folder])),
                None => line,
            });
        }
        Ok(())
    }

    /// The command lines of a call, in any of the arguments for one.
    fn lines(self) -> Result<Vec<String>, BadCall> {
        let mut lines = Vec::new();
        for argument in LINES {
            if let Some(words) = words(self.input.get(argument)) {
                lines.push(quoted(&words));
            } else if let Some(line) = self.optional(argument)? {
                lines.push(line.to_owned());
            }
        }
        if lines.is_empty() {
            self.one_of(&LINES)?;
        }
        Ok(lines)
    }

    /// The first of some arguments that is there; the error names the first one of all.
    fn one_of(self, arguments: &[&str]) -> Result<&'a str, BadCall> {
        let name = arguments.first().copied().unwrap_or_default();
        let first = self.first_of(arguments)?;
        first.ok_or_else(|| self.bad(&format!("'{name}' is missing")))
    }

    /// The first of some arguments that is there.
    fn first_of(self, arguments: &[&str]) -> Result<Option<&'a str>, BadCall> {
        let mut given = arguments.iter().map(|argument| self.optional(argument));
        given.find_map(Result::transpose).transpose()
    }

    fn optional(self, argument: &str) -> Result<Option<&'a str>, BadCall> {
        match self.input.get(argument) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(self.bad(&format!("'{argument}' is not a text"))),
        }
    }

    fn bad(self, why: &str) -> BadCall {
        BadCall(format!("{}: {why}", self.tool))
    }
}

/// True if a tool is one of our server, as agents write that: `mcp__SERVER__TOOL` (Claude Code,
/// Codex), `mcp_SERVER_TOOL` (Gemini CLI), `MCP:TOOL` (Cursor). The last names no server, so the
/// tool has to be called as ours are.
fn is_ours(tool: &str, input: &Value) -> bool {
    let is_called_so = |name: &str| match tool.strip_suffix(name) {
        Some("MCP:") => {
            let mut others = FILES.iter().filter(|argument| **argument != PATHSPECS);
            others.all(|argument| input.get(argument).is_none())
        }
        Some(server) => {
            let server = server.strip_prefix("mcp_").map(|it| it.trim_matches('_'));
            server == Some(SERVER)
        }
        None => false,
    };
    SERVER_TOOLS.iter().any(|name| is_called_so(name))
}

/// The texts of a list, as of a command that is one of words.
fn words(command: Option<&Value>) -> Option<Vec<&str>> {
    command?.as_array()?.iter().map(Value::as_str).collect()
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
                "read_many_files",
                json!({"include": ["a/*", "b/**"], "exclude": ["c"], "paths": null}),
                "read a/*, search b/**",
            ),
            (
                "grep_search",
                json!({"pattern": "x", "dir_path": "a", "include": "*.rs"}),
                "search a, search a/**/*.rs",
            ),
            ("Shell", json!({"command": "cat a"}), "read a"),
            ("view", json!({"path": "a"}), "read a"),
            (
                "create",
                json!({"path": "a", "file_text": "x"}),
                "write a, a=x",
            ),
            (
                "edit",
                json!({"path": "a", "old_str": "y", "new_str": "x"}),
                "write a, a=x",
            ),
            ("bash", json!({"command": "cat a"}), "read a"),
            (
                "shell",
                json!({"command": ["bash", "-lc", "cat a"]}),
                "read a",
            ),
            ("exec_command", json!({"cmd": "cat a"}), "read a"),
            (
                "shell",
                json!({"command": ["cat", 1]}),
                "! shell: 'command' is not a text",
            ),
            ("read_file", json!({"filePath": "/a"}), "read /a"),
            (
                "replace_string_in_file",
                json!({"filePath": "a", "oldString": "y", "newString": "x"}),
                "write a, a=x",
            ),
            (
                "multi_replace_string_in_file",
                json!({"replacements": [{"filePath": "a", "newString": "x"}, {"filePath": "b"}]}),
                "write a, write b, a=x",
            ),
            (
                "editFiles",
                json!({"files": ["a", "b"]}),
                "write a, write b",
            ),
            ("editFiles", json!({}), "! editFiles: 'files' is no list"),
            ("run_in_terminal", json!({"command": "cat a"}), "read a"),
            (
                "grep_search",
                json!({"query": "x", "includePattern": "*.rs"}),
                "search ., search **/*.rs",
            ),
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
                json!({"pattern": "x", "path": "a", "glob": "*.rs !.git,b/* {c,d}/e"}),
                "search a, search a/**/*.rs, search a/b/*, search a/{c,d}/e",
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
            // Our own tools do not touch the files that they are asked about.
            (
                "mcp__git-memory__memory_check_path",
                json!({"paths": [".git/config"]}),
                "",
            ),
            (
                "mcp_git-memory_memory_write",
                json!({"title": "t", "paths": ["secrets/**"]}),
                "",
            ),
            ("MCP:memory_check_path", json!({"paths": [".git/a"]}), ""),
            ("mcp__hub__memory_write", json!({"path": "a"}), "read a"),
            ("mcp_memory_write", json!({"path": "a"}), "read a"),
            ("MCP:memory_write", json!({"path": "a"}), "read a"),
            ("MCP:memory_write", json!({"filePath": "a"}), "read a"),
            (
                "exec_command",
                json!({"command": "true", "cmd": "cat a"}),
                "read a",
            ),
            ("MCP:write_file", json!({"path": "a"}), "read a"),
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
