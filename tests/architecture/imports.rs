//! The uses between files of `crates/`: from their imports and the paths in their code, through
//! re-exports to the defining file. It reads text, not types: a method call on a value does not
//! count, and neither do tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The code of all crates, module by module; the first part of a module's path is its crate.
pub struct House {
    modules: BTreeMap<String, Module>,
}

struct Module {
    file: String,
    code: String,
    /// Names that it exports, each with its origin.
    exports: BTreeMap<String, String>,
}

/// One import, flattened.
struct Import {
    path: String,
    name: String,
    is_passed_on: bool,
}

impl House {
    /// Reads `crates/`.
    pub fn read() -> Self {
        let mut modules = BTreeMap::new();
        for file in all_sources() {
            let below = name(&file);
            let path = module_path(&below);
            let code = code(&file);
            let imports = imports(&code, &path);
            let passed_on = imports.into_iter().filter(|import| import.is_passed_on);
            let exports = passed_on.map(|import| (import.name, import.path)).collect();
            modules.insert(
                path,
                Module {
                    file: below,
                    code,
                    exports,
                },
            );
        }
        Self { modules }
    }

    /// Each file with the files that it uses.
    pub fn uses(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let mut uses = BTreeMap::new();
        for (path, module) in &self.modules {
            let imported = imports(&module.code, path).into_iter();
            let imported = imported
                .filter(|import| !import.is_passed_on)
                .map(|import| import.path);
            let paths = imported.chain(inline_paths(&module.code, path));
            let files = paths.filter_map(|path| self.file_of(&path));
            let files = files.filter(|file| *file != module.file).collect();
            uses.insert(module.file.as_str(), files);
        }
        uses
    }

    /// Files that use each other in a circle: each circle once, as a path back to its beginning.
    pub fn circles(&self) -> Vec<Vec<&str>> {
        let uses = self.uses();
        let mut circles = Vec::new();
        let mut done = BTreeSet::new();
        for file in uses.keys() {
            visit(file, &uses, &mut Vec::new(), &mut done, &mut circles);
        }
        circles
    }

    /// The file that defines what a path names.
    fn file_of(&self, path: &str) -> Option<&str> {
        let mut path = path.to_owned();
        // A thing is passed on a few times at most.
        for _ in 0..10 {
            let mut at = path.as_str();
            while !self.modules.contains_key(at) {
                at = at.rsplit_once("::")?.0;
            }
            let module = &self.modules[at];
            let rest = path[at.len()..].trim_start_matches("::");
            let name = rest.split("::").next().unwrap_or_default();
            match module.exports.get(name) {
                Some(target) => path = format!("{target}{}", &rest[name.len()..]),
                None => return Some(&module.file),
            }
        }
        None
    }
}

fn visit<'a>(
    file: &'a str,
    uses: &BTreeMap<&'a str, BTreeSet<&'a str>>,
    way: &mut Vec<&'a str>,
    done: &mut BTreeSet<&'a str>,
    circles: &mut Vec<Vec<&'a str>>,
) {
    if let Some(start) = way.iter().position(|on_way| *on_way == file) {
        circles.push(way[start..].iter().copied().chain([file]).collect());
        return;
    }
    if done.contains(file) {
        return;
    }
    way.push(file);
    for used in &uses[file] {
        visit(used, uses, way, done, circles);
    }
    way.pop();
    done.insert(file);
}

/// Every Rust file below a folder.
pub fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Every Rust file of every crate.
pub fn all_sources() -> Vec<PathBuf> {
    let crates = fs::read_dir(crates()).unwrap();
    let folders = crates.map(|entry| entry.unwrap().path().join("src"));
    folders.flat_map(|folder| sources(&folder)).collect()
}

/// The folder of the crates.
pub fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("crates")
}

/// The name of a source as messages and tables have it: `store/lock.rs`.
pub fn name(file: &Path) -> String {
    let below = file.strip_prefix(crates()).unwrap().to_string_lossy();
    below.replace('\\', "/").replacen("/src/", "/", 1)
}

/// The code of a file, without comments and without the tests at its end.
pub fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    if is_test(file) {
        return String::new();
    }
    without_comments(text.lines().take_while(|line| *line != "#[cfg(test)]"))
}

/// The code of the tests in a file, without comments.
pub fn tests_of(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let is_all = is_test(file);
    without_comments((text.lines()).skip_while(|line| !is_all && *line != "#[cfg(test)]"))
}

fn without_comments<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let is_comment = |line: &str| line.trim_start().starts_with("//");
    let lines = lines.map(|line| if is_comment(line) { "" } else { line });
    lines.collect::<Vec<_>>().join("\n")
}

/// True if a whole file contains tests.
fn is_test(file: &Path) -> bool {
    let is_tests = |part: &std::ffi::OsStr| part == "tests" || part == "tests.rs";
    file.iter().any(is_tests) && !file.ends_with("tests/architecture")
        || file.file_name().is_some_and(|name| name == "sample.rs")
}

/// `store/tracked/mod.rs` is `store::tracked`, and `store/lib.rs` is `store`.
fn module_path(below: &str) -> String {
    let name = below.trim_end_matches(".rs").trim_end_matches("/mod");
    name.trim_end_matches("/lib").replace('/', "::")
}

/// The imports of a file, with absolute paths; those of other crates are left out.
fn imports(code: &str, module: &str) -> Vec<Import> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("use ") {
        let line = code[..at].rfind('\n').map_or(0, |end| end + 1);
        let before = code[line..at].trim();
        if !(before.is_empty() || before.starts_with("pub")) {
            continue;
        }
        let tree = code[at + 4..].split(';').next().unwrap();
        let tree: String = tree.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut leaves = Vec::new();
        flatten("", &tree, &mut leaves);
        for leaf in leaves {
            let (path, name) = match leaf.split_once(" as ") {
                Some((path, name)) => (path.to_owned(), name.to_owned()),
                None => (leaf.clone(), leaf.rsplit("::").next().unwrap().to_owned()),
            };
            let is_own = code.contains(&format!("mod {};", path.split("::").next().unwrap()));
            let path = if is_own {
                format!("self::{path}")
            } else {
                path
            };
            if let Some(path) = absolute(&path, module) {
                found.push(Import {
                    path,
                    name,
                    is_passed_on: !before.is_empty(),
                });
            }
        }
    }
    found
}

/// The leaves of an import's tree: `a::{b, c::d}` gives `a::b` and `a::c::d`.
fn flatten(before: &str, tree: &str, leaves: &mut Vec<String>) {
    let Some((head, rest)) = tree.split_once('{') else {
        let leaf = format!("{before}{}", tree.trim());
        leaves.push(leaf.trim_end_matches("::self").to_owned());
        return;
    };
    let before = format!("{before}{}", head.trim());
    let (mut depth, mut start) = (0, 0);
    let inner = rest.rsplit_once('}').unwrap().0;
    for (at, sign) in inner.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                flatten(&before, &inner[start..at], leaves);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !inner[start..].trim().is_empty() {
        flatten(&before, &inner[start..], leaves);
    }
}

/// The paths in the code that begin with a crate of ours or with `super`.
fn inline_paths(code: &str, module: &str) -> Vec<String> {
    let is_part = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | ':');
    let words = code
        .lines()
        .filter(|line| !line.trim_start().contains("use "));
    let words = words.flat_map(|line| line.split(|sign| !is_part(sign)));
    let heads = ["crate::", "super::", "git_memory_"];
    let paths = words.filter(|word| heads.iter().any(|head| word.starts_with(head)));
    paths.filter_map(|path| absolute(path, module)).collect()
}

/// A path with its crate in front; `None` for one of a crate that is not ours.
fn absolute(path: &str, module: &str) -> Option<String> {
    let mut base = module.to_owned();
    let mut rest = path;
    if let Some(below) = rest.strip_prefix("crate") {
        let own = module.split("::").next()?;
        return Some(format!("{own}{below}"));
    }
    if let Some(below) = rest.strip_prefix("git_memory_") {
        return Some(below.to_owned());
    }
    if let Some(below) = rest.strip_prefix("self::") {
        return Some(format!("{base}::{below}"));
    }
    if !rest.starts_with("super") {
        return None;
    }
    while let Some(above) = rest.strip_prefix("super") {
        base = base.rsplit_once("::")?.0.to_owned();
        rest = above.trim_start_matches("::");
    }
    Some(format!("{base}::{rest}"))
}
