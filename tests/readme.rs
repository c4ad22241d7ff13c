//! The papers are true: the console blocks of README and docs/ do what they show, every relative
//! link leads somewhere, and README is short.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::World;
use common::page::{self, blocks};

/// Pages to look things up in; each of the others answers a question.
/// `hub.md` is about another program.
const REFERENCES: [&str; 4] = ["architecture.md", "contract.md", "hub.md", "reference.md"];

fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The Markdown files that people read: those at the top, and those in docs/.
fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    for folder in [top().to_owned(), top().join("docs")] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|end| end == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// A repository, and beside it decisions and instructions that were written elsewhere.
fn world() -> World {
    let world = World::new();
    world.write(
        "../decisions/0001-use-files.md",
        "# Use files\n\nDate: 2025-03-04\n\n## Status\n\nSuperseded by [ADR-0002](0002-use-a-database.md)\n\n\
         ## Context\n\nWe keep data.\n",
    );
    world.write(
        "../decisions/0002-use-a-database.md",
        "# Use a database\n\nDate: 2025-05-06\n\n## Status\n\nAccepted\n\n\
         ## Context\n\nWe keep more data.\n",
    );
    let rule =
        |path: &str, text: &str| world.write(&format!("../ferry/.cursor/rules/{path}"), text);
    rule(
        "errors.mdc",
        "---\nalwaysApply: true\n---\n\n# Errors\n\nName them.\n",
    );
    rule(
        "web.mdc",
        "---\nglobs: web/**/*.{ts,tsx}\n---\n\n# Components\n\nOne in a file.\n",
    );
    world
}

/// Runs a page in one new repository.
fn follow(page: &Path) {
    let text = fs::read_to_string(page).unwrap();
    page::follow(&world(), &page.display().to_string(), &text);
}

#[test]
fn the_tour_works_as_shown() {
    let readme = top().join("README.md");
    let text = fs::read_to_string(&readme).unwrap();
    assert!(blocks(&text).len() > 5, "the tour has gone");
    follow(&readme);
}

#[test]
fn the_pages_work_as_shown() {
    let mut run = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        if page.ends_with("README.md") || blocks(&text).is_empty() {
            continue;
        }
        follow(&page);
        run += 1;
    }
    assert!(run > 3, "only {run} pages of docs/ show commands");
}

#[test]
fn readme_is_short_and_names_the_commands_of_ci() {
    let readme = fs::read_to_string(top().join("README.md")).unwrap();
    let lines = readme.lines().count();
    assert!(lines <= 220, "README has {lines} lines; docs/ has room");
    // A fork changes it in one place, and this test names the others.
    let home = env!("CARGO_PKG_REPOSITORY");
    assert!(readme.contains(&format!("$ git clone {home} && cd")));
    let action = home.trim_start_matches("https://github.com/");
    for (file, line) in [
        ("docs/git-memory-site.yml", format!("GIT_MEMORY: {home}\n")),
        ("docs/git-memory.yml", format!("uses: {action}@")),
        (
            "templates/git-memory.gitlab-ci.yml",
            format!("{home}/releases/"),
        ),
    ] {
        let text = fs::read_to_string(top().join(file)).unwrap();
        assert!(text.contains(&line), "{file}: {line}");
    }
    let ci = fs::read_to_string(top().join(".ci/run")).unwrap();
    let command = "cargo test --locked";
    assert!(readme.lines().any(|line| line == format!("$ {command}")));
    let tested = ci.lines().position(|line| line == command).unwrap();
    // A reader of README has the program on PATH when the tests run.
    let install = "cargo install --locked --path .";
    assert!(readme.contains(&format!("$ {install}")));
    let plain = |line: &str| line.replace(" --quiet", "").replace(" --debug", "");
    let installs = |line: &str| plain(line).starts_with(install);
    let installed = ci.lines().position(installs).unwrap();
    assert!(installed < tested, "CI installs the program, then tests it");
}

#[test]
fn each_page_answers_one_question_and_readme_links_to_it() {
    let readme = fs::read_to_string(top().join("README.md")).unwrap();
    let mut answering = 0;
    for page in pages() {
        let Ok(name) = page.strip_prefix(top().join("docs")) else {
            continue;
        };
        let name = name.display().to_string();
        assert!(readme.contains(&format!("](docs/{name})")), "{name}");
        if !REFERENCES.contains(&name.as_str()) {
            let text = fs::read_to_string(&page).unwrap();
            let first = text.lines().nth(2).unwrap();
            assert!(first.starts_with("This page answers "), "{name}: {first}");
            answering += 1;
        }
    }
    assert!(answering <= 12, "{answering} pages answer");
}

#[test]
fn every_relative_link_leads_somewhere() {
    let mut links = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1) {
            let link = link.split(')').next().unwrap();
            if link.contains("://") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => page.clone(),
                _ => page.parent().unwrap().join(file),
            };
            assert!(target.exists(), "{}: {link}", page.display());
            assert!(
                heading.is_empty() || anchors(&target).iter().any(|anchor| anchor == heading),
                "{}: no heading for {link}",
                page.display()
            );
            links += 1;
        }
    }
    assert!(links > 20, "only {links} links were seen");
}

/// The names by which a page's headings are linked to.
fn anchors(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).unwrap();
    let mut anchors = Vec::new();
    for heading in text.lines().filter(|line| line.starts_with('#')) {
        let words = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = words
            .chars()
            .filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' '));
        anchors.push(kept.collect::<String>().replace(' ', "-"));
    }
    anchors
}
