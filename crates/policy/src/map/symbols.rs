//! Definitions of a source file, and the names that it uses.

use serde::{Deserialize, Serialize};

/// The maximum number of different names that a file uses.
pub(crate) const NAMES: usize = 16_384;
/// The longest name, in bytes.
pub(crate) const NAME_LENGTH: usize = 120;

/// Definitions of a source file, and the names that it uses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Symbols {
    /// In the order of the file.
    pub definitions: Vec<Definition>,
    /// The names that it uses, with those of its own definitions, sorted by hash.
    pub uses: Vec<UsedName>,
    /// Why nothing, or not everything, was read.
    pub unread: Option<Unread>,
}

/// A source file of the tree.
#[derive(Clone, Copy, Debug)]
pub struct MapFile<'a> {
    /// From the top of the work tree.
    pub path: &'a str,
    /// Its definitions and uses.
    pub symbols: &'a Symbols,
}

/// Why a file's symbols were not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unread {
    /// It is larger than [`SOURCE_BYTES`](git_memory_text::limits::SOURCE_BYTES).
    TooLarge,
    /// It holds bytes that no source code has, or lines that are too long to be written by hand.
    NotSource,
    /// The parser gave it up: it took too many steps, too long, or too much memory.
    TooHard,
}

/// Something that a file defines, and that can be used from elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Definition {
    /// Its name, as the source has it.
    pub name: Box<str>,
    /// The name of its container: a class, the type of an `impl`.
    pub container: Option<Box<str>>,
    /// True if it belongs to a type, as a method or a nested class does; not for a definition that
    /// only stands inside of a namespace.
    pub is_member: bool,
    /// Kind of the symbol.
    pub kind: SymbolKind,
    /// The line of its name, from 1.
    pub line: u32,
}

/// Kinds of symbols, in the words of tree-sitter's tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SymbolKind {
    /// A class, a struct, an enum.
    Class,
    /// An interface, a trait.
    Interface,
    /// Another type.
    Type,
    /// A function that belongs to a type.
    Method,
    /// A function.
    Function,
    /// A macro.
    Macro,
    /// A constant, or a variable of a whole file.
    Constant,
    /// A module, a namespace.
    Module,
}

impl SymbolKind {
    /// The kind by its word in a query of tags (`definition.<word>`).
    pub(crate) fn of_tag(word: &str) -> Self {
        match word {
            "class" => Self::Class,
            "interface" => Self::Interface,
            "method" => Self::Method,
            "function" => Self::Function,
            "macro" => Self::Macro,
            "module" => Self::Module,
            "constant" => Self::Constant,
            _ => Self::Type,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Class => "class",
            Self::Interface => "interface",
            Self::Type => "type",
            Self::Method => "method",
            Self::Function => "function",
            Self::Macro => "macro",
            Self::Constant => "constant",
            Self::Module => "module",
        }
    }

    /// True for a class, an interface, another type.
    #[must_use]
    pub fn is_type(self) -> bool {
        matches!(self, Self::Class | Self::Interface | Self::Type)
    }

    /// True if definitions inside of such a symbol cannot be seen from outside.
    pub(crate) fn is_closed(self) -> bool {
        matches!(self, Self::Method | Self::Function | Self::Macro)
    }
}

/// A name that a file uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedName {
    /// The hash of the name: of hundreds of thousands of names only defined ones count, and two
    /// with the same hash do no harm.
    pub hash: u32,
    /// Number of uses.
    pub count: u32,
}

/// The hash of a name, the same on every machine.
#[must_use]
pub fn name_hash(name: &str) -> u32 {
    crc32fast::hash(name.as_bytes())
}
