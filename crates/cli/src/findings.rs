//! Findings as lines of text, as the commands, the hooks and error messages show them.

use git_memory_app::advice::CLI;
use git_memory_app::verify::Violation;
use git_memory_app::workspace::{Found, Report};
use git_memory_model::checks::Rule;
use git_memory_model::record::check::Finding;

/// The length to which an object's id is cut, in hexadecimal digits.
const SHORT: usize = 10;

/// `path:line:column: severity[code]: message`.
pub(crate) fn fault_line(finding: &Finding) -> String {
    let fault = &finding.fault;
    format!(
        "{}:{}:{}: {}[{}]: {}",
        finding.path,
        fault.line,
        fault.column,
        finding.severity().name(),
        fault.code.name(),
        fault.message
    )
}

/// `[object:]path:line:column: rule (masked) fingerprint`.
pub(crate) fn secret_line(found: &Found) -> String {
    // First, as without it the path would be taken for a file of the work tree.
    let object = match &found.object {
        Some(id) => format!("{}:", short(id)),
        None => String::new(),
    };
    format!(
        "{object}{}:{} {}",
        found.path, found.finding, found.fingerprint
    )
}

/// Advice on secrets, one line each.
pub(crate) fn secret_hints(report: &Report) -> Vec<String> {
    let mut hints = Vec::new();
    for advice in report.advice() {
        hints.push(format!("hint: {}", (CLI.sentence)(&advice)));
    }
    hints
}

fn short(id: &str) -> &str {
    id.get(..SHORT).unwrap_or(id)
}

/// The condition that a place breaks.
pub(crate) fn condition(rule: &Rule) -> String {
    match rule {
        Rule::Forbid(pattern) => format!("'{pattern}' is forbidden"),
        Rule::Require(pattern) => format!("no line matches '{pattern}'"),
    }
}

/// A violation in one sentence, for services that show it beside its line.
pub(crate) fn violation_sentence(found: &Violation) -> String {
    let (condition, title) = (condition(&found.rule), &found.record.header.title);
    match found.why.as_str() {
        "" => format!("{condition}: {title}"),
        why => format!("{condition}: {title} ({why})"),
    }
}
