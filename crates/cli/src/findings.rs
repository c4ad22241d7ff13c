//! Findings as lines of text, as the commands, the hooks and error messages show them.

use git_memory_app::advice::CLI;
use std::collections::BTreeMap;

use git_memory_app::verify::{Age, Violation};
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

/// A place that breaks a check, on one line.
pub(crate) fn violation_line(found: &Violation) -> String {
    let id = found.record.header.id.as_str();
    let name = match found.age {
        Age::New => "error",
        age => age.name(),
    };
    let (path, line, condition) = (&found.path, found.line.max(1), condition(&found.rule));
    let mut text = format!("{path}:{line}: {name}[{id}]: {condition}");
    if !found.text.is_empty() {
        text.push_str(": ");
        text.push_str(&found.text);
    }
    text
}

/// The records that new places break, each with its reason.
pub(crate) fn reasons(violations: &[Violation]) -> Vec<String> {
    let mut reasons: BTreeMap<&str, String> = BTreeMap::new();
    for violation in violations.iter().filter(|it| it.age == Age::New) {
        let (id, title) = (
            violation.record.header.id.as_str(),
            &violation.record.header.title,
        );
        reasons
            .entry(id)
            .or_insert_with(|| match violation.why.as_str() {
                "" => format!("{id}: {title}"),
                why => format!("{id}: {title}: {why}"),
            });
    }
    reasons.into_values().collect()
}

/// The way to except a line.
pub(crate) fn exception_hint(found: &Violation) -> String {
    let id = found.record.header.id.as_str();
    format!("hint: to except a line, write 'git-memory: {id} except REASON' in a comment on it")
}

/// The condition that a place breaks.
fn condition(rule: &Rule) -> String {
    match rule {
        Rule::Forbid(pattern) => format!("'{pattern}' is forbidden"),
        Rule::Require(pattern) => format!("no line matches '{pattern}'"),
        Rule::ForbidCode { pattern, .. } => format!("code like '{pattern}' is forbidden"),
        Rule::ForbidDependency(package) => format!("the package '{package}' is forbidden"),
        Rule::Command(line) => format!("'{line}' failed"),
    }
}

/// A violation in one sentence, for services that show it beside its line.
pub(crate) fn violation_sentence(found: &Violation) -> String {
    let (mut condition, title) = (condition(&found.rule), &found.record.header.title);
    if matches!(found.rule, Rule::Command(_)) {
        condition = format!("{condition} ({})", found.text);
    }
    match found.why.as_str() {
        "" => format!("{condition}: {title}"),
        why => format!("{condition}: {title} ({why})"),
    }
}
