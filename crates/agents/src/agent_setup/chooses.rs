//! Entries that run something else under our name: their environment or their command chooses which
//! program, library or script is loaded in its place.

use serde_json::Value;

/// The keys of a program, or of a command line that begins with it.
const PROGRAMS: [&str; 3] = ["command", "bash", "powershell"];
/// The keys under which agents' entries set variables.
const VARIABLES: [&str; 2] = ["env", "environment"];
/// The key of a file with variables: what it sets may change at any time.
const FILE: &str = "envFile";
/// Variables by which the system, a loader, git or an interpreter finds what it runs, in capitals.
/// The homes are among them: git's settings lie there, and name programs.
const NAMES: [&str; 20] = [
    "APPDATA",
    "BASH_ENV",
    "COMSPEC",
    "ENV",
    "HOME",
    "JAVA_TOOL_OPTIONS",
    "NODE_OPTIONS",
    "NODE_PATH",
    "PATH",
    "PATHEXT",
    "PERL5LIB",
    "PERL5OPT",
    "PYTHONHOME",
    "PYTHONPATH",
    "PYTHONSTARTUP",
    "RUBYLIB",
    "RUBYOPT",
    "SHELL",
    "USERPROFILE",
    "XDG_CONFIG_HOME",
];
/// Prefixes of further names.
const FAMILIES: [&str; 3] = ["LD_", "DYLD_", "GIT_"];

/// True if something in an entry chooses which program runs.
pub(crate) fn what_runs(key: Option<&str>, value: &Value) -> bool {
    let key = key.unwrap_or_default();
    let is_program = PROGRAMS.contains(&key);
    match value {
        Value::Object(variables) if VARIABLES.contains(&key) => {
            variables.keys().any(|name| is_choice(name))
        }
        Value::Object(keys) => keys.iter().any(|(key, it)| what_runs(Some(key), it)),
        Value::String(command) if is_program => is_relative(command),
        Value::String(_) => key == FILE,
        // The program is the first of its words.
        Value::Array(words) if is_program => {
            words.first().is_some_and(|it| what_runs(Some(key), it))
        }
        Value::Array(items) => items.iter().any(|item| what_runs(None, item)),
        _ => false,
    }
}

/// True if a variable chooses what runs. Windows knows no case.
fn is_choice(variable: &str) -> bool {
    let name = variable.trim().to_ascii_uppercase();
    NAMES.contains(&name.as_str()) || FAMILIES.iter().any(|family| name.starts_with(family))
}

/// True if a command line begins with a path that depends on the folder in which it runs.
fn is_relative(command: &str) -> bool {
    let program = command.split_whitespace().next().unwrap_or_default();
    let program = program.trim_matches(['"', '\'']);
    let is_path = program.contains(['/', '\\']);
    let has_drive = program.as_bytes().get(1) == Some(&b':');
    is_path && !program.starts_with(['/', '\\', '~', '$', '%']) && !has_drive
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_and_commands_that_choose_what_runs() {
        for (name, is_one) in [
            ("PATH", true),
            ("Path", true),
            ("LD_PRELOAD", true),
            ("DYLD_INSERT_LIBRARIES", true),
            ("GIT_SSH_COMMAND", true),
            ("PYTHONPATH", true),
            ("RUST_LOG", false),
            ("PATHS", false),
            ("LDAP", false),
        ] {
            assert_eq!(is_choice(name), is_one, "{name}");
        }
        for (command, is_one) in [
            ("./git-memory", true),
            ("bin/git-memory hook user-prompt", true),
            ("'.\\git-memory.exe'", true),
            ("git-memory", false),
            ("/usr/bin/git-memory", false),
            ("C:\\git-memory.exe", false),
            ("~/bin/git-memory", false),
            ("", false),
        ] {
            assert_eq!(is_relative(command), is_one, "{command}");
        }
    }
}
