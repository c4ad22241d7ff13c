//! Findings as SARIF 2.1.0 (OASIS), for code scanning services. The version of our JSON shapes has no
//! place in it: the document is theirs.

use serde_json::{Value, json};

use super::exit::Failure;
use super::findings::violation_sentence;
use git_memory_app::verify::{Age, Verification, Violation};
use git_memory_app::workspace::{Found, Report};
use git_memory_text::percent_encoded_path;

/// The report of a scan as a document with one run.
pub(crate) fn of_scan(report: &Report) -> Result<String, Failure> {
    let mut names: Vec<&str> = Vec::new();
    for found in &report.found {
        names.push(found.finding.rule);
    }
    // SARIF wants each rule once, in any order; sorted, equal reports are equal bytes.
    names.sort_unstable();
    names.dedup();
    let rules: Vec<Value> = names.iter().map(|rule| json!({ "id": rule })).collect();
    let results: Vec<Value> = report.found.iter().map(result).collect();
    document(&rules, &results)
}

/// The new places that break checks, as a document with one run.
pub(crate) fn of_verification(found: &Verification) -> Result<String, Failure> {
    let new: Vec<&Violation> = found
        .violations
        .iter()
        .filter(|it| it.age == Age::New)
        .collect();
    let mut records: Vec<(&str, &str)> = Vec::new();
    for violation in &new {
        let header = &violation.record.header;
        records.push((header.id.as_str(), &header.title));
    }
    records.sort_unstable();
    records.dedup();
    let rule =
        |(id, title): &(&str, &str)| json!({ "id": id, "shortDescription": { "text": title } });
    let rules: Vec<Value> = records.iter().map(rule).collect();
    let results: Vec<Value> = new.into_iter().map(violation).collect();
    document(&rules, &results)
}

/// A finding about a place, for a document.
pub(crate) struct Placed<'a> {
    pub(crate) rule: &'a str,
    /// `note`, `warning` or `error`.
    pub(crate) level: &'a str,
    pub(crate) path: &'a str,
    /// From 1.
    pub(crate) line: u32,
    pub(crate) message: String,
    /// Names the finding across runs; empty for none.
    pub(crate) fingerprint: &'a str,
}

/// Findings about places, as a document with one run.
pub(crate) fn of_places(places: &[Placed]) -> Result<String, Failure> {
    let mut names: Vec<&str> = places.iter().map(|it| it.rule).collect();
    names.sort_unstable();
    names.dedup();
    let rules: Vec<Value> = names.iter().map(|rule| json!({ "id": rule })).collect();
    let results: Vec<Value> = places.iter().map(placed).collect();
    document(&rules, &results)
}

fn placed(found: &Placed) -> Value {
    let mut result = json!({
        "ruleId": found.rule,
        "level": found.level,
        "message": { "text": found.message },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": percent_encoded_path(found.path) },
            "region": { "startLine": found.line },
        }}],
    });
    if !found.fingerprint.is_empty() {
        result["partialFingerprints"] = json!({ "gitMemory/v1": found.fingerprint });
    }
    result
}

fn document(rules: &[Value], results: &[Value]) -> Result<String, Failure> {
    let driver = json!({
        "name": "git-memory",
        "version": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    });
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": driver },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    serde_json::to_string_pretty(&document)
        .map_err(|error| Failure::fatal(format!("cannot write SARIF: {error}")))
}

fn violation(found: &Violation) -> Value {
    json!({
        "ruleId": found.record.header.id.as_str(),
        "level": "error",
        "message": { "text": violation_sentence(found) },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": percent_encoded_path(&found.path) },
            "region": { "startLine": found.line.max(1) },
        }}],
    })
}

fn result(found: &Found) -> Value {
    let finding = &found.finding;
    // A path is text, a location of SARIF a URI: a space or '#' would end or change it.
    let uri = percent_encoded_path(&found.path);
    json!({
        "ruleId": finding.rule,
        "level": "error",
        "message": { "text": format!("possible secret: {} ({})", finding.masked, finding.rule) },
        "partialFingerprints": { "gitMemory/v1": found.fingerprint },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": uri },
            "region": { "startLine": finding.line, "startColumn": finding.column },
        }}],
    })
}
