//! Small sources in each language, with their expected symbols, and hostile sources.

use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::*;
use git_memory_text::budget::{Size, tokens};
use git_memory_text::limits;

fn read(path: &str, source: &str) -> Symbols {
    let language = Language::of_path(path).unwrap();
    SymbolReader::default().read(language, source.as_bytes(), &|| false)
}

/// The symbols of a source, each as `container.name`.
fn names(path: &str, source: &str) -> Vec<String> {
    let mut names = Vec::new();
    for definition in read(path, source).definitions {
        names.push(match definition.container {
            Some(container) => format!("{container}.{}", definition.name),
            None => definition.name.to_string(),
        });
    }
    names
}

fn uses(symbols: &Symbols, name: &str) -> u32 {
    let hash = name_hash(name);
    let mut found = symbols.uses.iter().filter(|used| used.hash == hash);
    found.next().map_or(0, |used| used.count)
}

const RUST: &str = "
use crate::store::{Lock, open_store};
mod other;
const LIMIT: usize = 3;
pub struct Ring<T> { items: Vec<T> }
impl<T: Clone> Ring<T> {
    pub fn push(&mut self, item: T) { fn inner() {} let lock: Lock = open_store(LIMIT); }
}
impl Iterator for Ring<u8> { type Item = u8; fn next(&mut self) -> Option<u8> { other::pull() } }
pub trait Turn { fn turn(&self); }
macro_rules! ring { () => {} }
mod inside { pub fn deep() {} }
#[cfg(test)]
mod tests { #[test] fn it_turns() { helper(); } fn helper() {} }
";

#[test]
fn rust() {
    let expected = [
        "LIMIT",
        "Ring",
        "Ring.push",
        "Ring.next",
        "Turn",
        "Turn.turn",
        "ring",
        "inside.deep",
    ];
    assert_eq!(names("a.rs", RUST), expected);
    let symbols = read("a.rs", RUST);
    assert_eq!(uses(&symbols, "open_store"), 2);
    assert!(uses(&symbols, "Lock") > 0 && uses(&symbols, "pull") == 1);
    assert_eq!(symbols.definitions[1].line, 5);
    assert_eq!(symbols.definitions[2].kind, SymbolKind::Method);
}

#[test]
fn python() {
    let source = "
from base import Shape, area as size
LIMIT = 3
class Circle(Shape):
    def grow(self, by: Factor) -> None:
        def inner(): pass
        scale(by)
def make(): return Circle()
";
    let expected = ["LIMIT", "Circle", "Circle.grow", "make"];
    assert_eq!(names("a.py", source), expected);
    let symbols = read("a.py", source);
    for name in ["Shape", "area", "Factor", "scale", "Circle"] {
        assert!(uses(&symbols, name) > 0, "{name}");
    }
    assert_eq!(symbols.definitions[2].kind, SymbolKind::Method);
}

#[test]
fn typescript() {
    let source = "
import { Base } from './base';
export interface Shape { area(): number }
export type Size = number | Shape;
export enum Colour { Red }
export const LIMIT = 3;
export class Circle extends Base { grow<T>(by: T): void { const x = scale(by) as Size; } }
export const make = <T,>(of: T) => { function inner() {} return new Circle(); };
function plain() {}
";
    let expected = [
        "Shape",
        "Shape.area",
        "Size",
        "Colour",
        "LIMIT",
        "Circle",
        "Circle.grow",
        "make",
        "plain",
    ];
    assert_eq!(names("a.ts", source), expected);
    let symbols = read("a.ts", source);
    for name in ["Base", "Size", "scale", "Circle"] {
        assert!(uses(&symbols, name) > 0, "{name}");
    }
}

#[test]
fn javascript() {
    let source = "
import React, { useState } from 'react';
class Store { read(key) { return this.load(key); } }
function App() { const inner = () => 1; return <View onClick={go}><Row /></View>; }
exports.open = function () {};
const later = async () => {};
";
    assert_eq!(
        names("a.jsx", source),
        ["Store", "Store.read", "App", "open", "later"]
    );
    let symbols = read("a.jsx", source);
    for name in ["React", "useState", "load", "View", "Row"] {
        assert!(uses(&symbols, name) > 0, "{name}");
    }
}

#[test]
fn go() {
    let source = "
package store
const Limit = 3
var Default = New()
type Ring struct { items []Item }
type Reader interface { Read() }
func New() *Ring { return open(Limit) }
func (r *Ring) Push(i Item) { helper.Run(i) }
func (r List[T]) Len() int { return 0 }
";
    let expected = [
        "Limit",
        "Default",
        "Ring",
        "Reader",
        "New",
        "Ring.Push",
        "List.Len",
    ];
    assert_eq!(names("a.go", source), expected);
    let symbols = read("a.go", source);
    for name in ["Item", "open", "Run"] {
        assert!(uses(&symbols, name) > 0, "{name}");
    }
}

#[test]
fn java() {
    let source = "
import org.base.Shape;
public class Circle extends Shape implements Sized {
    public int grow(Factor by) { return scale(by); }
    enum Colour { RED }
    record Point(int x) {}
}
interface Sized { int size(); }
";
    let expected = [
        "Circle",
        "Circle.grow",
        "Circle.Colour",
        "Circle.Point",
        "Sized",
        "Sized.size",
    ];
    assert_eq!(names("a.java", source), expected);
    let symbols = read("a.java", source);
    for name in ["Shape", "Sized", "Factor", "scale"] {
        assert!(uses(&symbols, name) > 0, "{name}");
    }
}

#[test]
fn c() {
    let source = "
#define SQUARE(x) ((x) * (x))
typedef struct ring { int size; } ring_t;
enum colour { RED };
int grow(struct factor *by);
static char *name_of(ring_t *ring) { return find_name(ring); }
";
    let expected = ["SQUARE", "ring", "ring_t", "colour", "grow", "name_of"];
    assert_eq!(names("a.c", source), expected);
    let symbols = read("a.c", source);
    for name in ["factor", "find_name", "ring_t"] {
        assert!(uses(&symbols, name) > 0, "{name}");
    }
}

#[test]
fn more_languages() {
    let source = "
namespace base { class Circle { public: int grow(Factor by); }; }
int Circle::shrink(int by) { return scale(by); }
";
    let found = names("a.hpp", source);
    for name in ["base.Circle", "Circle.grow", "Circle.shrink"] {
        assert!(found.iter().any(|known| known == name), "{name} {found:?}");
    }
    let source = "
module Base
  class Circle < Shape
    def grow(by) = scale(by)
    def self.make; end
  end
end
";
    let found = names("a.rb", source);
    for name in ["Base", "Base.Circle", "Circle.grow", "Circle.make"] {
        assert!(found.iter().any(|known| known == name), "{name} {found:?}");
    }
}

#[test]
fn members_belong_to_a_type_and_not_to_a_namespace() {
    for (path, source, members) in [
        (
            "a.hpp",
            "namespace base { class Circle { int grow(Factor by); }; int area(); }\n\
             int Circle::shrink(int by) { return by; }\n",
            &["grow", "shrink"][..],
        ),
        (
            "a.rb",
            "module Base\n class Circle\n class Point; end\n end\n def area; end\nend\n",
            &["Point", "area"],
        ),
        (
            "a.rs",
            "mod inside { struct Ring; impl Ring { fn push() {} } fn deep() {} }",
            &["push"],
        ),
        (
            "a.go",
            "func (c Circle) Grow() {}\nfunc Make() {}\n",
            &["Grow"],
        ),
    ] {
        let definitions = read(path, source).definitions.into_iter();
        let found = definitions.filter(|it| it.is_member);
        let found: Vec<String> = found.map(|it| it.name.into_string()).collect();
        assert_eq!(found, members, "{path}");
    }
}

#[test]
fn files_that_are_not_sources_have_no_symbols() {
    for (source, unread) in [
        ("\n".repeat(limits::SOURCE_BYTES + 1), Unread::TooLarge),
        ("fn a() {}\0".to_owned(), Unread::NotSource),
        (format!("fn {}() {{}}", "a".repeat(2000)), Unread::NotSource),
    ] {
        let symbols = read("a.rs", &source);
        assert_eq!(symbols.unread, Some(unread));
        assert!(symbols.definitions.is_empty() && symbols.uses.is_empty());
    }
    assert_eq!(read("a.rs", ""), Symbols::default());
}

#[test]
fn sources_that_mean_harm_take_neither_long_nor_everything() {
    // The parser goes as deep into itself as a source is broken: it gets the stack that it has in
    // the program.
    let thread = std::thread::Builder::new().stack_size(64 << 20);
    thread.spawn(read_harmful).unwrap().join().unwrap();
    let many: String = (0..=limits::DEFINITIONS)
        .map(|nth| format!("fn f{nth}() {{}}\n"))
        .collect();
    assert_eq!(read("a.rs", &many).definitions.len(), limits::DEFINITIONS);
}

fn read_harmful() {
    for language in Language::all() {
        for piece in ["[(<{\n", "class A {\n", "a.b(\n"] {
            let source = piece.repeat(200_000 / piece.len());
            let mut reader = SymbolReader::default();
            let start = Instant::now();
            let is_over = || start.elapsed() > Duration::from_millis(200);
            let _ = reader.read(language, source.as_bytes(), &is_over);
            // A source that was given up must not be continued.
            let after = reader.read(language, b"", &|| false);
            assert_eq!(after, Symbols::default(), "{} {piece:?}", language.name);
        }
    }
}

/// A tree in which `core` is used by all others.
fn tree() -> Vec<(String, Symbols)> {
    let mut tree = vec![(
        "src/core/store.rs".to_owned(),
        read(
            "a.rs",
            "pub struct DataStore;\nimpl DataStore { pub fn open_all() {} }",
        ),
    )];
    for nth in 0..30 {
        let source = format!(
            "pub fn verb_{nth}() {{ let store: DataStore = open_all(); verb_{}(); }}",
            nth / 2
        );
        tree.push((format!("src/verbs/v{nth}.rs"), read("a.rs", &source)));
    }
    tree.push((
        "tests/x.rs".to_owned(),
        read("a.rs", "fn try_it() { verb_29(); }"),
    ));
    tree
}

fn page(tree: &[(String, Symbols)], focus: &Focus, most: usize) -> String {
    let mut files = Vec::new();
    for (path, symbols) in tree {
        files.push(MapFile { path, symbols });
    }
    let choice = MapChoice::of(&Graph::of(&files, focus));
    choice
        .page(Size::at_most(None, None, Some(most)), &FileDecisions::new())
        .text
}

#[test]
fn the_most_used_symbols_come_first() {
    let text = page(&tree(), &Focus::default(), 120);
    assert!(
        text.starts_with("src/core/store.rs: DataStore(open_all)\n"),
        "{text}"
    );
    assert!(text.contains("\nsrc/verbs/\n  v1.rs: verb_1\n"), "{text}");
    let last = text.lines().last().unwrap();
    assert!(
        last.starts_with("Left out: ") && last.contains("tests 1"),
        "{text}"
    );
    let all = page(&tree(), &Focus::default(), 5000);
    assert!(
        all.contains("tests/x.rs: try_it") && !all.contains("Left out"),
        "{all}"
    );
}

#[test]
fn names_of_libraries_rank_no_file() {
    let mut tree = tree();
    let own = "pub type Result = (); pub fn create_dir_all() {} pub struct OnlyHere;";
    tree.push(("xtask/a.rs".to_owned(), read("a.rs", own)));
    for nth in 0..20 {
        let source = format!("pub fn use_{nth}() -> Result {{ create_dir_all() }}");
        tree.push((format!("src/uses/u{nth}.rs"), read("a.rs", &source)));
    }
    let text = page(&tree, &Focus::default(), 300);
    assert!(
        text.starts_with("src/core/store.rs: DataStore(open_all)\n"),
        "{text}"
    );
    let place = text.find("xtask").unwrap_or(text.len());
    assert!(place > text.find("src/verbs").unwrap(), "{text}");
}

#[test]
fn files_of_the_focus_come_first() {
    let named = Focus {
        paths: vec!["src/verbs/v29.rs".to_owned()],
        ..Focus::default()
    };
    let asked = Focus {
        query: "how does verb_29 work".to_owned(),
        ..Focus::default()
    };
    for focus in [named, asked] {
        let text = page(&tree(), &focus, 60);
        assert!(text.contains("v29.rs: verb_29"), "{text}");
    }
}

#[test]
fn names_cannot_play_tricks_on_a_terminal() {
    let mut tree = tree();
    tree[0].0 = "src/a\u{1b}[2J\n\u{202e}.rs".to_owned();
    let text = page(&tree, &Focus::default(), 500);
    assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
    assert!(text.lines().all(|line| !line.starts_with('.')), "{text}");
}

proptest! {
    #[test]
    fn no_map_is_over_its_budget(most in 0_usize..700, query in "[a-z ]{0,12}") {
        let focus = Focus { query, paths: vec!["src/verbs".to_owned()] };
        let tree = tree();
        let text = page(&tree, &focus, most);
        prop_assert!(tokens(&text) <= most, "{text}");
        prop_assert_eq!(text, page(&tree, &focus, most));
    }

    #[test]
    fn a_mangled_source_is_read_too(
        cuts in prop::collection::vec((0_usize..900, 0_usize..900, any::<u8>()), 1..8),
        ending in prop::sample::select(vec!["rs", "py", "ts", "jsx", "go", "java", "c"]),
    ) {
        let mut source = RUST.as_bytes().to_vec();
        for (from, to, byte) in cuts {
            let (from, to) = (from % source.len(), to % source.len());
            source.swap(from, to);
            source[from] = byte;
            if to % 3 == 0 {
                source.truncate(from.max(1));
            }
        }
        let language = Language::of_path(&format!("a.{ending}")).unwrap();
        let symbols = SymbolReader::default().read(language, &source, &|| false);
        prop_assert_eq!(symbols, SymbolReader::default().read(language, &source, &|| false));
    }
}
