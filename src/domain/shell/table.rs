//! What the words of well-known commands are.

use super::act::Act;
use super::options::{Options, Value};

/// How a command's operands are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reads {
    /// None of them is a path.
    Nothing,
    /// All are paths.
    Paths(Act),
    /// All are paths, written anew without `-a`.
    Tees,
    /// The first is a pattern or a script where no option gives one, the others are paths.
    AfterScript(Act),
    /// The same, edited in place where the options say so.
    Edits,
    /// The same where files are edited in place, else a command of which nothing is known.
    Runs,
    /// The last is written, or a file in it; this happens to the others.
    Copies(Act),
    /// The first is written, the others are read.
    Packs,
    /// As `tar` has them: what the options say.
    Archive,
    /// It is where the next commands run.
    Folder,
    /// Paths come before the first word that begins with `-`, `(` or `!`.
    Leading,
    /// `if=…` is read and `of=…` written.
    Blocks,
    /// The first is read; the others name what is in it, and is taken out.
    Unpacks,
    /// URLs, of which only those of files are paths.
    Urls,
    /// After so many of them, a command.
    Command(usize),
    /// With `-c` the first is a command line, else a script.
    Shell,
    /// They are a command line.
    Line,
    /// None of them is a path, and options have command lines.
    Lines,
    /// The first is a command line, run later.
    Later,
    /// git: it guards its folder itself.
    Git,
    /// The first, or the text that it is given, is a patch that names files.
    Patch,
    /// GitHub's: files where it publishes some.
    Hub,
}

/// A command.
pub(super) struct Known {
    name: &'static str,
    pub(super) reads: Reads,
    /// Its options that take a value.
    pub(super) options: Options,
}

const fn row(name: &'static str, reads: Reads, options: &'static [(Value, &'static str)]) -> Known {
    Known {
        name,
        reads,
        options: Options(options),
    }
}

const READ: Reads = Reads::Paths(Act::Reads);
const MARK: Reads = Reads::Paths(Act::Marks);
const WRITE: Reads = Reads::Paths(Act::Writes);
const SEARCH: Reads = Reads::AfterScript(Act::Reads);
const GREP: &[(Value, &str)] = &[
    (Value::Script, "-e --regexp"),
    (Value::ScriptFile, "-f --file"),
    (Value::Read, "--exclude-from"),
    (Value::Filter, "--include"),
    (
        Value::Text,
        "-A -B -C -D -d -m --after-context --before-context --binary-files --context --devices \
         --directories --exclude --exclude-dir --group-separator --label --max-count",
    ),
    (Value::Glued, "--color --colour"),
];
const AWK: &[(Value, &str)] = &[
    (Value::Text, "-F -v -l --assign --field-separator --load"),
    (Value::Text, "-i --include"),
    (Value::Script, "-e --source"),
    (Value::ScriptFile, "-E -f --exec --file"),
    (
        Value::Glued,
        "-d -o -p --dump-variables --pretty-print --profile",
    ),
];
const MODES: &[(Value, &str)] = &[(Value::ScriptFile, "--reference"), (Value::Text, "--from")];
const COPIES: &[(Value, &str)] = &[
    (Value::Target, "-t --target-directory"),
    (Value::Text, "-S --suffix"),
];
const FD: &[(Value, &str)] = &[(
    Value::Text,
    "-c -d -e -E -j -o -S -t --changed-before --changed-within --color --exclude --extension \
     --max-depth --max-results --min-depth --owner --size --threads --type",
)];
const SUMS: &[(Value, &str)] = &[(Value::Text, "-a -l --algorithm --length")];
const SHELL: &[(Value, &str)] = &[
    (Value::Text, "-o +o -O +O"),
    (Value::Read, "--init-file --rcfile"),
];
const PACKED: &[(Value, &str)] = &[(Value::Text, "-S --suffix -T --threads")];

/// Commands by name, sorted.
const TABLE: &[Known] = &[
    row(".", Reads::Shell, SHELL),
    row("[", Reads::Nothing, &[]),
    row("[[", Reads::Nothing, &[]),
    row("alias", Reads::Nothing, &[]),
    row("apply_patch", Reads::Patch, &[]),
    row("applypatch", Reads::Patch, &[]),
    row("ash", Reads::Shell, SHELL),
    row("awk", Reads::Edits, AWK),
    row("base32", READ, &[(Value::Text, "-w --wrap")]),
    row("base64", READ, &[(Value::Text, "-w --wrap")]),
    row("basename", Reads::Nothing, &[]),
    row("bash", Reads::Shell, SHELL),
    row(
        "bat",
        READ,
        &[(
            Value::Text,
            "-H -l -m -r --color --decorations --file-name --highlight-line \
             --language --line-range --map-syntax --pager --paging --style --tabs \
             --theme --wrap",
        )],
    ),
    row("builtin", Reads::Command(0), &[]),
    row("bunzip2", WRITE, PACKED),
    row("bzcat", READ, &[]),
    row("bzip2", WRITE, PACKED),
    row("cat", READ, &[]),
    row("cd", Reads::Folder, &[]),
    row("chgrp", Reads::AfterScript(Act::Marks), MODES),
    row("chmod", Reads::AfterScript(Act::Marks), MODES),
    row("chown", Reads::AfterScript(Act::Marks), MODES),
    row("cksum", READ, SUMS),
    row(
        "cmp",
        READ,
        &[(Value::Text, "-i -n --bytes --ignore-initial")],
    ),
    row("column", READ, &[(Value::Text, "-c -E -H -N -o -R -s -W")]),
    row("comm", READ, &[(Value::Text, "--output-delimiter")]),
    row("command", Reads::Command(0), &[]),
    row("cp", Reads::Copies(Act::Reads), COPIES),
    row(
        "curl",
        Reads::Urls,
        &[
            (
                Value::Data,
                "-d --data --data-ascii --data-binary --json -H --header --proxy-header -w \
             --write-out",
            ),
            (Value::Encoded, "--data-urlencode --url-query --variable"),
            (Value::Form, "-F --form"),
            (Value::Url, "--url"),
            (
                Value::Read,
                "-K --config -T --upload-file -b --cookie -E --cert --cacert --capath \
             --crlfile --etag-compare --key --netrc-file --proxy-cacert --proxy-cert \
             --proxy-key --pubkey --unix-socket -z --time-cond",
            ),
            (
                Value::Written,
                "-o --output --output-dir -c --cookie-jar -D --dump-header --trace \
             --trace-ascii --stderr --alt-svc --etag-save --hsts --libcurl",
            ),
            (
                Value::Text,
                "-A -C -e -m -P -Q -r -t -u -U -x -X -y -Y --connect-timeout --data-raw \
             --form-string --limit-rate --max-filesize --max-time --oauth2-bearer --proxy \
             --range --referer --request --resolve --retry --retry-delay --retry-max-time \
             --user --user-agent",
            ),
        ],
    ),
    row(
        "cut",
        READ,
        &[(
            Value::Text,
            "-b -c -d -f --bytes --characters --delimiter --fields --output-delimiter",
        )],
    ),
    row("dash", Reads::Shell, SHELL),
    row("dd", Reads::Blocks, &[]),
    row("declare", Reads::Nothing, &[]),
    row(
        "diff",
        READ,
        &[
            (
                Value::Text,
                "-C -F -I -L -U -W -x --exclude --horizon-lines --ignore-matching-lines \
             --label --show-function-line --tabsize --width",
            ),
            (Value::Read, "-X --exclude-from --from-file --to-file"),
            (Value::Glued, "--color --context --unified"),
        ],
    ),
    row("dirname", Reads::Nothing, &[]),
    row(
        "doas",
        Reads::Command(0),
        &[(Value::Text, "-u"), (Value::Read, "-C")],
    ),
    row(
        "du",
        READ,
        &[
            (
                Value::Text,
                "-B -d -t --block-size --exclude --max-depth --threshold --time-style",
            ),
            (Value::Read, "-X --exclude-from --files0-from"),
        ],
    ),
    row("echo", Reads::Nothing, &[]),
    row("egrep", SEARCH, GREP),
    row(
        "env",
        Reads::Command(0),
        &[
            (Value::Text, "-u --unset --argv0 -a"),
            (Value::Folder, "-C --chdir"),
            (Value::Line, "-S --split-string"),
        ],
    ),
    row("eval", Reads::Line, &[]),
    row("exec", Reads::Command(0), &[(Value::Text, "-a")]),
    row("exit", Reads::Nothing, &[]),
    row("export", Reads::Nothing, &[]),
    row("expr", Reads::Nothing, &[]),
    row(
        "eza",
        READ,
        &[(
            Value::Text,
            "-I -L -s -t --ignore-glob --level --sort --time",
        )],
    ),
    row("false", Reads::Nothing, &[]),
    row("fd", SEARCH, FD),
    row("fdfind", SEARCH, FD),
    row("fgrep", SEARCH, GREP),
    row(
        "file",
        READ,
        &[
            (Value::Text, "-e -F -P --exclude --parameter --separator"),
            (Value::Read, "-f -m --files-from --magic-file"),
        ],
    ),
    row("find", Reads::Leading, &[]),
    row("fish", Reads::Shell, SHELL),
    row(
        "fmt",
        READ,
        &[(Value::Text, "-g -p -w --goal --prefix --width")],
    ),
    row("fold", READ, &[(Value::Text, "-w --width")]),
    row("gawk", Reads::Edits, AWK),
    row(
        "gh",
        Reads::Hub,
        &[
            (
                Value::Text,
                "-a -b -d -H -l -m -n -p -q -R -r -t --assignee --base --body --head --jq \
             --label --method --milestone --notes --project --repo --reviewer --tag \
             --target --template --title",
            ),
            (Value::Read, "-F --body-file --notes-file --input"),
            (Value::Form, "--field"),
            (Value::Written, "-D --dir -O --output"),
        ],
    ),
    row(
        "git",
        Reads::Git,
        &[
            (Value::Folder, "-C"),
            (
                Value::Text,
                "-c --config-env --exec-path --git-dir --namespace --work-tree",
            ),
        ],
    ),
    row("grep", SEARCH, GREP),
    row("gunzip", WRITE, PACKED),
    row("gzip", WRITE, PACKED),
    row("head", READ, &[(Value::Text, "-c -n --bytes --lines")]),
    row(
        "hexdump",
        READ,
        &[
            (Value::Text, "-e -n -s --format --length --skip"),
            (Value::Read, "-f --format-file"),
        ],
    ),
    row(
        "iconv",
        READ,
        &[
            (Value::Text, "-f -t --from-code --to-code"),
            (Value::Written, "-o --output"),
        ],
    ),
    row(
        "install",
        Reads::Copies(Act::Reads),
        &[
            (Value::Target, "-t --target-directory"),
            (
                Value::Text,
                "-g -m -o -S --group --mode --owner --strip-program --suffix",
            ),
        ],
    ),
    row(
        "ionice",
        Reads::Command(0),
        &[(Value::Text, "-c -n -p -t --class --classdata")],
    ),
    row("join", READ, &[(Value::Text, "-1 -2 -a -e -j -o -t -v")]),
    row(
        "jq",
        SEARCH,
        &[
            (Value::ScriptFile, "-f --from-file"),
            (Value::Pair, "--arg --argjson"),
            (Value::Named, "--argfile --rawfile --slurpfile"),
            (Value::Read, "-L"),
            (Value::Patterns, "--args --jsonargs"),
            (Value::Text, "--indent"),
        ],
    ),
    row("kill", Reads::Nothing, &[]),
    row("ksh", Reads::Shell, SHELL),
    row(
        "less",
        READ,
        &[
            (Value::Text, "-b -D -h -j -p -P -t -x -y -z"),
            (Value::Read, "-k -T"),
            (Value::Written, "-o -O --log-file --LOG-FILE"),
        ],
    ),
    row("ln", Reads::Copies(Act::Reads), COPIES),
    row("local", Reads::Nothing, &[]),
    row(
        "ls",
        READ,
        &[
            (
                Value::Text,
                "-I -T -w --block-size --hide --ignore --indicator-style --quoting-style \
             --sort --tabsize --time --time-style --width",
            ),
            (Value::Glued, "--color --classify --format --hyperlink"),
        ],
    ),
    row("mawk", Reads::Edits, AWK),
    row("md5sum", READ, &[]),
    row("mkdir", MARK, &[(Value::Text, "-m --mode")]),
    row("mkfifo", MARK, &[(Value::Text, "-m --mode")]),
    row("more", READ, &[(Value::Text, "-n")]),
    row("mv", Reads::Copies(Act::Writes), COPIES),
    row(
        "nice",
        Reads::Command(0),
        &[(Value::Text, "-n --adjustment")],
    ),
    row(
        "nl",
        READ,
        &[(Value::Text, "-b -d -f -h -i -l -n -s -v -w")],
    ),
    row("nohup", Reads::Command(0), &[]),
    row(
        "od",
        READ,
        &[(
            Value::Text,
            "-A -j -N -S -t -w --address-radix --endian --format --read-bytes \
             --skip-bytes --strings --width",
        )],
    ),
    row("paste", READ, &[(Value::Text, "-d --delimiters")]),
    row(
        "perl",
        Reads::Runs,
        &[
            (Value::Script, "-e -E"),
            (Value::Text, "-D -F -I -M -m -V -x"),
            (Value::Glued, "-i -C -T -d"),
        ],
    ),
    row("printf", Reads::Nothing, &[]),
    row("pushd", Reads::Folder, &[]),
    row("readlink", READ, &[]),
    row("readonly", Reads::Nothing, &[]),
    row(
        "realpath",
        READ,
        &[(Value::Read, "--relative-base --relative-to")],
    ),
    row("rev", READ, &[]),
    row(
        "rg",
        SEARCH,
        &[
            (Value::Script, "-e --regexp"),
            (Value::ScriptFile, "-f --file"),
            (Value::Filter, "-g --glob --iglob"),
            (Value::Read, "--ignore-file"),
            (
                Value::Text,
                "-A -B -C -d -E -j -M -m -r -t -T --after-context --before-context \
             --color --colors --context --context-separator --dfa-size-limit \
             --encoding --engine --field-context-separator --field-match-separator \
             --hyperlink-format --max-columns --max-count --max-depth --max-filesize \
             --path-separator \
             --pre --pre-glob --regex-size-limit --replace --sort --sortr --threads \
             --type --type-add --type-clear --type-not",
            ),
        ],
    ),
    row("rm", WRITE, &[]),
    row("rmdir", WRITE, &[]),
    row(
        "rsync",
        Reads::Copies(Act::Reads),
        &[
            (
                Value::Text,
                "-B -e -f -M --bwlimit --chmod --chown --exclude --filter \
             --include --info --log-file-format --max-size --min-size --out-format \
             --port --rsh --rsync-path --suffix --timeout",
            ),
            (
                Value::Read,
                "--compare-dest --copy-dest --exclude-from --files-from --include-from \
             --link-dest --password-file --read-batch",
            ),
            (
                Value::Written,
                "-T --backup-dir --log-file --partial-dir --temp-dir --write-batch",
            ),
        ],
    ),
    row(
        "ruby",
        Reads::Runs,
        &[
            (Value::Script, "-e"),
            (Value::Text, "-C -E -F -I -r -x"),
            (Value::Glued, "-i -K -T -W"),
        ],
    ),
    row(
        "scp",
        Reads::Copies(Act::Reads),
        &[
            (Value::Text, "-c -D -J -l -o -P -S -X"),
            (Value::Read, "-F -i"),
        ],
    ),
    row(
        "sed",
        Reads::Edits,
        &[
            (Value::Script, "-e --expression"),
            (Value::ScriptFile, "-f --file"),
            (Value::Text, "-l --line-length"),
            (Value::Glued, "-i --in-place"),
        ],
    ),
    row("seq", Reads::Nothing, &[]),
    row("set", Reads::Nothing, &[]),
    row("setsid", Reads::Command(0), &[]),
    row("sh", Reads::Shell, SHELL),
    row("sha1sum", READ, &[]),
    row("sha256sum", READ, &[]),
    row("sha512sum", READ, &[]),
    row("shasum", READ, &[(Value::Text, "-a --algorithm")]),
    row(
        "shred",
        WRITE,
        &[
            (Value::Text, "-n -s --iterations --size"),
            (Value::Read, "--random-source"),
        ],
    ),
    row(
        "shuf",
        READ,
        &[
            (Value::Text, "-i -n --head-count --input-range"),
            (Value::Read, "--random-source"),
            (Value::Written, "-o --output"),
        ],
    ),
    row("sleep", Reads::Nothing, &[]),
    row(
        "sort",
        READ,
        &[
            (
                Value::Text,
                "-k -S -t --batch-size --buffer-size --compress-program --field-separator \
             --key --parallel --sort",
            ),
            (
                Value::Read,
                "-T --files0-from --random-source --temporary-directory",
            ),
            (Value::Written, "-o --output"),
        ],
    ),
    row("source", Reads::Shell, SHELL),
    row(
        "split",
        READ,
        &[(
            Value::Text,
            "-a -b -C -l -n -t --additional-suffix --bytes --filter --line-bytes \
             --lines --number --separator --suffix-length",
        )],
    ),
    row("stat", READ, &[(Value::Text, "-c -f --format --printf")]),
    row(
        "stdbuf",
        Reads::Command(0),
        &[(Value::Text, "-e -i -o --error --input --output")],
    ),
    row(
        "strings",
        READ,
        &[(Value::Text, "-e -n -t --bytes --encoding --radix")],
    ),
    row(
        "su",
        Reads::Lines,
        &[(Value::Line, "-c --command --session-command")],
    ),
    row(
        "sudo",
        Reads::Command(0),
        &[
            (
                Value::Text,
                "-C -g -h -p -R -r -T -t -u -U --group --host --prompt --user",
            ),
            (Value::Folder, "-D --chdir"),
        ],
    ),
    row("tac", READ, &[(Value::Text, "-s --separator")]),
    row(
        "tail",
        READ,
        &[(
            Value::Text,
            "-c -n -s --bytes --lines --max-unchanged-stats --pid --sleep-interval",
        )],
    ),
    row(
        "tar",
        Reads::Archive,
        &[
            (Value::Archive, "-f --file"),
            (Value::Folder, "-C --directory"),
            (Value::Read, "-T -X --exclude-from --files-from"),
            (Value::Written, "-g --listed-incremental --index-file"),
            (
                Value::Text,
                "-b -F -H -I -K -L -N -V --blocking-factor --exclude --format --group \
             --label --mode --mtime --newer --owner --strip-components --transform \
             --use-compress-program --xform",
            ),
        ],
    ),
    row("tee", Reads::Tees, &[]),
    row("test", Reads::Nothing, &[]),
    row(
        "time",
        Reads::Command(0),
        &[
            (Value::Text, "-f --format"),
            (Value::Written, "-o --output"),
        ],
    ),
    row(
        "timeout",
        Reads::Command(1),
        &[(Value::Text, "-k -s --kill-after --signal")],
    ),
    row(
        "touch",
        MARK,
        &[
            (Value::Text, "-d -t --date --time"),
            (Value::Read, "-r --reference"),
        ],
    ),
    row("tr", Reads::Nothing, &[]),
    row("trap", Reads::Later, &[]),
    row(
        "tree",
        READ,
        &[
            (
                Value::Text,
                "-I -L -P -H -T --charset --filelimit --sort --timefmt",
            ),
            (Value::Written, "-o"),
            (Value::Read, "--gitfile --infofile"),
        ],
    ),
    row("true", Reads::Nothing, &[]),
    row(
        "truncate",
        WRITE,
        &[(Value::Text, "-s --size"), (Value::Read, "-r --reference")],
    ),
    row("type", Reads::Nothing, &[]),
    row("typeset", Reads::Nothing, &[]),
    row(
        "uniq",
        Reads::Copies(Act::Reads),
        &[
            (
                Value::Text,
                "-f -s -w --check-chars --skip-chars --skip-fields",
            ),
            (Value::Glued, "--all-repeated --group"),
        ],
    ),
    row("unlink", WRITE, &[]),
    row("unset", Reads::Nothing, &[]),
    row("unxz", WRITE, PACKED),
    row(
        "unzip",
        Reads::Unpacks,
        &[
            (Value::Written, "-d"),
            (Value::Patterns, "-x"),
            (Value::Text, "-P"),
        ],
    ),
    row(
        "watch",
        Reads::Line,
        &[
            (Value::Text, "-n --interval"),
            (Value::Glued, "-d --differences"),
        ],
    ),
    row(
        "wc",
        READ,
        &[(Value::Read, "--files0-from"), (Value::Text, "--total")],
    ),
    row(
        "wget",
        Reads::Urls,
        &[
            (
                Value::Written,
                "-a -o -O -P --append-output --directory-prefix --output-document \
             --output-file --save-cookies",
            ),
            (
                Value::Read,
                "-i --body-file --ca-certificate --certificate --config --input-file \
             --load-cookies --post-file --private-key",
            ),
            (
                Value::Text,
                "-A -D -e -I -l -Q -R -t -T -U -w -X --body-data --header --method \
             --password --post-data --timeout --tries --user --user-agent --wait",
            ),
        ],
    ),
    row("which", Reads::Nothing, &[]),
    row(
        "xargs",
        Reads::Command(0),
        &[
            (
                Value::Text,
                "-d -E -I -L -n -P -s --delimiter --max-args --max-chars --max-lines \
             --max-procs --replace",
            ),
            (Value::Read, "-a --arg-file"),
            (Value::Glued, "-e -i -l"),
        ],
    ),
    row(
        "xxd",
        Reads::Copies(Act::Reads),
        &[(Value::Text, "-c -g -l -n -o -s -cols -groupsize -len -seek")],
    ),
    row("xz", WRITE, PACKED),
    row("xzcat", READ, &[]),
    row("zcat", READ, &[]),
    row(
        "zip",
        Reads::Packs,
        &[
            (Value::Written, "-O --out"),
            (Value::Patterns, "-i -x --exclude --include"),
            (Value::Text, "-b -n -P -s -t -tt"),
        ],
    ),
    row("zsh", Reads::Shell, SHELL),
    row(
        "zstd",
        WRITE,
        &[
            (Value::Written, "-o"),
            (Value::Read, "-D"),
            (Value::Text, "-T"),
        ],
    ),
    row("zstdcat", READ, &[]),
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

    #[test]
    fn options_are_what_can_be_typed() {
        for known in TABLE {
            for (_, names) in known.options.0 {
                for name in names.split(' ') {
                    let is_one = name.len() > 1 && name.starts_with(['-', '+']);
                    assert!(is_one, "{}: '{name}'", known.name);
                }
            }
        }
    }
}
