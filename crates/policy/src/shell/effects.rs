//! The effects of the verbs that are known on their words.

use super::act::Act;
use super::verbs::{Verb, behind_script, command, has, operands};
use super::walk::Walk;
use super::word::Word;
use crate::apply_patch::patched;
use git_memory_text::path::last;

impl Walk {
    pub(super) fn verb(&mut self, verb: Verb, words: &[Word], text: Option<&str>, depth: usize) {
        let operands = operands(words);
        match verb {
            Verb::Says => {}
            Verb::All(act) => self.paths(&operands, act),
            Verb::Tees => {
                let is_more = has(words, 'a', "--append");
                let act = if is_more { Act::Appends } else { Act::Writes };
                self.paths(&operands, act);
            }
            Verb::Modes => self.paths(operands.get(1..).unwrap_or_default(), Act::Marks),
            Verb::Removes => {
                let is_whole = has(words, 'r', "--recursive") || has(words, 'R', "--recursive");
                let act = if is_whole { Act::Takes } else { Act::Writes };
                self.paths(&operands, act);
            }
            Verb::Copies(act) => self.copies(words, operands, act),
            Verb::Scripts(edits) => {
                let is_edit = has(words, 'i', "--in-place");
                let act = if is_edit { edits } else { Act::Reads };
                self.paths(&behind_script(words), act);
            }
            Verb::Blocks => {
                for word in words {
                    match word.text.split_once('=') {
                        Some(("if", path)) => self.path(&Word::plain(path), Act::Reads),
                        Some(("of", path)) => self.path(&Word::plain(path), Act::Writes),
                        _ => {}
                    }
                }
            }
            Verb::Finds => self.finds(words),
            Verb::Folder => self.change_folder(operands.first().copied()),
            Verb::Runs => self.command(command(words), text, depth + 1),
            Verb::Shell => match (operands.first(), text) {
                (Some(line), _) if has(words, 'c', "-c") => {
                    self.returning(|walk| walk.line(&line.text, depth + 1));
                }
                (None, Some(text)) => self.returning(|walk| walk.line(text, depth + 1)),
                _ => self.mentions(words),
            },
            Verb::Patches => {
                let patch = operands.first().map(|word| word.text.as_str());
                self.patch(patch.or(text).unwrap_or_default());
            }
        }
    }

    fn copies(&mut self, words: &[Word], mut operands: Vec<&Word>, act: Act) {
        let is_target = |word: &Word| matches!(word.text.as_str(), "-t" | "--target-directory");
        let target = match words.iter().position(is_target) {
            Some(at) => {
                let target = words.get(at + 1);
                operands.retain(|word| target.is_none_or(|target| !std::ptr::eq(*word, target)));
                target
            }
            None if operands.len() > 1 => operands.pop(),
            None => None,
        };
        if let Some(target) = target {
            self.path(target, Act::Writes);
            let is_plain = |word: &Word| word.open.is_none() && !word.is_glob;
            // A folder gets a file of the same name; a device is not a folder.
            for word in operands.iter().filter(|word| is_plain(word)) {
                if is_plain(target) && !target.text.starts_with("/dev/") {
                    let (folder, name) = (&target.text, last(word.text.trim_end_matches('/')));
                    let file = format!("{}/{name}", folder.trim_end_matches('/'));
                    self.path(&Word::plain(&file), Act::Writes);
                }
            }
        }
        self.paths(&operands, act);
    }

    fn finds(&mut self, words: &[Word]) {
        let is_test = |word: &Word| word.text.starts_with(['-', '(', '!']);
        let end = words.iter().position(is_test).unwrap_or(words.len());
        let (folders, tests) = words.split_at(end);
        let deletes = tests.iter().any(|word| word.text == "-delete");
        // Other tests leave something there.
        let act = match tests.len() {
            1 if deletes => Act::Takes,
            _ if deletes => Act::Writes,
            _ => Act::Reads,
        };
        self.paths(&folders.iter().collect::<Vec<_>>(), act);
    }

    /// The files of a patch.
    fn patch(&mut self, patch: &str) {
        for file in patched(patch) {
            // After a change of a part of a file, the rest is unknown.
            let act = if file.is_removed {
                Act::Writes
            } else {
                Act::Appends
            };
            let from = self.names.paths.len();
            self.path(&Word::plain(file.path), act);
            let named = self.names.paths[from..].iter();
            let rooted = named
                .filter(|path| path.is_rooted)
                .map(|path| path.text.clone());
            self.names.patched.extend(rooted);
        }
    }
}
