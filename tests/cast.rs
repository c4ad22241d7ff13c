//! `docs/cast.svg`, the picture of README, is drawn from what the program prints. After a change of
//! that, draw it anew with `GIT_MEMORY_UPDATE_DOCS=1 cargo test --test cast`.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use common::World;

/// With this variable in the environment the file is written, not compared.
const UPDATE: &str = "GIT_MEMORY_UPDATE_DOCS";
/// The scenes: a remark, and the command that is typed.
const SCENES: [(&str, &str); 4] = [
    (
        "# Record a decision: one reviewed file.",
        "git memory add \"Use Postgres for the event store\" \\\n    \
         --rationale \"It is there, and we know it.\" --path 'src/store/**'",
    ),
    (
        "# Ask, in your own words.",
        "git memory recall where are our events stored",
    ),
    (
        "# Before an edit, the decision behind the file.",
        "git memory why src/store/log.rs",
    ),
    (
        "# A connected agent is told the same, before it edits.",
        "git memory context --for src/store/log.rs --only",
    ),
];
/// The id that the picture shows.
const ID: &str = "7k3m9q";
/// Pixels of a line, and from the left.
const LINE: usize = 20;
const LEFT: usize = 20;
/// Colors of a light and a dark page, and the time for which each scene is alone.
const STYLE: &str = "text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;\
white-space:pre;fill:#1f2328}.typed{font-weight:600}.remark{fill:#59636e}\
rect{fill:#f6f8fa;stroke:#d1d9e0}g{animation:show .3s both}\
@keyframes show{from{opacity:0}}\
@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.remark{fill:#9198a1}\
rect{fill:#0d1117;stroke:#3d444d}}\
@media(prefers-reduced-motion:reduce){g{animation:none}}";

/// The lines of each scene, with their classes.
fn scenes() -> Vec<Vec<(&'static str, String)>> {
    let world = World::with_memory();
    world.write("src/store/log.rs", "");
    world.commit("Begin");
    let mut own = String::new();
    let mut scenes = Vec::new();
    for (remark, command) in SCENES {
        let out = world.shell(command).ok();
        if own.is_empty() {
            out["dec-".len()..]
                .split(' ')
                .next()
                .unwrap()
                .clone_into(&mut own);
        }
        let mut lines = vec![("remark", remark.to_owned())];
        let typed = format!("$ {command}");
        lines.extend(typed.lines().map(|line| ("typed", line.to_owned())));
        lines.extend(out.lines().map(|line| ("", line.replace(&own, ID))));
        scenes.push(lines);
    }
    scenes
}

fn drawn() -> String {
    let scenes = scenes();
    let lines: usize = scenes.iter().map(|scene| scene.len() + 1).sum();
    let height = (lines + 1) * LINE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 840 {height}\" role=\"img\">\n\
         <title>A decision is recorded, found, and told to an agent before an edit</title>\n\
         <style>{STYLE}</style>\n<rect x=\".5\" y=\".5\" width=\"839\" height=\"{}\" rx=\"8\"/>\n",
        height - 1
    );
    let mut y = LINE + LINE / 2;
    for (nth, scene) in scenes.iter().enumerate() {
        writeln!(svg, "<g style=\"animation-delay:{}s\">", nth * 2).unwrap();
        for (class, line) in scene {
            let line = line.replace('&', "&amp;").replace('<', "&lt;");
            writeln!(
                svg,
                "<text class=\"{class}\" x=\"{LEFT}\" y=\"{y}\">{line}</text>"
            )
            .unwrap();
            y += LINE;
        }
        svg.push_str("</g>\n");
        y += LINE;
    }
    svg + "</svg>\n"
}

#[test]
fn the_picture_of_readme_shows_what_the_program_prints() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/cast.svg");
    let drawn = drawn();
    if std::env::var_os(UPDATE).is_some() {
        fs::write(&file, drawn).unwrap();
        return;
    }
    let before = fs::read_to_string(&file).unwrap();
    assert_eq!(before, drawn, "draw it anew with {UPDATE}=1");
}
