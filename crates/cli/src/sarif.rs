//! A scan's report as SARIF 2.1.0 (OASIS), for code scanning services. The version of our JSON
//! shapes has no place in it: the document is theirs.

use serde_json::{Value, json};

use super::exit::Failure;
use git_memory_app::workspace::{Found, Report};
use git_memory_text::percent_encoded_path;

/// The report as a document with one run.
pub(crate) fn document(report: &Report) -> Result<String, Failure> {
    let mut names: Vec<&str> = Vec::new();
    for found in &report.found {
        names.push(found.finding.rule);
    }
    // SARIF wants each rule once, in any order; sorted, equal reports are equal bytes.
    names.sort_unstable();
    names.dedup();
    let rules: Vec<Value> = names.iter().map(|rule| json!({ "id": rule })).collect();
    let results: Vec<Value> = report.found.iter().map(result).collect();
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
