//! The commands of git that name files: it keeps its own folder, and paths in history are no files.

use super::act::Act;
use super::commands::Walk;
use super::options::{Arguments, Options, Until, Value};
use super::programs::without_script;
use super::word::Word;

/// What the words of a command name besides its options.
#[derive(Clone, Copy)]
enum Names {
    /// Nothing that is a file here.
    Nothing,
    /// Paths.
    Paths(Act),
    /// Files that git looks for. What it makes of one is what it has of it: memory's own may be
    /// restored, too.
    Pathspecs,
    /// The same behind the dashes: before may be a branch.
    Behind,
    /// The same, but files of anybody's with `--no-index`.
    Compared,
    /// The same behind a pattern.
    Searched,
    /// The same behind a command of its own.
    Stashed,
    /// Files that are taken away, but for `--cached`: that stays where it is.
    Removed,
    /// Files that are taken away with `-f`.
    Cleaned,
    /// Files that move.
    Moved,
    /// A bundle, behind what is done with it.
    Bundle,
    /// Nothing, and options have command lines.
    Lines,
}

const NONE: Options = Options(&[]);
const CONFIG: Options = Options(&[(Value::Read, "-f --file --blob")]);
const MESSAGE: Options = Options(&[
    (Value::Read, "-F --file -t --template --pathspec-from-file"),
    (
        Value::Text,
        "-C -c -m -X --author --cleanup --date --fixup --local-user --message --reedit-message \
         --reuse-message --squash --strategy --strategy-option --trailer",
    ),
    (Value::Glued, "-S --gpg-sign"),
]);
const TAG: Options = Options(&[
    (Value::Read, "-F --file"),
    (
        Value::Text,
        "-m -u --cleanup --local-user --message --trailer",
    ),
]);
const BLAME: Options = Options(&[
    (Value::Read, "-S --contents --ignore-revs-file"),
    (Value::Text, "-L --date --ignore-rev --since"),
    (Value::Glued, "-C -M"),
]);
const FILES: Options = Options(&[
    (Value::Read, "--pathspec-from-file"),
    (Value::Text, "-b -B -s --chmod --conflict --orphan --source"),
]);
const GREP: Options = Options(&[
    (Value::Script, "-e"),
    (Value::ScriptFile, "-f"),
    (
        Value::Text,
        "-A -B -C -m --after-context --before-context --context --max-count --max-depth --threads",
    ),
    (Value::Glued, "-O --open-files-in-pager --color"),
]);
const EXEC: Options = Options(&[(Value::Line, "-x --exec"), (Value::Text, "-s -X --onto")]);
const OTHERS: Options = Options(&[
    (Value::Read, "-F --file"),
    (
        Value::Text,
        "-C -c -e -m -p --directory --exclude --include --message --whitespace",
    ),
]);
const OUTPUT: Options = Options(&[(Value::Written, "-o --output --output-directory")]);

/// Commands by name, and their options whose values are files or no operands.
const COMMANDS: [(&str, Names, Options); 24] = [
    ("add", Names::Pathspecs, FILES),
    ("am", Names::Paths(Act::Reads), OTHERS),
    ("apply", Names::Paths(Act::Reads), OTHERS),
    ("archive", Names::Nothing, OUTPUT),
    ("blame", Names::Pathspecs, BLAME),
    ("bundle", Names::Bundle, OTHERS),
    ("checkout", Names::Behind, FILES),
    ("clean", Names::Cleaned, OTHERS),
    ("commit", Names::Pathspecs, MESSAGE),
    ("config", Names::Nothing, CONFIG),
    ("diff", Names::Compared, OUTPUT),
    ("format-patch", Names::Nothing, OUTPUT),
    ("grep", Names::Searched, GREP),
    ("hash-object", Names::Paths(Act::Reads), NONE),
    ("log", Names::Nothing, OUTPUT),
    ("merge", Names::Nothing, MESSAGE),
    ("mv", Names::Moved, NONE),
    ("notes", Names::Nothing, OTHERS),
    ("rebase", Names::Lines, EXEC),
    ("restore", Names::Pathspecs, FILES),
    ("rm", Names::Removed, NONE),
    ("show", Names::Behind, OUTPUT),
    ("stash", Names::Stashed, MESSAGE),
    ("tag", Names::Nothing, TAG),
];

impl Walk {
    /// Where git runs counts, and what some of its commands do to files.
    pub(super) fn git(&mut self, given: &Arguments<'_>, depth: usize) {
        self.returning(|walk| {
            for word in given.values(Value::Folder) {
                walk.change_folder(Some(word));
            }
            if let Some((command, rest)) = given.rest.split_first() {
                walk.git_command(&command.text, rest, depth);
            }
        });
    }

    fn git_command(&mut self, command: &str, words: &[Word], depth: usize) {
        let row = COMMANDS.iter().find(|(name, ..)| *name == command);
        let Some((_, names, options)) = row else {
            return;
        };
        let given = Arguments::of(words, *options, Until::Dashes);
        self.values(&given);
        let operands = given.operands();
        match names {
            Names::Nothing => {}
            Names::Paths(act) => self.paths(&operands, *act),
            Names::Compared if given.has(&["--no-index"]) => self.paths(&operands, Act::Reads),
            Names::Behind | Names::Compared => {
                self.pathspecs(&given.rest.iter().collect::<Vec<_>>());
            }
            Names::Pathspecs => self.pathspecs(&operands),
            Names::Searched => self.pathspecs(&without_script(&given)),
            Names::Stashed => {
                // Behind the dashes there is none.
                let is_named = operands.len() > given.rest.len();
                self.pathspecs(&operands[usize::from(is_named)..]);
            }
            Names::Removed => {
                if !given.has(&["--cached"]) {
                    self.paths(&operands, Act::Writes);
                }
            }
            Names::Cleaned => {
                if given.has(&["-f", "--force"]) {
                    self.paths(&operands, Act::Writes);
                }
            }
            Names::Moved => self.copies(&given, Act::Writes),
            Names::Bundle => {
                if let [command, file, ..] = operands.as_slice() {
                    let is_made = command.text == "create";
                    self.path(file, if is_made { Act::Writes } else { Act::Reads });
                }
            }
            Names::Lines => self.lines(&given, depth),
        }
    }

    /// What git leaves out, or looks for in another way, is not read.
    fn pathspecs(&mut self, words: &[&Word]) {
        for word in words.iter().filter(|word| !word.text.starts_with(':')) {
            self.path(word, Act::Reads);
        }
    }
}
