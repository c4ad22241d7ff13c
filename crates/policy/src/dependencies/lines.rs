//! Manifests and lock files that are read line by line.

use super::json::before_version;
use super::{Names, requirement};

fn each_line(text: &str, each: &mut dyn FnMut(&str, u32)) {
    for (line, number) in text.lines().zip(1..) {
        each(line, number);
    }
}

/// Reads lock files that list packages as `[[package]]` with a `name` (Cargo, Poetry, uv, PDM).
pub(super) fn toml_packages(text: &str, found: Names<'_>) {
    let mut is_package = false;
    each_line(text, &mut |line, number| {
        if line.starts_with('[') {
            is_package = line.trim_end() == "[[package]]";
        } else if is_package
            && let Some(value) = line.strip_prefix("name = \"")
            && let Some((name, _)) = value.split_once('"')
        {
            found(name, number);
        }
    });
}

/// Reads a file of requirements (pip's documentation, "Requirements File Format").
pub(super) fn requirements(text: &str, found: Names<'_>) {
    each_line(text, &mut |line, number| {
        // Options, hashes and comments begin with other letters.
        let name = requirement(line);
        if name.starts_with(|letter: char| letter.is_ascii_alphanumeric()) {
            found(name, number);
        }
    });
}

/// Reads `yarn.lock`: the lines without an indent, each with one or more `name@range`.
pub(super) fn yarn(text: &str, found: Names<'_>) {
    each_line(text, &mut |line, number| {
        if line.starts_with([' ', '#']) || !line.trim_end().ends_with(':') {
            return;
        }
        for item in line.trim_end().trim_end_matches(':').split(',') {
            let item = item.trim().trim_matches('"');
            // The range may have an `@` of its own: `alias@npm:name@1`.
            let real = item.split_once("@npm:").map(|(_, real)| real);
            let real = real.filter(|real| real.get(1..).is_some_and(|rest| rest.contains('@')));
            let at = item.get(1..).and_then(|rest| rest.find('@'));
            let name = at.map_or(item, |at| &item[..=at]);
            found(real.map_or(name, before_version), number);
        }
    });
}

/// Reads the packages of `pnpm-lock.yaml`: `/name@1:`, `/name/1:`, `name@1(peer@2):`.
pub(super) fn pnpm(text: &str, found: Names<'_>) {
    let mut is_package = false;
    each_line(text, &mut |line, number| {
        if line.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            is_package = line.trim_end() == "packages:";
        }
        let key = line.strip_prefix("  ").filter(|key| !key.starts_with(' '));
        let Some(key) = key.filter(|_| is_package) else {
            return;
        };
        let key = key
            .trim_end()
            .trim_end_matches(':')
            .trim_matches(['\'', '"']);
        let key = key.split('(').next().unwrap_or_default();
        let (key, is_old) = match key.strip_prefix('/') {
            Some(rest) => (rest, !rest.get(1..).is_some_and(|rest| rest.contains('@'))),
            None => (key, false),
        };
        let name = match key.rsplit_once('/') {
            Some((name, _)) if is_old => name,
            _ => before_version(key),
        };
        found(name, number);
    });
}

/// Reads `go.mod` (the Go reference, "go.mod files").
pub(super) fn go(text: &str, found: Names<'_>) {
    let mut block = String::new();
    each_line(text, &mut |line, number| {
        let code = line.split("//").next().unwrap_or_default().trim();
        let mut words = code.split_whitespace();
        let directive = if code == ")" {
            block.clear();
            return;
        } else if let Some(name) = code.strip_suffix('(') {
            name.trim().clone_into(&mut block);
            return;
        } else if block.is_empty() {
            words.next().unwrap_or_default()
        } else {
            &block
        };
        let name = match directive {
            "require" | "tool" => words.next(),
            // What takes a module's place.
            "replace" => words.skip_while(|word| *word != "=>").nth(1),
            _ => None,
        };
        if let Some(name) = name {
            found(name.trim_matches('"'), number);
        }
    });
}

/// Reads `Gemfile`, and what a gem says of itself.
pub(super) fn gemfile(text: &str, found: Names<'_>) {
    each_line(text, &mut |line, number| {
        let code = line.trim_start();
        let call = code.strip_prefix("gem").or_else(|| {
            let (_, call) = code.split_once(".add_")?;
            ["dependency", "runtime_dependency", "development_dependency"]
                .iter()
                .find_map(|name| call.strip_prefix(name))
        });
        let Some(call) = call.filter(|_| !code.starts_with('#')) else {
            return;
        };
        let call = call.trim_start_matches([' ', '(']);
        if let Some(mark @ ('"' | '\'')) = call.chars().next()
            && let Some((name, _)) = call[1..].split_once(mark)
        {
            found(name, number);
        }
    });
}

/// Reads `Gemfile.lock`: names with their versions, four blanks deep.
pub(super) fn gemfile_lock(text: &str, found: Names<'_>) {
    each_line(text, &mut |line, number| {
        if let Some(rest) = line.strip_prefix("    ")
            && !rest.starts_with(' ')
            && let Some((name, _)) = rest.split_once(" (")
        {
            found(name, number);
        }
    });
}

/// Reads the dependencies of `pom.xml` as `group:artifact` (Maven, "POM Reference").
pub(super) fn maven(text: &str, found: Names<'_>) {
    let (mut is_open, mut group, mut artifact) = (false, String::new(), None);
    let mut is_comment = false;
    each_line(text, &mut |line, number| {
        for piece in line.split_inclusive('>') {
            is_comment |= piece.contains("<!--");
            if is_comment {
                is_comment = !piece.contains("-->");
                continue;
            }
            // `text</tag>`, or `<tag>`
            let Some((before, tag)) = piece.rsplit_once('<') else {
                continue;
            };
            match tag.trim_end_matches('>') {
                "dependency" => (is_open, group, artifact) = (true, String::new(), None),
                "/groupId" if is_open => before.trim().clone_into(&mut group),
                "/artifactId" if is_open && artifact.is_none() => {
                    artifact = Some((before.trim().to_owned(), number));
                }
                // Those of what it leaves out are not its own.
                "exclusions" => is_open = false,
                "/exclusions" => is_open = true,
                "/dependency" => {
                    if let Some((name, line)) = artifact.take() {
                        found(&format!("{group}:{name}"), line);
                    }
                    is_open = false;
                }
                _ => {}
            }
        }
    });
}

/// Reads files of Gradle: `group:artifact:version` between quotation marks, or at the beginning of a
/// line of a lock file.
pub(super) fn gradle(text: &str, found: Names<'_>) {
    each_line(text, &mut |line, number| {
        let code = line.trim_start();
        if code.starts_with("//") || code.starts_with('#') {
            return;
        }
        let locked = code.split('=').next().filter(|it| !it.contains(' '));
        let quoted = code.split(['"', '\'']).skip(1).step_by(2);
        for text in locked.into_iter().chain(quoted) {
            let mut parts = text.split(':');
            let is_part = |part: &&str| {
                let is_letter = |it: char| it.is_ascii_alphanumeric() || "-_.".contains(it);
                !part.is_empty() && part.chars().all(is_letter)
            };
            let (group, name) = (parts.next().filter(is_part), parts.next().filter(is_part));
            if let (Some(group), Some(name)) = (group, name) {
                found(&format!("{group}:{name}"), number);
            }
        }
    });
}
