//! Takes a source file apart.

use std::collections::{BTreeMap, HashSet};
use std::ops::{ControlFlow, Range};

use tree_sitter::{
    Node, ParseOptions, Parser, Query, QueryCursor, QueryCursorOptions, QueryMatch,
    StreamingIterator, Tree,
};

use super::language::Language;
use super::roles::{Role, roles};
use super::symbols::{
    Definition, NAME_LENGTH, NAMES, SymbolKind, Symbols, Unread, UsedName, name_hash,
};
use git_memory_text::limits;

/// Maximum number of reports before a parser is stopped. It reports every hundred steps, and takes
/// about one step a byte: a file of the largest size has a third of this. Steps before time, so
/// that nearly every file has the same symbols on every machine.
const REPORTS: usize = 30_000;
/// The limit of reports for the search through the tree.
const SEARCH_REPORTS: usize = 200_000;
/// Maximum number of open matches of a query.
const OPEN_MATCHES: u32 = 256;
/// The maximum number of scopes: several patterns may see one definition.
const SCOPES: usize = 4 * limits::DEFINITIONS;
/// Number of bytes at the beginning that are searched for bytes that no text has.
const LOOKED_AT: usize = 8000;
/// Longer lines, on average, were written by a program.
const LINE: usize = 400;
/// Names of modules whose definitions no other code uses.
const TESTS: [&str; 2] = ["test", "tests"];

/// Reads the symbols of files, one after the other. Each thread needs one of its own.
pub struct SymbolReader {
    parser: Parser,
    cursor: QueryCursor,
}

impl Default for SymbolReader {
    fn default() -> Self {
        let mut cursor = QueryCursor::new();
        cursor.set_match_limit(OPEN_MATCHES);
        Self {
            parser: Parser::new(),
            cursor,
        }
    }
}

/// A stretch of a file that is a definition, or that definitions belong to.
struct Scope<'a> {
    range: Range<usize>,
    name: &'a str,
    /// Start of the name, in bytes; two definitions with one name are one.
    name_at: usize,
    /// From 0.
    row: usize,
    /// `None` for a scope that is not a definition.
    kind: Option<SymbolKind>,
    container: Option<&'a str>,
}

impl SymbolReader {
    /// Reads a file of a language. `is_over` is asked every now and then if the time is over: some
    /// broken sources make a parser go back again and again, in few steps.
    #[must_use]
    pub fn read(
        &mut self,
        language: &Language,
        source: &[u8],
        is_over: &dyn Fn() -> bool,
    ) -> Symbols {
        let unread = |why| Symbols {
            unread: Some(why),
            ..Symbols::default()
        };
        if source.len() > limits::SOURCE_BYTES {
            return unread(Unread::TooLarge);
        }
        if !is_source(source) {
            return unread(Unread::NotSource);
        }
        let tree = self.parse(language, source, is_over);
        let (Some(query), Some(tree)) = (language.query(), tree) else {
            return unread(Unread::TooHard);
        };
        self.search(language, query, &tree, source, is_over)
    }

    /// The tree of a source; `None` if that takes too long.
    fn parse(
        &mut self,
        language: &Language,
        source: &[u8],
        is_over: &dyn Fn() -> bool,
    ) -> Option<Tree> {
        // A tree that was given up would be gone on with.
        self.parser.reset();
        // Fails for a grammar of another version of tree-sitter, which a test rules out.
        self.parser.set_language(&(language.grammar)()).ok()?;
        let mut reports = 0;
        let mut count = |_: &_| {
            reports += 1;
            if reports > REPORTS || is_over() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let options = ParseOptions::new().progress_callback(&mut count);
        let mut text = |at: usize, _| source.get(at..).unwrap_or_default();
        self.parser
            .parse_with_options(&mut text, None, Some(options))
    }

    fn search(
        &mut self,
        language: &Language,
        query: &Query,
        tree: &Tree,
        source: &[u8],
        is_over: &dyn Fn() -> bool,
    ) -> Symbols {
        let roles = roles(query);
        let mut reports = 0;
        let mut is_stopped = false;
        let mut count = |_: &_| {
            reports += 1;
            if reports > SEARCH_REPORTS || is_over() {
                is_stopped = true;
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let options = QueryCursorOptions::new().progress_callback(&mut count);
        let mut matches =
            self.cursor
                .matches_with_options(query, tree.root_node(), source, options);
        let mut scopes = Vec::new();
        let mut uses: BTreeMap<u32, u32> = BTreeMap::new();
        while let Some(found) = matches.next() {
            match tag(&roles, found, source) {
                Some(Tag::Scope(scope)) if scopes.len() < SCOPES => scopes.push(scope),
                Some(Tag::Scope(_)) | None => {}
                Some(Tag::Use(name)) => {
                    let hash = name_hash(name);
                    if uses.len() < NAMES || uses.contains_key(&hash) {
                        *uses.entry(hash).or_default() += 1;
                    }
                }
            }
        }
        drop(matches);
        let uses = uses.into_iter();
        Symbols {
            definitions: definitions(language, scopes),
            uses: uses.map(|(hash, count)| UsedName { hash, count }).collect(),
            unread: is_stopped.then_some(Unread::TooHard),
        }
    }
}

/// Meaning of a match of a query.
enum Tag<'a> {
    Scope(Scope<'a>),
    Use(&'a str),
}

fn tag<'a>(roles: &[Role], found: &QueryMatch, source: &'a [u8]) -> Option<Tag<'a>> {
    let (mut name, mut container, mut whole) = (None, None, None);
    let mut is_use = false;
    for capture in found.captures() {
        match roles.get(capture.index as usize)? {
            Role::Name => name = Some(capture.node),
            Role::Definition(kind) => whole = Some((capture.node, Some(*kind))),
            Role::Container => whole = Some((capture.node, None)),
            Role::ContainerName => container = Some(capture.node),
            Role::Use => is_use = true,
            Role::Other => {}
        }
    }
    let container_name = container.and_then(|node| text(node, source));
    let Some((node, kind)) = whole else {
        let name = name.filter(|_| is_use)?;
        return Some(Tag::Use(text(name, source)?));
    };
    // A container that is not a definition itself gets the name that its contents give.
    let name_node = match kind {
        Some(_) => name?,
        None => container?,
    };
    Some(Tag::Scope(Scope {
        range: node.byte_range(),
        name: text(name_node, source)?,
        name_at: name_node.start_byte(),
        row: name_node.start_position().row,
        kind,
        container: container_name,
    }))
}

/// The text of a name; `None` if it is not UTF-8 or not a name.
fn text<'a>(node: Node, source: &'a [u8]) -> Option<&'a str> {
    let bytes = source.get(node.byte_range())?;
    // Names of other encodings are left out, as they cannot be shown.
    let text = std::str::from_utf8(bytes).ok()?;
    let is_name = !text.is_empty() && text.len() <= NAME_LENGTH;
    let is_shown = !text.chars().any(|c| c.is_whitespace() || c.is_control());
    (is_name && is_shown).then_some(text)
}

/// The definitions that can be used from elsewhere, in the order of the file.
fn definitions(language: &Language, mut scopes: Vec<Scope>) -> Vec<Definition> {
    // A container comes before its contents. Of two with the same name, the one that names its
    // container is kept, or else the larger one.
    scopes.sort_by(|a, b| {
        let by_place = a.range.start.cmp(&b.range.start);
        let by_place = by_place.then(b.range.end.cmp(&a.range.end));
        by_place.then((a.container.is_none(), a.kind).cmp(&(b.container.is_none(), b.kind)))
    });
    let mut found: Vec<(usize, Definition)> = Vec::new();
    let mut seen: HashSet<usize> = HashSet::new();
    let mut open: Vec<Open> = Vec::new();
    for scope in &scopes {
        while open
            .last()
            .is_some_and(|top| top.scope.range.end <= scope.range.start)
        {
            open.pop();
        }
        let (is_local, is_in_closed) = match open.last() {
            // It is the same definition again, as another pattern sees it.
            Some(top) if top.scope.name_at == scope.name_at => (top.is_local, top.is_closed),
            Some(top) => (top.is_closed, top.is_closed),
            None => (false, false),
        };
        let outer = open.iter().rev().map(|open| open.scope);
        let mut outer = outer.filter(|it| it.name_at != scope.name_at && has_members(it));
        let is_in_type = outer.clone().any(|it| it.kind != Some(SymbolKind::Module));
        let outer = outer.next();
        if let Some(kind) = scope.kind
            && !is_local
            && !(kind == SymbolKind::Module && language.has_file_modules())
            // A type in an `impl` is an associated type of a trait.
            && !(kind == SymbolKind::Class && outer.is_some_and(|outer| outer.kind.is_none()))
            && found.len() < limits::DEFINITIONS
            && seen.insert(scope.name_at)
        {
            let mut definition = definition(scope, kind, outer);
            // In the words of Rust's grammar, the functions of a module are methods.
            let is_method = kind == SymbolKind::Method && !language.has_file_modules();
            definition.is_member |= is_in_type || (is_method && outer.is_some());
            found.push((scope.name_at, definition));
        }
        open.push(Open {
            scope,
            is_local,
            is_closed: is_in_closed || is_closed(scope),
        });
    }
    found.sort_by_key(|(at, _)| *at);
    found
        .into_iter()
        .map(|(_, definition)| definition)
        .collect()
}

/// A scope that has begun, and not ended.
struct Open<'a> {
    scope: &'a Scope<'a>,
    /// True if the scope cannot be seen from outside of its parent.
    is_local: bool,
    /// True if definitions inside of the scope cannot be seen from outside.
    is_closed: bool,
}

fn definition(scope: &Scope, kind: SymbolKind, outer: Option<&Scope>) -> Definition {
    let container = scope.container.or(outer.map(|outer| outer.name));
    let is_in_type = outer.is_some_and(|outer| outer.kind != Some(SymbolKind::Module));
    Definition {
        name: scope.name.into(),
        container: container.map(Into::into),
        is_member: scope.container.is_some(),
        kind: match kind {
            SymbolKind::Function if is_in_type => SymbolKind::Method,
            kind => kind,
        },
        // A file of 1 MiB has fewer lines.
        line: u32::try_from(scope.row + 1).unwrap_or(u32::MAX),
    }
}

/// True if definitions inside of a scope belong to it.
fn has_members(scope: &Scope) -> bool {
    match scope.kind {
        None => true,
        Some(kind) => matches!(
            kind,
            SymbolKind::Class | SymbolKind::Interface | SymbolKind::Module
        ),
    }
}

fn is_closed(scope: &Scope) -> bool {
    let is_tests = scope.kind == Some(SymbolKind::Module) && TESTS.contains(&scope.name);
    is_tests || scope.kind.is_some_and(SymbolKind::is_closed)
}

/// True if bytes can be a source that a person wrote.
fn is_source(source: &[u8]) -> bool {
    let beginning = &source[..source.len().min(LOOKED_AT)];
    let lines = source.split(|byte| *byte == b'\n').count();
    !beginning.contains(&0) && source.len() / lines <= LINE
}
