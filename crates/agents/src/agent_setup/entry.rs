//! One thing that is put into a file, as a value, and how what is in the file compares with it.

use super::chooses;

/// The program that agents start.
pub const PROGRAM: &str = "git-memory";
/// The argument of a hook before a tool that is to tell, and to judge nothing.
pub const NO_POLICY: &str = "--no-policy";
/// The name of our MCP server in every configuration.
pub const SERVER: &str = "git-memory";
/// The names of its tools.
pub const SERVER_TOOLS: [&str; 6] = [
    "workspace_get_context",
    "memory_recall",
    "memory_read",
    "memory_write",
    "memory_run",
    "memory_check_path",
];

/// A value as it is written, its keys in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Json {
    /// A text.
    Text(String),
    /// A number.
    Number(u32),
    /// A list.
    List(Vec<Json>),
    /// An object.
    Object(Vec<(&'static str, Json)>),
}

/// The form in which an entry is put into a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A key of an object.
    Named(&'static str),
    /// An item of a list, which is known by the command that it runs.
    Item(String),
    /// A word of a list that the path leads to. The value of the entry is the list that is made
    /// where there is none; whatever else is there than a list stays.
    Word(&'static str),
    /// The file, which has nothing else. It is known by its first line.
    Whole,
}

/// One thing that is put into a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The keys from the top that lead to the object or list that it is put into.
    pub path: Vec<&'static str>,
    /// As what.
    pub what: What,
    /// Its value.
    pub value: Json,
    /// Its values as earlier versions wrote them: those are ours, too.
    pub former: Vec<Json>,
}

/// A key and its value that a new file has besides entries.
pub type Beside = (&'static str, Fixed);

/// A value that is the same in every file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixed {
    /// A number.
    Number(u32),
    /// A text.
    Text(&'static str),
}

/// The state of a file in the place of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Nothing.
    Missing,
    /// The entry as we write it.
    Ours,
    /// An entry that a person or another program wrote or added to, and that runs the same.
    Alike,
    /// Another entry of this name, or for this occasion: its text.
    Other(String),
    /// One that chooses which program runs under our name: its text.
    Impostor(String),
}

/// Maximum number of characters that are shown of another entry's text: a longer one is cut.
const SHOWN: usize = 200;

impl Found {
    /// An entry that is there: its text, its value, and how that compares with ours.
    pub(crate) fn of(text: &str, value: &serde_json::Value, is_ours: bool, is_alike: bool) -> Self {
        let is_impostor = !is_ours && chooses::what_runs(None, value);
        match (is_ours, is_alike && !is_impostor) {
            (true, _) => Self::Ours,
            (_, true) => Self::Alike,
            _ => Self::other(text, is_impostor),
        }
    }

    /// Another entry than ours, by its text, which becomes one line.
    pub(crate) fn other(text: &str, is_impostor: bool) -> Self {
        let words: Vec<&str> = text.split_whitespace().collect();
        let line = words.join(" ");
        let mut shown: String = line.chars().take(SHOWN).collect();
        if shown.len() < line.len() {
            shown.push('…');
        }
        if is_impostor {
            Self::Impostor(shown)
        } else {
            Self::Other(shown)
        }
    }
}

impl From<Fixed> for Json {
    fn from(value: Fixed) -> Self {
        match value {
            Fixed::Number(number) => Self::Number(number),
            Fixed::Text(text) => Self::text(text),
        }
    }
}

impl Json {
    pub(crate) fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    /// The value, for comparisons.
    pub(crate) fn value(&self) -> serde_json::Value {
        match self {
            Self::Text(text) => text.as_str().into(),
            Self::Number(number) => (*number).into(),
            Self::List(items) => items.iter().map(Self::value).collect(),
            Self::Object(keys) => keys.iter().map(|(key, it)| (*key, it.value())).collect(),
        }
    }

    /// True if an object has every key of this one, with its value.
    pub(crate) fn is_part_of(&self, there: &serde_json::Value) -> bool {
        matches!(self, Self::Object(keys) if keys
            .iter()
            .all(|(key, ours)| there.get(key) == Some(&ours.value())))
    }

    /// A list of texts.
    pub(crate) fn texts(texts: &[&str]) -> Self {
        Self::List(texts.iter().map(|text| Self::text(text)).collect())
    }
}
