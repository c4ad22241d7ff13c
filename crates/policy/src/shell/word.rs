//! A word of a command line.

use git_memory_text::glob::is_glob;

/// A word, after quotes and escapes are taken away.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Word {
    /// Its text. A `~` or `$HOME` in front is as typed if the shell replaces it; otherwise `./`
    /// stands before it.
    pub text: String,
    /// True if a sign in it is a wildcard to the shell.
    pub is_glob: bool,
    /// Length of the part of `text` before a text that the shell puts in: the value of a variable,
    /// the output of a command. `None` if it puts in nothing.
    pub open: Option<usize>,
    /// True if a part of it was quoted: then it is not a keyword.
    pub is_quoted: bool,
}

impl Word {
    /// A word that the shell does not change.
    pub(super) fn plain(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            ..Self::default()
        }
    }

    /// The folder that it names before a text that the shell puts in, if that is more than its
    /// start.
    pub(super) fn folder(&self) -> Option<&str> {
        let before = self.text.get(..self.open?)?;
        let folder = &before[..before.rfind('/')?];
        let is_name = |part: &str| !matches!(part, "" | "." | ".." | "~" | "$HOME");
        folder.split('/').any(is_name).then_some(folder)
    }

    /// Notes that the shell puts something in here.
    pub(super) fn put_in(&mut self) {
        self.open.get_or_insert(self.text.len());
        self.text.push('$');
    }

    pub(super) fn push_quoted(&mut self, letter: char) {
        self.is_quoted = true;
        // The shell does not expand these signs in quotes, and the reader of the text must not,
        // either.
        if self.text.is_empty() && matches!(letter, '~' | '$') {
            self.text.push_str("./");
        }
        self.text.push(letter);
    }

    /// True if it is this word of the shell's own, such as `case`.
    pub(super) fn is(&self, keyword: &str) -> bool {
        !self.is_quoted && self.text == keyword
    }

    pub(super) fn is_option(&self) -> bool {
        self.text.len() > 1 && self.text.starts_with('-')
    }

    /// True if it sets a variable: `X=1`.
    pub(super) fn is_assignment(&self) -> bool {
        let Some((name, _)) = self.text.split_once('=') else {
            return false;
        };
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "_+[]".contains(letter);
        name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && name.chars().all(is_letter)
    }

    /// True if it has a slash, and is neither a URL nor a path on another machine.
    pub(super) fn has_slash(&self) -> bool {
        self.text.contains('/') && !self.is_remote()
    }

    /// True if it is a URL, or a path on another machine: `host:path`.
    pub(super) fn is_remote(&self) -> bool {
        let head = self.text.split('/').next().unwrap_or_default();
        head.contains(':')
    }

    /// True if it can hardly be anything but a path: it has a slash or an extension, or is hidden.
    pub(super) fn is_plainly_path(&self) -> bool {
        let extension = self.text.rsplit_once('.').map(|(_, extension)| extension);
        let is_file_name =
            extension.is_some_and(|it| it.starts_with(|sign: char| sign.is_ascii_alphabetic()));
        (is_file_name && !self.is_remote() || self.has_slash()) && !self.is_prose()
    }

    /// True if it is a message, a pattern or a program rather than a name: it has spaces, or
    /// wildcards that the shell does not expand.
    pub(super) fn is_prose(&self) -> bool {
        let is_pattern = !self.is_glob && is_glob(&self.text);
        is_pattern || self.text.contains(char::is_whitespace)
    }
}
