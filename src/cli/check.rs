//! `git memory check`.

use crate::app::care::check;
use crate::app::workspace::Workspace;
use crate::cli::advice::WORDING;
use crate::cli::args::{CheckArgs, CheckFormat};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{BAD, BOLD, DIM, ID, PLAIN, Printer};
use crate::domain::record::Severity;
use crate::domain::record::check::Finding;
use crate::store::View;
use crate::wire::{CheckShape, FindingShape};

pub(super) fn run(
    workspace: &Workspace,
    args: &CheckArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let view = match &args.rev {
        Some(revision) => View::Revision(revision.clone()),
        None if args.staged => View::Index,
        None => View::WorkTree,
    };
    let findings = check::check(workspace, &view)?;
    if printer.is_json() || args.format == CheckFormat::Json {
        printer.json(CheckShape {
            findings: findings
                .iter()
                .map(|finding| FindingShape::new(finding, WORDING))
                .collect(),
        });
    } else {
        for finding in &findings {
            match args.format {
                CheckFormat::Github => printer.line(github(finding)),
                _ => line(finding, printer),
            }
        }
    }
    Ok(if check::has_error(&findings) {
        Exit::No
    } else {
        Exit::Done
    })
}

/// `path:line:column: severity[code]: message`.
pub(super) fn text(finding: &Finding) -> String {
    let fault = &finding.fault;
    let severity = finding.severity().name();
    format!(
        "{}:{}:{}: {severity}[{}]: {}",
        finding.path,
        fault.line,
        fault.column,
        fault.code.name(),
        fault.message
    )
}

fn line(finding: &Finding, printer: &mut Printer) {
    let fault = &finding.fault;
    let style = if finding.severity() == Severity::Error {
        BAD
    } else {
        ID
    };
    let place = format!("{}:{}:{}: ", finding.path, fault.line, fault.column);
    let code = format!("{}[{}]", finding.severity().name(), fault.code.name());
    printer.styled(&[
        (BOLD, &place),
        (style, &code),
        (DIM, ": "),
        (PLAIN, &fault.message),
    ]);
}

/// A workflow command (docs.github.com, "Workflow commands for GitHub Actions"), its values
/// percent-encoded.
fn github(finding: &Finding) -> String {
    let fault = &finding.fault;
    let data = |text: &str| {
        text.replace('%', "%25")
            .replace('\r', "%0D")
            .replace('\n', "%0A")
    };
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    let severity = finding.severity().name();
    let (path, title) = (property(finding.path.as_str()), property(fault.code.name()));
    let message = data(&format!(
        "{}; {}",
        fault.message,
        (WORDING.sentence)(&fault.code.advice())
    ));
    format!(
        "::{severity} file={path},line={},col={},title={title}::{message}",
        fault.line, fault.column
    )
}
