//! What the words of well-known commands are.

use super::act::Act;

/// How a command's words are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reads {
    /// None of them is a path.
    Nothing,
    /// All but options are paths.
    Paths(Act),
    /// All but options are paths, written anew without `-a`.
    Tees,
    /// The first is a pattern or a script, the others are paths.
    AfterScript(Act),
    /// The same, read or edited in place as the options say; a word is the value of these letters of
    /// options from there on.
    Edits(&'static str),
    /// The same where files are edited in place, else a command of which nothing is known.
    Runs(&'static str),
    /// The last is written, or a file in it; this happens to the others.
    Copies(Act),
    /// It is where the next commands run.
    Folder,
    /// Paths come before the first word that begins with `-`, `(` or `!`.
    Leading,
    /// `if=…` is read and `of=…` written.
    Blocks,
    /// The rest is a command.
    Command,
    /// The word after `-c` is a command line, else the first one a script.
    Shell,
    /// The words are a command line.
    Line,
    /// git: it guards its folder itself.
    Git,
}

/// A command.
pub(super) struct Known {
    name: &'static str,
    pub(super) reads: Reads,
    /// Options whose value is the next word, and no path.
    pub(super) takes: &'static [&'static str],
}

const fn row(name: &'static str, reads: Reads, takes: &'static [&'static str]) -> Known {
    Known { name, reads, takes }
}

const READ: Reads = Reads::Paths(Act::Reads);
const MARK: Reads = Reads::Paths(Act::Marks);
const WRITE: Reads = Reads::Paths(Act::Writes);
const GREP: &[&str] = &[
    "-A",
    "-B",
    "-C",
    "-m",
    "-d",
    "-D",
    "--include",
    "--exclude",
    "--exclude-dir",
    "--color",
    "-g",
    "--glob",
    "--iglob",
    "-t",
    "-T",
    "--type",
    "--type-not",
    "-M",
    "-j",
    "--max-count",
    "--max-depth",
    "--replace",
    "--context",
    "--after-context",
    "--before-context",
];

/// Commands by name, sorted.
const TABLE: &[Known] = &[
    row(".", Reads::Shell, &[]),
    row("[", Reads::Nothing, &[]),
    row("[[", Reads::Nothing, &[]),
    row("alias", Reads::Nothing, &[]),
    row("awk", Reads::Edits("EFefilv"), &["-F", "-v", "-i"]),
    row("base64", READ, &["-w"]),
    row("bash", Reads::Shell, &["-o", "-O"]),
    row(
        "bat",
        READ,
        &[
            "-l",
            "--language",
            "-r",
            "--line-range",
            "--style",
            "--theme",
        ],
    ),
    row("builtin", Reads::Command, &[]),
    row("cat", READ, &[]),
    row("cd", Reads::Folder, &[]),
    row("chgrp", Reads::AfterScript(Act::Marks), &[]),
    row("chmod", Reads::AfterScript(Act::Marks), &[]),
    row("chown", Reads::AfterScript(Act::Marks), &[]),
    row("cmp", READ, &["-n", "-i"]),
    row("command", Reads::Command, &[]),
    row("cp", Reads::Copies(Act::Reads), &["-S"]),
    row("cut", READ, &["-b", "-c", "-d", "-f"]),
    row("dash", Reads::Shell, &["-o"]),
    row("dd", Reads::Blocks, &[]),
    row("declare", Reads::Nothing, &[]),
    row(
        "diff",
        READ,
        &["-x", "-X", "-I", "-U", "-C", "--exclude", "--label"],
    ),
    row("du", READ, &["-d", "-t", "--exclude", "--max-depth", "-B"]),
    row("echo", Reads::Nothing, &[]),
    row("egrep", Reads::AfterScript(Act::Reads), GREP),
    row("env", Reads::Command, &["-u", "--unset"]),
    row("eval", Reads::Line, &[]),
    row("exec", Reads::Command, &[]),
    row("exit", Reads::Nothing, &[]),
    row("export", Reads::Nothing, &[]),
    row("false", Reads::Nothing, &[]),
    row("fgrep", Reads::AfterScript(Act::Reads), GREP),
    row("file", READ, &["-m", "-F"]),
    row("find", Reads::Leading, &[]),
    row("gh", Reads::Nothing, &[]),
    row("git", Reads::Git, &[]),
    row("grep", Reads::AfterScript(Act::Reads), GREP),
    row("gunzip", WRITE, &["-S"]),
    row("gzip", WRITE, &["-S"]),
    row("head", READ, &["-n", "-c"]),
    row("hexdump", READ, &["-n", "-s", "-e"]),
    row(
        "install",
        Reads::Copies(Act::Reads),
        &["-m", "-o", "-g", "-S"],
    ),
    row("jq", Reads::AfterScript(Act::Reads), &["--indent"]),
    row("kill", Reads::Nothing, &[]),
    row("less", READ, &["-p", "-P"]),
    row("ln", Reads::Copies(Act::Reads), &["-S"]),
    row("local", Reads::Nothing, &[]),
    row("ls", READ, &["-I", "--ignore", "-w", "-T"]),
    row("md5sum", READ, &[]),
    row("mkdir", MARK, &["-m", "--mode"]),
    row("mkfifo", MARK, &["-m"]),
    row("more", READ, &["-n"]),
    row("mv", Reads::Copies(Act::Writes), &["-S"]),
    row("nice", Reads::Command, &["-n"]),
    row("nl", READ, &["-b", "-f", "-h", "-s", "-v", "-w"]),
    row("nohup", Reads::Command, &[]),
    row("od", READ, &["-A", "-j", "-N", "-t", "-w"]),
    row("perl", Reads::Runs("CDEFIMTVdemx"), &["-I"]),
    row("printf", Reads::Nothing, &[]),
    row("pushd", Reads::Folder, &[]),
    row("readlink", READ, &[]),
    row("readonly", Reads::Nothing, &[]),
    row("realpath", READ, &[]),
    row("rg", Reads::AfterScript(Act::Reads), GREP),
    row("rm", WRITE, &[]),
    row("rmdir", WRITE, &[]),
    row(
        "rsync",
        Reads::Copies(Act::Reads),
        &["--exclude", "--include", "--filter", "-f", "-e"],
    ),
    row("ruby", Reads::Runs("CEFIKTWXerx"), &["-I", "-r"]),
    row("sed", Reads::Edits("efl"), &["-l"]),
    row("set", Reads::Nothing, &[]),
    row("sh", Reads::Shell, &["-o"]),
    row("sha1sum", READ, &[]),
    row("sha256sum", READ, &[]),
    row("shred", WRITE, &["-n", "-s"]),
    row("sleep", Reads::Nothing, &[]),
    row("sort", READ, &["-k", "-t", "-S"]),
    row("source", Reads::Shell, &[]),
    row("stat", READ, &["-c", "-f", "--format", "--printf"]),
    row("strings", READ, &["-n", "-t", "-e"]),
    row("sudo", Reads::Command, &["-u", "-g"]),
    row("tac", READ, &["-s"]),
    row("tail", READ, &["-n", "-c", "-s"]),
    row("tee", Reads::Tees, &[]),
    row("test", Reads::Nothing, &[]),
    row("time", Reads::Command, &[]),
    row("timeout", Reads::Command, &["-s", "-k"]),
    row("touch", MARK, &["-d", "-t"]),
    row("tree", READ, &["-L", "-I", "-P"]),
    row("true", Reads::Nothing, &[]),
    row("truncate", WRITE, &["-s"]),
    row("type", Reads::Nothing, &[]),
    row("typeset", Reads::Nothing, &[]),
    row("uniq", Reads::Copies(Act::Reads), &["-f", "-s", "-w"]),
    row("unlink", WRITE, &[]),
    row("unset", Reads::Nothing, &[]),
    row("wc", READ, &[]),
    row("which", Reads::Nothing, &[]),
    row(
        "xargs",
        Reads::Command,
        &["-I", "-n", "-P", "-d", "-L", "-s"],
    ),
    row("xxd", READ, &["-c", "-g", "-l", "-s"]),
    row("zsh", Reads::Shell, &["-o"]),
];

/// Words before a command that are none of its.
const KEYWORDS: [&str; 14] = [
    "!", "do", "done", "elif", "else", "esac", "fi", "function", "if", "then", "until", "while",
    "{", "}",
];

/// What is known of a command, by its name or path.
pub(super) fn known(command: &str) -> Option<&'static Known> {
    let name = crate::domain::path::last(command);
    let at = TABLE.binary_search_by(|known| known.name.cmp(name)).ok()?;
    Some(&TABLE[at])
}

pub(super) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted() {
        assert!(TABLE.is_sorted_by_key(|known| known.name));
        assert!(known("/usr/bin/cat").is_some() && known("cats").is_none());
    }
}
