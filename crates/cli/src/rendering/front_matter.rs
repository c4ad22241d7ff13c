//! The front matter of a record: as it is written, with what a reader looks for in color.

use anstyle::Style;

use super::flow::Flow;
use crate::style::{BOLD, DIM, ID, PLAIN, of_status};

/// A line each, the marks around it included.
pub(crate) fn front_matter(yaml: &str) -> Vec<Flow> {
    let mut flows = vec![mark()];
    for line in yaml.lines() {
        let mut flow = Flow::line("");
        match line.split_once(':') {
            Some((key, value)) if !key.starts_with([' ', '-', '#']) => {
                flow.push(DIM, key);
                flow.push(DIM, ":");
                flow.push(style(key, value.trim()), value);
            }
            _ => flow.push(PLAIN, line),
        }
        flows.push(flow);
    }
    flows.push(mark());
    flows
}

fn mark() -> Flow {
    let mut mark = Flow::line("");
    mark.push(DIM, "---");
    mark
}

fn style(key: &str, value: &str) -> Style {
    match key {
        "id" => ID,
        "title" => BOLD,
        "status" => of_status(None, value),
        _ => PLAIN,
    }
}
