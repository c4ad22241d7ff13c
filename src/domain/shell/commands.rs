//! The commands of a line, and the paths that they name.

use super::act::{Act, is_in_place};
use super::table::{Known, Reads, is_keyword, known};
use super::words::{DEPTH, TOO_DEEP, Token, Word, tokens};
use crate::domain::path::last;
use crate::domain::project::policy::is_glob;

/// How many paths are looked at.
const PATHS: usize = 4096;
/// What the target of `cp` and its kin may be named by.
const TARGET: [&str; 2] = ["-t", "--target-directory"];

/// Words in the names of options whose values are what a program does not touch.
const LEAVES_OUT: [&str; 3] = ["exclude", "ignore", "skip"];
/// Words of `find` after which a command follows, run where `find` does or where the file lies.
const RUNS_HERE: [&str; 2] = ["-exec", "-ok"];
const RUNS_THERE: [&str; 2] = ["-execdir", "-okdir"];
/// Words of `find` that leave nothing out of what it deletes, or hardly anything.
const ALL_BELOW: [&str; 7] = [
    "-delete",
    "-depth",
    "-mindepth",
    "-mount",
    "-print",
    "-type",
    "-xdev",
];

/// A path that a command line names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPath {
    /// The path, or a glob where wildcards are in it.
    pub text: String,
    /// Whether wildcards are in it.
    pub is_glob: bool,
    /// What the command does with it.
    pub act: Act,
    /// Whether it is known where it begins: not after `cd "$X"`.
    pub is_rooted: bool,
    /// Whether the command does it to all that is below, too, as one.
    pub is_whole: bool,
}

/// What a command line plainly names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The paths, in the order of the line.
    pub paths: Vec<NamedPath>,
    /// Why there may be others, where the line was not read as a whole.
    pub unclear: Option<&'static str>,
}

/// The paths that a command line plainly names.
#[must_use]
pub fn named(line: &str) -> Names {
    let mut walk = Walk {
        found: Vec::new(),
        folder: Some(String::new()),
        unclear: None,
    };
    walk.line(line, 0);
    Names {
        paths: walk.found,
        unclear: walk.unclear,
    }
}

struct Walk {
    found: Vec<NamedPath>,
    /// Where commands run, from where the line begins; `None` where that is not known.
    folder: Option<String>,
    unclear: Option<&'static str>,
}

impl Walk {
    fn line(&mut self, line: &str, depth: usize) {
        if depth > DEPTH {
            self.unclear = Some(TOO_DEEP);
            return;
        }
        let mut words = Vec::new();
        let mut shells = Vec::new();
        let mut redirected = None;
        for token in tokens(line) {
            match token {
                Token::Word(word) => match redirected.take() {
                    Some(act) => self.path(&word, act),
                    None => words.push(word),
                },
                Token::From => redirected = Some(Act::Reads),
                Token::Into => redirected = Some(Act::Writes),
                Token::Onto => redirected = Some(Act::Appends),
                Token::Nested(inner) => {
                    let folder = self.folder.clone();
                    self.line(&inner, depth + 1);
                    self.folder = folder;
                }
                Token::Cut(why) => self.unclear = Some(why),
                Token::End => self.command(&std::mem::take(&mut words), depth),
                Token::Open => {
                    self.command(&std::mem::take(&mut words), depth);
                    shells.push(self.folder.clone());
                }
                Token::Close => {
                    self.command(&std::mem::take(&mut words), depth);
                    // The end of a pattern of `case` closes none.
                    if let Some(folder) = shells.pop() {
                        self.folder = folder;
                    }
                }
            }
        }
        self.command(&words, depth);
    }

    fn command(&mut self, words: &[Word], depth: usize) {
        if depth > DEPTH {
            self.unclear = Some(TOO_DEEP);
            return;
        }
        let is_before = |word: &&Word| {
            let is_word = !word.is_quoted && is_keyword(&word.text);
            is_word || is_assignment(word)
        };
        let skipped = words.iter().take_while(is_before).count();
        let Some((command, words)) = words[skipped..].split_first() else {
            return;
        };
        match known(&command.text) {
            _ if command.is_open => self.unknown(words),
            Some(known) => self.known(command, known, words, depth),
            None => {
                // A program may lie anywhere, and running it is not reading it.
                self.unknown(words);
            }
        }
    }

    fn known(&mut self, command: &Word, known: &Known, words: &[Word], depth: usize) {
        let from = self.found.len();
        match known.reads {
            Reads::Nothing => {}
            Reads::Paths(act) => {
                self.paths(&operands(words, known.takes), act);
                if act == Act::Writes && is_recursive(words, "rR") {
                    self.touch_whole(from);
                }
            }
            Reads::Tees => {
                let is_more = |word: &Word| word.text == "-a" || word.text == "--append";
                let is_more = words.iter().any(is_more);
                let act = if is_more { Act::Appends } else { Act::Writes };
                self.paths(&operands(words, known.takes), act);
            }
            Reads::AfterScript(act) => {
                self.after_script(words, known, act);
                if act == Act::Marks && is_recursive(words, "R") {
                    self.touch_whole(from);
                }
            }
            Reads::Edits(valued) | Reads::Runs(valued) if is_in_place(words, valued) => {
                self.after_script(words, known, Act::Writes);
            }
            Reads::Edits(_) => self.after_script(words, known, Act::Reads),
            Reads::Runs(_) => self.unknown(words),
            Reads::Copies(act) => self.copies(words, known.takes, act),
            Reads::Folder => self.change_folder(&operands(words, &[])),
            Reads::Leading => self.leading(words, depth),
            Reads::Blocks => self.blocks(words),
            Reads::Command => {
                let mut rest = after_options(words, known.takes);
                // How long it may take.
                if command.text.ends_with("timeout") {
                    rest = rest.get(1..).unwrap_or_default();
                }
                self.command(rest, depth + 1);
            }
            Reads::Shell => self.shell(words, known, depth),
            Reads::Line => {
                if !words.iter().any(|word| word.is_open) {
                    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
                    self.line(&texts.join(" "), depth + 1);
                }
            }
            Reads::Git => self.git(words),
        }
    }

    /// A command of which nothing is known: what has the form of a path is one that is read.
    fn unknown(&mut self, words: &[Word]) {
        let mut option: Option<&Word> = None;
        for word in words {
            let of_option = option.take();
            if is_option(word) {
                let Some((name, _)) = word.text.split_once('=') else {
                    option = Some(word);
                    continue;
                };
                if let Some(value) = word.after(&format!("{name}=")) {
                    self.value(name, &value);
                }
            } else if let Some(option) = of_option {
                self.value(&option.text, word);
            } else if has_slash(word) {
                self.path(word, Act::Reads);
            }
        }
    }

    /// The value of an option of which nothing is known.
    fn value(&mut self, option: &str, word: &Word) {
        let leaves_out = LEAVES_OUT.iter().any(|name| option.contains(name));
        // As in `perl -pe s/a/b/`.
        let is_script = option.ends_with('e') && !option.starts_with("--");
        // A message, or a pattern that the shell does not read.
        let is_text =
            word.text.contains(char::is_whitespace) || !word.is_glob && is_glob(&word.text);
        let is_path = has_slash(word) && !leaves_out && !is_script && !is_text;
        if is_path || option == "-C" {
            self.path(word, Act::Reads);
        }
    }

    fn paths(&mut self, words: &[&Word], act: Act) {
        for word in words {
            self.path(word, act);
        }
    }

    fn after_script(&mut self, words: &[Word], known: &Known, act: Act) {
        let has = |options: &[&str]| {
            words.iter().any(|word| {
                let text = word.text.as_str();
                options
                    .iter()
                    .any(|option| text == *option || (option.len() > 2 && text.starts_with(option)))
            })
        };
        let mut operands = operands(words, known.takes);
        let is_given = has(&[
            "-e",
            "-f",
            "--regexp",
            "--file",
            "--expression",
            "--reference",
            "--files",
        ]);
        // The value of `-e` is among the operands, and stands for the script.
        if !operands.is_empty() && (!is_given || !has(&["--files"])) {
            operands.remove(0);
        }
        self.paths(&operands, act);
    }

    fn copies(&mut self, words: &[Word], takes: &[&str], act: Act) {
        let is_mirrored = is_mirrored(words);
        let mut target = None;
        let mut rest = Vec::new();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if TARGET.contains(&word.text.as_str()) {
                target = words.next().cloned();
            } else if let Some(folder) = word.after("--target-directory=") {
                target = Some(folder);
            } else {
                rest.push(word.clone());
            }
        }
        let mut operands = operands(&rest, takes);
        operands.retain(|word| act != Act::Reads || !is_remote(word));
        let target = match &target {
            Some(target) => Some(target),
            None if operands.len() > 1 => operands.pop(),
            None => None,
        };
        if let Some(target) = target {
            let from = self.found.len();
            self.path(target, Act::Writes);
            if is_mirrored {
                self.touch_whole(from);
            }
            // A folder gets a file of the same name; a device is none.
            let is_device = target.text.starts_with("/dev/") || target.text.starts_with("/proc/");
            for word in operands.iter().filter(|_| !is_device) {
                let name = last(word.text.trim_end_matches('/'));
                if !word.is_open && !word.is_glob && !target.is_glob && !name.is_empty() {
                    self.path(&target.joined(name), Act::Writes);
                }
            }
        }
        let from = self.found.len();
        self.paths(&operands, act);
        // What moves does so with all that is in it.
        if act == Act::Writes {
            self.touch_whole(from);
        }
    }

    fn change_folder(&mut self, operands: &[&Word]) {
        let Some(word) = operands.first() else {
            self.folder = Some("~".to_owned());
            return;
        };
        // Back to where it was before: not followed.
        if word.is_open || word.is_glob || word.text == "-" {
            self.folder = None;
            return;
        }
        self.path(word, Act::Reads);
        self.folder = self.joined(&word.text);
    }

    fn leading(&mut self, words: &[Word], depth: usize) {
        let is_own = |word: &Word| matches!(word.text.as_str(), "-H" | "-L" | "-P");
        let is_test = |word: &Word| word.text.starts_with(['-', '(', '!']) && !is_own(word);
        let end = words.iter().position(is_test).unwrap_or(words.len());
        let (folders, tests) = words.split_at(end);
        let deletes = tests.iter().any(|word| word.text == "-delete");
        let act = if deletes { Act::Writes } else { Act::Reads };
        let from = self.found.len();
        for word in folders.iter().filter(|word| !is_own(word)) {
            self.path(word, act);
        }
        if deletes && folders.iter().all(is_own) {
            self.path(&Word::plain("."), act);
        }
        let is_any = |word: &Word| !is_test(word) || ALL_BELOW.contains(&word.text.as_str());
        if deletes && tests.iter().all(is_any) {
            self.touch_whole(from);
        }
        self.run_by_tests(tests, depth);
    }

    /// The commands that `find` runs.
    fn run_by_tests(&mut self, mut tests: &[Word], depth: usize) {
        while let Some((word, rest)) = tests.split_first() {
            tests = rest;
            let word = word.text.as_str();
            let is_there = RUNS_THERE.contains(&word);
            if !is_there && !RUNS_HERE.contains(&word) {
                continue;
            }
            let is_end = |word: &Word| matches!(word.text.as_str(), ";" | "+");
            let end = rest.iter().position(is_end).unwrap_or(rest.len());
            let (command, after) = rest.split_at(end);
            tests = after;
            let folder = self.folder.clone();
            if is_there {
                self.folder = None;
            }
            self.command(command, depth + 1);
            self.folder = folder;
        }
    }

    fn blocks(&mut self, words: &[Word]) {
        for word in words {
            for (option, act) in [("if=", Act::Reads), ("of=", Act::Writes)] {
                if let Some(path) = word.after(option) {
                    self.path(&path, act);
                }
            }
        }
    }

    fn shell(&mut self, words: &[Word], known: &Known, depth: usize) {
        let mut is_line = false;
        for (at, word) in words.iter().enumerate() {
            if is_line {
                if !word.is_open {
                    self.line(&word.text, depth + 1);
                }
                return;
            }
            if word.text.starts_with('-') && !word.text.starts_with("--") {
                is_line = word.text.contains('c');
                continue;
            }
            if is_option(word) || (at > 0 && known.takes.contains(&words[at - 1].text.as_str())) {
                continue;
            }
            self.path(word, Act::Reads);
            return self.unknown(&words[at + 1..]);
        }
    }

    /// Where git runs counts, and what `rm` and `mv` do: it keeps its own folder, and paths in
    /// history are no files.
    fn git(&mut self, words: &[Word]) {
        let folder = self.folder.clone();
        let mut words = words;
        while let Some((word, rest)) = words.split_first() {
            words = rest;
            match word.text.as_str() {
                "-C" => {
                    if let Some((folder, rest)) = rest.split_first() {
                        self.change_folder(&[folder]);
                        words = rest;
                    }
                }
                "-c" | "--git-dir" | "--work-tree" | "--namespace" | "--exec-path" => {
                    words = rest.get(1..).unwrap_or_default();
                }
                text if text.starts_with('-') => {}
                command => {
                    self.git_command(command, rest);
                    break;
                }
            }
        }
        self.folder = folder;
    }

    fn git_command(&mut self, command: &str, words: &[Word]) {
        // What is taken out of the index alone stays where it is.
        let is_cached = words.iter().any(|word| word.text == "--cached");
        match command {
            "rm" if !is_cached => self.paths(&operands(words, &[]), Act::Writes),
            "mv" => self.copies(words, &[], Act::Writes),
            _ => {}
        }
    }

    fn path(&mut self, word: &Word, act: Act) {
        if word.is_open || word.text.is_empty() || word.text == "-" {
            return;
        }
        if self.found.len() >= PATHS {
            self.unclear = Some("the line names more than 4,096 paths");
            return;
        }
        let text = if word.is_glob { &word.glob } else { &word.text };
        let joined = self.joined(text);
        self.found.push(NamedPath {
            is_rooted: joined.is_some(),
            text: joined.unwrap_or_else(|| text.clone()),
            is_glob: word.is_glob,
            act,
            is_whole: false,
        });
    }

    /// What was found from there on is touched with all that is below it.
    fn touch_whole(&mut self, from: usize) {
        for path in &mut self.found[from..] {
            path.is_whole = true;
        }
    }

    /// A path from where the line begins; `None` where that is not known.
    fn joined(&self, text: &str) -> Option<String> {
        if text.starts_with(['/', '~']) || text.starts_with("$HOME") {
            return Some(text.to_owned());
        }
        let folder = self.folder.as_ref()?;
        Some(if folder.is_empty() {
            text.to_owned()
        } else {
            format!("{folder}/{text}")
        })
    }
}

/// Whether it is a URL, or a path on another machine.
fn is_remote(word: &Word) -> bool {
    let head = word.text.split('/').next().unwrap_or_default();
    head.contains(':') && !word.text.starts_with("file:")
}

/// Whether it has the form of a path.
fn has_slash(word: &Word) -> bool {
    word.text.contains('/') && !is_remote(word)
}

fn is_assignment(word: &Word) -> bool {
    let Some((name, _)) = word.text.split_once('=') else {
        return false;
    };
    let mut letters = name.chars();
    letters
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || "_+[]".contains(letter))
}

fn is_option(word: &Word) -> bool {
    word.text.len() > 1 && word.text.starts_with('-')
}

/// Whether options say that a command goes down into folders; `letters` are those of short ones.
fn is_recursive(words: &[Word], letters: &str) -> bool {
    let options = words.iter().take_while(|word| word.text != "--");
    let mut options = options.filter_map(|word| word.text.strip_prefix('-'));
    options.any(|option| match option.strip_prefix('-') {
        Some(long) => long == "recursive",
        None => option.contains(|letter| letters.contains(letter)),
    })
}

/// Whether `rsync` takes away what its source does not have; what it excludes, it leaves.
fn is_mirrored(words: &[Word]) -> bool {
    let has = |prefixes: &[&str]| {
        let starts = |word: &Word| prefixes.iter().any(|prefix| word.text.starts_with(prefix));
        words.iter().any(starts)
    };
    has(&["--del"]) && !has(&["--exclude", "--filter", "-f"])
}

/// The words that are neither options nor the values of those that take one.
fn operands<'a>(words: &'a [Word], takes: &[&str]) -> Vec<&'a Word> {
    let mut operands = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if word.text == "--" {
            operands.extend(words);
            break;
        }
        if !is_option(word) {
            operands.push(word);
        } else if takes.contains(&word.text.as_str()) {
            words.next();
        }
    }
    operands
}

/// What follows a command's own options and the variables that it sets.
fn after_options<'a>(words: &'a [Word], takes: &[&str]) -> &'a [Word] {
    let mut at = 0;
    while let Some(word) = words.get(at) {
        if takes.contains(&word.text.as_str()) {
            at += 2;
        } else if is_option(word) || is_assignment(word) {
            at += 1;
        } else {
            break;
        }
    }
    words.get(at..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str) -> String {
        let mut shown = Vec::new();
        for path in named(line).paths {
            let sign = match path.act {
                Act::Writes => ">",
                Act::Appends => ">>",
                Act::Marks => "+",
                Act::Reads => "",
            };
            let root = if path.is_rooted { "" } else { "?" };
            let glob = if path.is_glob { "*" } else { "" };
            let whole = if path.is_whole { "!" } else { "" };
            shown.push(format!("{sign}{root}{glob}{}{whole}", path.text));
        }
        shown.join(" ")
    }

    #[test]
    fn what_is_plainly_a_path_is_found() {
        for (line, expected) in [
            ("cat .git/config", ".git/config"),
            ("/bin/cat -n a b", "a b"),
            ("X=1 sudo -u me cat a", "a"),
            ("echo .git/config a/b", ""),
            ("echo x > a 2>/dev/null", ">a >/dev/null"),
            ("grep -rn 'a/b' src -A 3", "src"),
            ("grep -e a/b src/c", "src/c"),
            ("rg --glob '!.git' x .", "."),
            ("sed -n 1p a", "a"),
            ("sed -i.bak s/a/b/ a", ">a"),
            ("sed -Ei s/a/b/ a", ">a"),
            ("perl -pi -e s/a/b/ a", ">a"),
            ("perl run/a.pl b/c", "run/a.pl b/c"),
            ("awk -i inplace 1 a", ">a"),
            ("find . -path './.git/*' -prune", "."),
            ("find a b -delete", ">a! >b!"),
            ("find -type f -delete", ">.!"),
            ("find . -name '*.o' -delete", ">."),
            ("cp a x/b c", ">c >c/a >c/b a x/b"),
            ("cp a /dev/null", ">/dev/null a"),
            ("cp -t d a b", ">d >d/a >d/b a b"),
            ("cp *.md x/ .", ">. >./x **.md x/"),
            ("cp host:a/b .", "."),
            ("mv a b", ">b >b/a >a!"),
            ("rm -rf -- -x a", ">-x! >a!"),
            ("rm -f a", ">a"),
            ("chmod -R u+x a; chmod -r b", "+a!"),
            ("rsync -a --delete a/ b", ">b! >b/a a/"),
            ("rsync -a --delete --exclude x a/ b", ">b >b/a a/"),
            ("cd src && cat a; cat /b ~/c", "src src/a /b ~/c"),
            ("(cd src; cat a); cat b", "src src/a b"),
            ("cd \"$X\" && cat a /b", "?a /b"),
            ("cd && cat a", "~/a"),
            ("git -C ../x log -- .git", "../x"),
            ("git commit -m 'see .git/config'", ""),
            ("git diff > out/a", ">out/a"),
            ("dd if=a of=b bs=1", "a >b"),
            ("bash -c 'cat a > b'", ">b a"),
            ("bash -lc \"cat a\"", "a"),
            ("bash run/a.sh b/c d", "run/a.sh b/c"),
            ("eval cat a", "a"),
            ("echo $(cat a) `cat b`", "a b"),
            ("timeout 5 cat a", "a"),
            ("env A=b cat c", "c"),
            ("cat a | xargs -n 1 rm b", "a >b"),
            ("if [ -d .git ]; then cat a; fi", "a"),
            ("while read l; do cat a; done < b", "a b"),
            ("cat <<EOF > memory/a.md\nrm x\nEOF", ">memory/a.md"),
            ("tee a b < c", "c >a >b"),
            ("echo x >> a; tee -a b", ">>a >>b"),
            ("make &>> a/b", ">>a/b"),
            ("vim src/a", "src/a"),
            (
                "tool --opt a/b c/d=e https://x/.git/y host:a/b",
                "a/b c/d=e",
            ),
            ("curl -sS -o a/b https://x/y; make -C a x", "a/b a"),
            (
                "tool --file=a/b -x 'c/.*' --exclude=c/d -m 'e /f' $X/g",
                "a/b",
            ),
            (r"find a -name b -exec cat c \; -execdir rm d +", "a c >?d"),
            ("ruby -ne s/a/b/ c/d", "c/d"),
            (
                "git rm -r a; git rm --cached b; git mv c d",
                ">a >d >d/c >c!",
            ),
            ("git -C a rm b; cat c", "a >a/b c"),
            ("cat *.rs {a,b}/c '*'", "**.rs *{a,b}/c *"),
            ("cat $X/a a$X", ""),
            ("cat - < a", "a"),
            ("ln -s .git x", ">x >x/.git .git"),
            ("chmod +x a; touch b", "+a +b"),
            ("tar -C /x -f y/z", "/x y/z"),
        ] {
            assert_eq!(shown(line), expected, "{line}");
        }
    }

    #[test]
    fn no_line_is_too_much() {
        for part in [
            "$(",
            "`",
            "(",
            "bash -c '",
            "<<",
            "<<a\n",
            "{",
            "\"",
            "a>",
            "\\",
            "eval ",
        ] {
            assert!(named(&part.repeat(5000)).paths.len() <= PATHS, "{part}");
        }
        let whole = named(&"cat a;".repeat(PATHS));
        assert_eq!((whole.paths.len(), whole.unclear), (PATHS, None));
        let names = named(&"cat a;".repeat(PATHS + 1));
        assert_eq!(names.paths.len(), PATHS);
        assert!(names.unclear.is_some());
    }
}
