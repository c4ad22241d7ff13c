//! Checking memory as a whole: each rule of docs/contract.md, sections 2 to 4, that memory breaks
//! is a finding.

use std::collections::BTreeMap;

use crate::care::check_derived::Derived;
use crate::care::check_parents::of_parents;
use crate::care::check_secrets::{Files, secrets};
use crate::care::check_settings::taking_away;
use crate::care::check_summary::about_summary;
use crate::care::{check_citations, check_merges, check_sides, check_successors};
use crate::recall::contested::{Pair, SHOWN, pairs, pairs_with_parents};
use crate::recall::rivals::{Opposed, opposed};
use crate::records::conflict::conflicts;
use crate::records::{pathspecs, source};
use crate::verify;
use crate::workspace::settings::{TeamFile, of_team};
use crate::workspace::{Error, Workspace};
use git_memory_git::EntryKind;
use git_memory_guard::{Allowance, Guard};
use git_memory_model::context::page::Page;
use git_memory_model::layout::{ALLOWANCES, DERIVED, FEEDBACK, OVERVIEW, RECIPIENTS, SUMMARY};
use git_memory_model::record::check::Finding;
use git_memory_model::record::fault::number;
use git_memory_model::record::{Code, Fault, Severity, check};
use git_memory_policy::attributes;
use git_memory_seal::{LineFault, Recipients};
use git_memory_store::{Memory, View, given};
use git_memory_text::limits;
use git_memory_text::path::RepoPath;

/// Every finding of a view, sorted by path, line and column.
pub fn check(workspace: &Workspace, view: &View) -> Result<Vec<Finding>, Error> {
    check_by(workspace, Some(workspace.guard()?), view)
}

/// Checks with another guard than that of the work tree's settings; without a guard, it does not
/// search for secrets.
pub(crate) fn check_by(
    workspace: &Workspace,
    guard: Option<&Guard>,
    view: &View,
) -> Result<Vec<Finding>, Error> {
    let (memory, has_fresh_derived) = match view {
        // Any other read would heal the stale copies that are to be found here.
        View::WorkTree => workspace.store().memory_untouched()?,
        _ => (workspace.memory(view)?, false),
    };
    let files = Files::of(workspace, view)?;
    let mut findings = memory.findings.to_vec();
    let (pages, derived) = if has_fresh_derived {
        let wanted = [SUMMARY, ALLOWANCES, FEEDBACK, RECIPIENTS];
        let pages = pages(workspace, view, &files, &wanted, &mut findings)?;
        (pages, Derived::fresh(workspace, view)?)
    } else {
        let wanted = [
            DERIVED[0], DERIVED[1], SUMMARY, ALLOWANCES, FEEDBACK, RECIPIENTS,
        ];
        let pages = pages(workspace, view, &files, &wanted, &mut findings)?;
        let derived = Derived::compared(workspace, view, &memory, &pages)?;
        (pages, derived)
    };
    findings.extend(check::between(&memory.records));
    // Findings from reading follow only the rules and ignore allowances.
    findings.extend(check::pages(&memory.records));
    findings.extend(check_successors::missing(workspace, view, &memory)?);
    findings.extend(check::incomplete(&memory.records));
    findings.extend(verify::faults(workspace, &memory)?);
    findings.extend(overviews(workspace, &memory)?);
    findings.extend(of_parents(workspace, view, &memory)?);
    let mut known = None;
    // The files that other views were about may be gone by now.
    if *view == View::WorkTree {
        let found = opposed(workspace, &memory)?;
        findings.extend(of_work_tree(workspace, &memory, &found)?);
        known = Some(found);
    }
    findings.retain(|finding| finding.fault.code != Code::Secret);
    conflicts(workspace, view, &memory)?.tell(&mut findings);
    findings.extend(check_merges::at_view(workspace, view, &memory)?);
    findings.extend(check_sides::at_view(
        workspace,
        view,
        &memory,
        known.as_deref(),
    )?);
    let team = of_team(workspace.store(), view)?;
    findings.extend(settings(&team)?);
    findings.extend(taking_away(workspace, &team, &memory)?);
    if let Some(guard) = guard {
        findings.extend(secrets(workspace, guard, view, &memory, &files, &derived)?);
    }
    findings.extend(unfiltered(workspace, &files)?);
    findings.extend(derived.findings(workspace, view)?);
    if let Some(allowances) = pages.get(ALLOWANCES) {
        findings.extend(unread_allowances(
            workspace,
            &String::from_utf8_lossy(allowances),
        )?);
    }
    if let Some(recipients) = pages.get(RECIPIENTS) {
        findings.extend(odd_recipients(workspace, recipients)?);
    }
    if let Some(ratings) = pages.get(FEEDBACK)
        && ratings.len() > limits::RATING_BYTES
    {
        let message = "ratings beyond the first 4 MiB do not count";
        let path = workspace.folder().path(FEEDBACK)?;
        findings.push(Finding::of_file(&path, Code::BeyondLimit, message));
    }
    if let Some(summary) = pages.get(SUMMARY) {
        let summary = String::from_utf8_lossy(summary);
        findings.extend(about_summary(workspace, view, &memory, &summary)?);
    }
    // Only the overview of a folder has keys with a meaning; other pages may have any.
    for finding in &mut findings {
        if finding.fault.code == Code::UnreadKeys && finding.path.file_name() == OVERVIEW {
            finding.fault.code = Code::UnreadOverview;
        }
    }
    sort(&mut findings);
    Ok(findings)
}

/// Findings about the files of the work tree that records are about, and about the pairs of records
/// that contradict each other.
fn of_work_tree(
    workspace: &Workspace,
    memory: &Memory,
    opposed: &[Opposed],
) -> Result<Vec<Finding>, Error> {
    let records = &memory.records;
    let mut findings = pathspecs::findings(workspace, records)?;
    findings.extend(contested(workspace, memory, opposed)?);
    if workspace.store().has_work_tree() {
        let view = &View::WorkTree;
        findings.extend(check_citations::unknown(workspace, view, records, &[])?);
    }
    Ok(findings)
}

/// Sorts findings by path, line and column.
pub(crate) fn sort(findings: &mut [Finding]) {
    findings.sort_by(|a, b| {
        let key =
            |finding: &Finding| (finding.fault.line, finding.fault.column, finding.fault.code);
        (&a.path, key(a)).cmp(&(&b.path, key(b)))
    });
}

/// Severity of a finding; with `is_strict`, a warning and an incomplete record are errors.
#[must_use]
pub fn severity(finding: &Finding, is_strict: bool) -> Severity {
    match finding.severity() {
        Severity::Warning if is_strict => Severity::Error,
        // A page may be incomplete, however strict a team is with its records.
        Severity::Notice if is_strict && finding.fault.code == Code::Incomplete => Severity::Error,
        severity => severity,
    }
}

/// The pages about folders without keys that their readers look for, each as a notice.
fn overviews(workspace: &Workspace, memory: &Memory) -> Result<Vec<Finding>, Error> {
    let mut findings = Vec::new();
    for record in &memory.records {
        if record.path.file_name() != OVERVIEW {
            continue;
        }
        let bytes = source::content(workspace, memory, record)?;
        let mut page = Page::parse(&String::from_utf8_lossy(&bytes));
        let mut lacks = Vec::new();
        if page.text("name").or_else(|| page.text("title")).is_none() {
            lacks.push("name");
        }
        if page.text("description").is_none() {
            lacks.push("description");
        }
        // A topic's own page tells the layout of its folder.
        if !record.place.topic.is_empty() && page.text("folder_structure").is_none() {
            lacks.push("folder_structure");
        }
        if !lacks.is_empty() {
            let message = format!("the overview has no '{}'", lacks.join("' and no '"));
            findings.push(Finding::of_file(&record.path, Code::BareOverview, message));
        }
    }
    Ok(findings)
}

/// Pairs of current records that contradict each other, or a record of a parent; successors of one
/// record are told by their links.
fn contested(
    workspace: &Workspace,
    memory: &Memory,
    found: &[Opposed],
) -> Result<Vec<Finding>, Error> {
    let shown = &found[..found.len().min(SHOWN)];
    let pairs = pairs(workspace, &View::WorkTree, memory, shown)?;
    let mut findings: Vec<Finding> = pairs.iter().map(Pair::finding).collect();
    findings.retain(|finding| finding.fault.code == Code::Contested);
    let of_parents = pairs_with_parents(workspace, &View::WorkTree, memory, SHOWN, |_| true)?;
    findings.extend(of_parents.pairs.iter().map(Pair::finding));
    Ok(findings)
}

/// Returns the findings about the team's settings.
fn settings(team: &TeamFile) -> Result<Vec<Finding>, Error> {
    let config: RepoPath = team.path().parse()?;
    let mut findings = Vec::new();
    for problem in team.problems() {
        let place = (problem.line, 1);
        findings.push(Finding {
            path: config.clone(),
            fault: Fault::at(Code::BadSetting, place, problem.message.as_str()),
        });
    }
    Ok(findings)
}

/// Returns a finding for each line that is not a readable allowance.
fn unread_allowances(workspace: &Workspace, text: &str) -> Result<Vec<Finding>, Error> {
    let path = workspace.folder().path(ALLOWANCES)?;
    let mut findings = Vec::new();
    for line in Allowance::unreadable_lines(text) {
        let message = "not a valid allowance; ignored";
        findings.push(Finding {
            path: path.clone(),
            fault: Fault::at(Code::BadSetting, (number(line), 1), message),
        });
    }
    Ok(findings)
}

/// Returns a finding for each line of the readers of the work log that names no person.
fn odd_recipients(workspace: &Workspace, content: &[u8]) -> Result<Vec<Finding>, Error> {
    let path = workspace.folder().path(RECIPIENTS)?;
    let mut findings = Vec::new();
    for LineFault { line, reason } in Recipients::read(content).faults {
        findings.push(Finding {
            path: path.clone(),
            fault: Fault::at(Code::BadSetting, (number(line), 1), reason),
        });
    }
    Ok(findings)
}

/// The `.gitattributes` files that take the clean filter away from what is below them.
fn unfiltered(workspace: &Workspace, files: &Files) -> Result<Vec<Finding>, Error> {
    let mut findings = Vec::new();
    match files {
        Files::Given(files) => {
            for found in files.iter().filter(|found| is_attributes(&found.shown)) {
                findings.extend(attributes_fault(&found.shown, &given::read(&found.file)?)?);
            }
        }
        Files::Listed(entries) => {
            for entry in entries {
                let path = String::from_utf8_lossy(&entry.path);
                if entry.kind == EntryKind::File
                    && is_attributes(&path)
                    && let Some(content) = workspace
                        .store()
                        .blob_at_most(limits::RECORD_BYTES, entry.id)?
                {
                    findings.extend(attributes_fault(&path, &content)?);
                }
            }
        }
    }
    Ok(findings)
}

/// True if the file tells git how to treat the files beside and below it.
pub(crate) fn is_attributes(path: &str) -> bool {
    path.ends_with("/.gitattributes")
}

/// Returns a finding if an attributes file disables the clean filter.
pub(crate) fn attributes_fault(path: &str, content: &[u8]) -> Result<Option<Finding>, Error> {
    let Some(line) = attributes::unfiltered(&String::from_utf8_lossy(content)) else {
        return Ok(None);
    };
    let message = "disables the clean filter, which keeps secrets out of git";
    Ok(Some(Finding {
        path: path.parse()?,
        fault: Fault::at(Code::BadSetting, (line, 1), message),
    }))
}

/// The files of memory with the wanted names, as the view has them, and a finding for each that is
/// too large to be read.
fn pages(
    workspace: &Workspace,
    view: &View,
    files: &Files,
    wanted: &[&'static str],
    findings: &mut Vec<Finding>,
) -> Result<BTreeMap<&'static str, Vec<u8>>, Error> {
    let store = workspace.store();
    let folder = store.folder_at(view)?;
    let mut pages = BTreeMap::new();
    let mut too_large = |path: &str| -> Result<(), Error> {
        let path: RepoPath = path.parse()?;
        // A derived file that is not ours was read as a page.
        let is_told = findings.iter().any(|it| it.path == path);
        if !is_told {
            let message = "the file is larger than 16 MiB and is not read";
            findings.push(Finding::of_file(&path, Code::TooLarge, message));
        }
        Ok(())
    };
    match files {
        Files::Given(files) => {
            for &name in wanted {
                let path = folder.join(name);
                match store.tracked_file(&path)? {
                    Some(bytes) => _ = pages.insert(name, bytes),
                    None if files.iter().any(|it| it.shown == path) => too_large(&path)?,
                    None => {}
                }
            }
        }
        Files::Listed(entries) => {
            for entry in entries {
                let path = String::from_utf8_lossy(&entry.path);
                let name = folder.below(&path);
                let Some(name) = wanted.iter().find(|it| name == Some(**it)) else {
                    continue;
                };
                if entry.kind != EntryKind::File {
                    continue;
                }
                match store.blob_at_most(limits::LIST_BYTES, entry.id)? {
                    Some(content) => _ = pages.insert(*name, content),
                    None => too_large(&path)?,
                }
            }
        }
    }
    Ok(pages)
}
