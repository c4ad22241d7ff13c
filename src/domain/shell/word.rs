//! A word of a command line.

/// A word, after quotes and escapes are taken away.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Word {
    /// What it says. A `~` or `$HOME` in front is as it was typed where the shell replaces it;
    /// where it does not, `./` stands before it.
    pub text: String,
    /// The same as a glob, with a backslash before each sign that was quoted.
    pub glob: String,
    /// Whether a sign in it is a wildcard to the shell.
    pub is_glob: bool,
    /// How much of `text` comes before what the shell puts in: the value of a variable, the output of
    /// a command. `None` where it puts in nothing.
    pub open: Option<usize>,
    /// Whether a part of it was quoted: then it is no keyword.
    pub is_quoted: bool,
}

impl Word {
    /// A word that the shell leaves as it is.
    pub(super) fn plain(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            glob: text.to_owned(),
            ..Self::default()
        }
    }

    /// A glob, as a program reads it and not the shell.
    pub(super) fn wild(glob: &str) -> Self {
        Self {
            is_glob: true,
            ..Self::plain(glob)
        }
    }

    /// What follows a beginning that is no wildcard, where the word has that.
    pub(super) fn after(&self, beginning: &str) -> Option<Self> {
        let text = self.text.strip_prefix(beginning)?;
        let glob = self.glob.strip_prefix(beginning).unwrap_or(text);
        Some(Self {
            text: text.to_owned(),
            glob: glob.to_owned(),
            open: self.open.map(|at| at.saturating_sub(beginning.len())),
            ..self.clone()
        })
    }

    /// What comes before a sign, where that is the first one and the shell puts nothing in.
    pub(super) fn before(&self, sign: char) -> Option<Self> {
        if self.is_open() {
            return None;
        }
        let (text, _) = self.text.split_once(sign)?;
        let (glob, _) = self.glob.split_once(sign)?;
        Some(Self {
            text: text.to_owned(),
            glob: glob.to_owned(),
            ..self.clone()
        })
    }

    /// Whether the shell puts something in.
    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// The folder that it names before what the shell puts in, where that is more than where it
    /// begins.
    pub(super) fn folder(&self) -> Option<&str> {
        let before = self.text.get(..self.open?)?;
        let folder = &before[..before.rfind('/')?];
        let is_name = |part: &str| !matches!(part, "" | "." | ".." | "~" | "$HOME");
        folder.split('/').any(is_name).then_some(folder)
    }

    /// A name in the folder that a word without wildcards names.
    pub(super) fn joined(&self, name: &str) -> Self {
        Self {
            text: format!("{}/{name}", self.text.trim_end_matches('/')),
            ..self.clone()
        }
    }

    /// Here the shell puts something in.
    pub(super) fn put_in(&mut self) {
        self.open.get_or_insert(self.text.len());
        self.push('$');
    }

    pub(super) fn push(&mut self, letter: char) {
        self.text.push(letter);
        self.glob.push(letter);
    }

    pub(super) fn push_quoted(&mut self, letter: char) {
        // The shell would leave these alone, and so must who reads the text.
        if self.text.is_empty() && matches!(letter, '~' | '$') {
            self.text.push_str("./");
            self.glob.push_str("./");
        }
        if "*?[]{}\\()!".contains(letter) {
            self.glob.push('\\');
        }
        self.push(letter);
    }
}
