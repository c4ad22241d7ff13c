//! `docs/reference.md` says what the program takes: its marked parts are generated from the table
//! of commands and the table of settings. After a change of either, write them anew with
//! `GIT_MEMORY_UPDATE_DOCS=1 cargo test --test reference`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use std::fs;
use std::path::Path;

use git_memory::app::workspace::settings::table::Team;
use git_memory::app::workspace::settings::{Kind, Setting, TABLE};
use git_memory::domain::text::Language;

/// With this variable in the environment the file is written, not compared.
const UPDATE: &str = "GIT_MEMORY_UPDATE_DOCS";

#[test]
fn the_reference_is_what_the_program_takes() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference.md");
    let before = fs::read_to_string(&file).unwrap();
    let after = with_part(&before, "settings", &setting_reference());
    if std::env::var_os(UPDATE).is_some() {
        fs::write(&file, after).unwrap();
    } else {
        let lines = before.lines().zip(after.lines());
        let differs = lines.clone().find(|(old, new)| old != new);
        assert_eq!(
            before, after,
            "first difference: {differs:?}; write it anew with {UPDATE}=1"
        );
    }
}

/// The page with other text between the marks of a part.
fn with_part(page: &str, name: &str, text: &str) -> String {
    let begin = format!("<!-- generated: {name} -->\n");
    let (head, rest) = page.split_once(&begin).expect("the mark of the part");
    let (_, tail) = rest.split_once("<!-- end -->").expect("the mark's end");
    format!("{head}{begin}\n{text}\n<!-- end -->{tail}")
}

fn setting_reference() -> String {
    let mut text = String::from(
        "| setting, variable | values | default | team's file | meaning |\n|---|---|---|---|---|\n",
    );
    for setting in TABLE {
        let values = match setting.kind {
            Kind::Choice(words) => format!("`{}`", words.join("`, `")),
            Kind::Language => {
                let codes: Vec<&str> = Language::all().map(Language::code).collect();
                format!("`{}`", codes.join("`, `"))
            }
            kind => kind.name().to_owned(),
        };
        let default = match setting.default {
            "" => String::new(),
            value => format!("`{value}`"),
        };
        text += &format!(
            "| `{}`, `{}` | {values} | {default} | {} | {} |\n",
            setting.key(),
            setting.variable(),
            of_team(setting),
            setting.help.replace('|', "\\|"),
        );
    }
    text
}

/// What the team's file may do with a setting.
fn of_team(setting: &Setting) -> String {
    match setting.team {
        Team::Never => "no".to_owned(),
        Team::Sets => "sets it".to_owned(),
        Team::Tightens(value) => format!("only `{value}`"),
        Team::Adds => "adds values".to_owned(),
    }
}
