//! The picture of a run: its steps from left to right, each with lines from those that it waits for.

use std::collections::HashMap;

use maud::{Markup, html};

use super::source::Source;
use git_memory_model::private::runs::{Run, Step};
use git_memory_text::one_line;

/// The most steps that a picture has: a larger one is no picture.
const MOST: usize = 60;
/// The size of a step, and the room between two, in units of the picture.
const WIDTH: usize = 130;
const HEIGHT: usize = 26;
const BESIDE: usize = 40;
const BELOW: usize = 12;
/// The longest name that fits into a step, in characters.
const NAME: usize = 16;

/// Draws a run whose steps wait for each other; nothing for any other run.
pub(super) fn drawn(source: &Source, run: &Run, now: i64) -> Markup {
    let placed = placed(run);
    if placed.len() > MOST {
        return html! {};
    }
    let lines = placed
        .iter()
        .flat_map(|(at, step)| ends(&placed, step, *at));
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        return html! {};
    }
    let columns = placed
        .iter()
        .map(|((x, _), _)| x + 1)
        .max()
        .unwrap_or_default();
    let rows = placed
        .iter()
        .map(|((_, y), _)| y + 1)
        .max()
        .unwrap_or_default();
    let size = format!(
        "0 0 {} {}",
        columns * (WIDTH + BESIDE),
        rows * (HEIGHT + BELOW)
    );
    html! {
        // The list below says the same.
        svg.graph viewBox=(size) width=(columns * (WIDTH + BESIDE)) aria-hidden="true" {
            @for line in &lines { path d=(line) {} }
            @for (at, step) in &placed {
                g data-step=(run.state(step, now).name()) transform=(moved(*at)) {
                    title { (source.told(&step.title)) }
                    rect width=(WIDTH) height=(HEIGHT) rx="4" {}
                    text x="8" y="17" { (source.told(&one_line(&step.name, NAME))) }
                }
            }
        }
    }
}

/// The column and the row of a step.
type Place = (usize, usize);

/// The planned steps with their places: a column for each depth.
fn placed(run: &Run) -> Vec<(Place, &Step)> {
    let mut rows: HashMap<usize, usize> = HashMap::new();
    let mut placed = Vec::new();
    for (step, depth) in run.graph() {
        if let (true, Some(depth)) = (step.is_planned, depth) {
            let row = rows.entry(depth).or_default();
            placed.push(((depth, *row), step));
            *row += 1;
        }
    }
    placed
}

/// The lines to a step from those that it waits for.
fn ends(placed: &[(Place, &Step)], step: &Step, at: Place) -> Vec<String> {
    let before = placed
        .iter()
        .filter(|(_, before)| step.after.iter().any(|name| **name == *before.name));
    before.map(|(from, _)| line(*from, at)).collect()
}

/// Moves a step to its place.
fn moved((x, y): Place) -> String {
    format!(
        "translate({} {})",
        x * (WIDTH + BESIDE),
        y * (HEIGHT + BELOW)
    )
}

/// A curve from the right side of one step to the left side of another.
fn line(from: Place, to: Place) -> String {
    let middle = |row: usize| row * (HEIGHT + BELOW) + HEIGHT / 2;
    let (x0, y0) = (from.0 * (WIDTH + BESIDE) + WIDTH, middle(from.1));
    let (x1, y1) = (to.0 * (WIDTH + BESIDE), middle(to.1));
    let half = usize::midpoint(x0, x1);
    format!("M{x0} {y0}C{half} {y0} {half} {y1} {x1} {y1}")
}
