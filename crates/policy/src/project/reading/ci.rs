//! Commands of continuous integration: GitHub's workflows ("Workflow syntax"), and the lists of
//! GitLab and `CircleCI`.

use serde_yaml::Value;

use super::said::{Part, Said};
use super::words::purpose_of_line;
use git_memory_text::yaml;

/// Maximum depth of a search.
const DEPTH: usize = 8;

/// Reads the steps of a workflow.
pub(crate) fn workflow(text: &str, _: &Part<'_>) -> Result<Said, String> {
    let value: Value = yaml::read(text).map_err(|_| "is not valid YAML".to_owned())?;
    let mut said = Said::default();
    let jobs = value.get("jobs").and_then(Value::as_mapping);
    for job in jobs.into_iter().flat_map(|jobs| jobs.values()) {
        let steps = job.get("steps").and_then(Value::as_sequence);
        for step in steps.into_iter().flatten() {
            // Elsewhere than at the top, the same words would do something else.
            if step.get("working-directory").is_none()
                && let Some(script) = step.get("run").and_then(Value::as_str)
            {
                add_lines(script, &mut said);
            }
        }
    }
    Ok(said)
}

/// Reads the scripts of a pipeline, wherever they are below its jobs.
pub(crate) fn pipeline(text: &str, _: &Part<'_>) -> Result<Said, String> {
    let value: Value = yaml::read(text).map_err(|_| "is not valid YAML".to_owned())?;
    let mut said = Said::default();
    look(&value, DEPTH, &mut said);
    Ok(said)
}

fn look(value: &Value, depth: usize, said: &mut Said) {
    let Some(depth) = depth.checked_sub(1) else {
        return;
    };
    match value {
        Value::Mapping(map) => {
            for (key, value) in map {
                match (key.as_str(), value) {
                    (Some("script" | "run" | "command"), Value::String(script)) => {
                        add_lines(script, said);
                    }
                    (Some("script"), Value::Sequence(lines)) => {
                        for line in lines.iter().filter_map(Value::as_str) {
                            add_lines(line, said);
                        }
                    }
                    _ => look(value, depth, said),
                }
            }
        }
        Value::Sequence(items) => {
            for item in items {
                look(item, depth, said);
            }
        }
        _ => {}
    }
}

/// Adds the lines of a script that are plain calls.
fn add_lines(script: &str, said: &mut Said) {
    for line in script.lines() {
        let line = line.trim();
        if let Some(purpose) = purpose_of_line(line)
            && !said.commands.iter().any(|known| known.line == line)
        {
            said.add(purpose, line);
        }
    }
}
