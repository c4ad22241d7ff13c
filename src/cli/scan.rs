//! `git memory scan`.

use serde_json::{Value, json};

use crate::app::care::scan::{Found, Report, Target, scan};
use crate::app::workspace::Workspace;
use crate::cli::add::standard_input;
use crate::cli::advice::WORDING;
use crate::cli::args::{ScanArgs, ScanFormat};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::Printer;
use crate::domain::text::percent_encoded_path;
use crate::wire::ScanShape;

pub(super) fn run(
    workspace: &Workspace,
    args: ScanArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let format = if printer.is_json() {
        ScanFormat::Json
    } else {
        args.format
    };
    let target = match args {
        ScanArgs { stdin: true, .. } => Target::Text(standard_input(workspace.invocation())?),
        ScanArgs { staged: true, .. } => Target::Staged,
        ScanArgs {
            rev: Some(revision),
            ..
        } => Target::Revision(revision),
        ScanArgs { private: true, .. } => Target::Private,
        ScanArgs { all: true, .. } => Target::All,
        ScanArgs { paths, .. } if paths.is_empty() => Target::Memory,
        ScanArgs { paths, .. } => Target::Paths(paths),
    };
    let report = scan(workspace, &target, &mut |_, _| {})?;
    match format {
        ScanFormat::Json => printer.json(ScanShape::from(&report)),
        ScanFormat::Sarif => printer.document(&sarif(&report)),
        ScanFormat::Text => report
            .found
            .iter()
            .for_each(|found| printer.line(text(found))),
    }
    let Report {
        found,
        files,
        bytes,
        skipped,
    } = &report;
    printer.note(format!(
        "scanned {files} files, {bytes} bytes; {skipped} left out; {} findings",
        found.len()
    ));
    if found.is_empty() {
        return Ok(Exit::Done);
    }
    advise(&report, printer);
    Ok(Exit::No)
}

/// What to do about secrets: rotation first, then what holds them.
pub(super) fn advise(report: &Report, printer: &Printer) {
    for advice in report.advice() {
        printer.note(format!("hint: {}", (WORDING.sentence)(&advice)));
    }
}

/// `[object:]path:line:column: rule (masked) fingerprint`.
pub(super) fn text(found: &Found) -> String {
    let object = found
        .object
        .as_ref()
        .map_or_else(String::new, |id| format!("{}:", id.get(..10).unwrap_or(id)));
    format!(
        "{object}{}:{} {}",
        found.path, found.finding, found.fingerprint
    )
}

/// The report as one run of SARIF 2.1.0 (OASIS). The document has no place for our version of
/// shapes: it is theirs.
fn sarif(report: &Report) -> String {
    let mut rules: Vec<&str> = report
        .found
        .iter()
        .map(|found| found.finding.rule)
        .collect();
    rules.sort_unstable();
    rules.dedup();
    let rules: Vec<Value> = rules.iter().map(|rule| json!({ "id": rule })).collect();
    let results: Vec<Value> = report.found.iter().map(result).collect();
    let driver =
        json!({ "name": "git-memory", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{ "tool": { "driver": driver }, "columnKind": "unicodeCodePoints", "results": results }],
    });
    serde_json::to_string_pretty(&document).unwrap_or_default()
}

fn result(found: &Found) -> Value {
    let finding = &found.finding;
    json!({
        "ruleId": finding.rule,
        "level": "error",
        "message": { "text": format!("{} looks like a secret ({})", finding.masked, finding.rule) },
        "partialFingerprints": { "gitMemory/v1": found.fingerprint },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": percent_encoded_path(&found.path) },
            "region": { "startLine": finding.line, "startColumn": finding.column },
        }}],
    })
}
