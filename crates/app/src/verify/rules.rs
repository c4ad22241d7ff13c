//! The checks of the records in force, ready to run.

use std::collections::HashMap;

use super::found::BrokenCheck;
use crate::records::lookup;
use crate::workspace::{Error, Workspace};
use git_memory_guard::Guard;
use git_memory_model::checks::scan::Scanner;
use git_memory_model::checks::{Check, Checks, Rule};
use git_memory_model::kind::Lifecycle;
use git_memory_model::record::Record;
use git_memory_policy::dependencies::Manifest;
use git_memory_policy::map::Language;
use git_memory_store::{Memory, Scan};
use git_memory_text::limits::PROJECT_CHECKS;

/// A check of a record, ready to run.
pub(super) struct Ruling<'m> {
    /// Its place in the list of all.
    pub(super) nth: usize,
    pub(super) record: &'m Record,
    pub(super) check: Check,
    /// True if only the record of before has it: a change does not get around what it takes out.
    pub(super) is_of_before: bool,
    way: Way,
}

/// Way to run a check.
enum Way {
    /// Over the lines of each file.
    Lines(Scan),
    /// Over the code of one language.
    Code(&'static Language, Scan),
    /// Over manifests, each kind in its way, in the order of [`Manifest::all`].
    Dependencies(Vec<Scan>),
    /// By a process, over no file.
    Command,
}

/// Kind of the files that a check is about, whatever their paths: equal for two checks that are about
/// the same ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// All texts.
    Text,
    /// Code of a language, by its name.
    Code(&'static str),
    /// Manifests and lock files.
    Manifest,
    /// None.
    Nothing,
}

impl Ruling<'_> {
    /// The kind of files that it is about.
    pub(super) fn kind(&self) -> Kind {
        match &self.way {
            Way::Lines(_) => Kind::Text,
            Way::Code(language, _) => Kind::Code(language.name),
            Way::Dependencies(_) => Kind::Manifest,
            Way::Command => Kind::Nothing,
        }
    }

    /// How it is run over a file; `None` for a file that it is not about.
    pub(super) fn scan_of(&self, path: &str) -> Option<&Scan> {
        match &self.way {
            Way::Lines(scan) => Some(scan),
            Way::Code(language, scan) => {
                let of_path = Language::of_path(path);
                of_path
                    .is_some_and(|it| it.name == language.name)
                    .then_some(scan)
            }
            Way::Dependencies(scans) => {
                let kind = Manifest::of_path(path)?;
                scans.iter().find(|scan| match scan {
                    Scan::Dependency { manifest, .. } => std::ptr::eq(*manifest, kind),
                    _ => false,
                })
            }
            Way::Command => None,
        }
    }

    /// Language and pattern of a check of code.
    fn code(&self) -> Option<(&'static Language, &str)> {
        match &self.way {
            Way::Code(language, _) => Some((language, self.check.rule.pattern())),
            _ => None,
        }
    }
}

/// True if the checks of a record apply: a proposed or replaced one forbids nothing.
pub(super) fn is_in_force(record: &Record) -> bool {
    record.lifecycle() == Lifecycle::Current
}

/// The checks of the records in force, or of those that `names` name, and those that cannot be run.
/// With a memory of before, also those that these records had there.
///
/// # Errors
/// A name of no record.
pub(super) fn rulings<'m>(
    workspace: &Workspace,
    memory: &'m Memory,
    names: &[String],
    before: Option<&Memory>,
) -> Result<(Vec<Ruling<'m>>, Vec<BrokenCheck>), Error> {
    let mut records: Vec<&Record> = Vec::new();
    for name in names {
        records.push(lookup::find(workspace, memory, name)?);
    }
    if names.is_empty() {
        records.extend(memory.records.iter().filter(|record| is_in_force(record)));
    }
    let mut before = before.map(checks_by_id).unwrap_or_default();
    let (mut rulings, mut broken) = (Vec::new(), Vec::new());
    let mut left = 0;
    for record in records {
        let found = Checks::of_header(&record.header);
        for fault in found.broken {
            broken.push(broken_check(record, fault.number, &fault.reason));
        }
        let mut old = before.remove(record.header.id.as_str()).unwrap_or_default();
        old.retain(|old| !found.good.iter().any(|it| it.asks_the_same(old)));
        let old = old.into_iter().map(|check| (check, true));
        let now = found.good.into_iter().map(|check| (check, false));
        for (check, is_of_before) in now.chain(old) {
            if rulings.len() == PROJECT_CHECKS {
                left += 1;
                continue;
            }
            match way_of(&check) {
                Ok(way) => rulings.push(Ruling {
                    nth: 0,
                    record,
                    check,
                    is_of_before,
                    way,
                }),
                Err(_) if is_of_before => {}
                Err(reason) => broken.push(broken_check(record, check.number, &reason)),
            }
        }
        if left > 0 {
            let reason =
                format!("beyond {PROJECT_CHECKS} checks of the project; {left} are not run");
            broken.push(broken_check(record, 0, &reason));
            break;
        }
    }
    leave_out_bad_patterns(workspace, &mut rulings, &mut broken)?;
    for (nth, ruling) in rulings.iter_mut().enumerate() {
        ruling.nth = nth;
    }
    Ok((rulings, broken))
}

/// The checks of the records in force that have some.
fn checks_by_id(memory: &Memory) -> HashMap<&str, Vec<Check>> {
    let records = memory.records.iter().filter(|record| is_in_force(record));
    let checks = records.map(|it| (it.header.id.as_str(), Checks::of_header(&it.header).good));
    checks.filter(|(_, checks)| !checks.is_empty()).collect()
}

fn way_of(check: &Check) -> Result<Way, String> {
    let rule = &check.rule;
    Ok(match rule {
        Rule::Forbid(_) | Rule::Require(_) => {
            let scanner = Scanner::new(rule).map_err(|error| error.to_string())?;
            Way::Lines(Scan::Lines(scanner))
        }
        Rule::ForbidCode { pattern, language } => {
            let language = language_of(language.as_deref(), &check.within)?;
            let (pattern, key) = (pattern.clone(), rule.key(language.name));
            let scan = Scan::Code {
                language,
                pattern,
                key,
            };
            Way::Code(language, scan)
        }
        Rule::ForbidDependency(package) => {
            let scans = Manifest::all().map(|manifest| Scan::Dependency {
                manifest,
                package: package.clone(),
                key: rule.key(manifest.name()),
            });
            Way::Dependencies(scans.collect())
        }
        Rule::Command(_) => Way::Command,
    })
}

/// The language that a check names, or that its globs do.
fn language_of(named: Option<&str>, globs: &[String]) -> Result<&'static Language, String> {
    let known = || {
        let known: Vec<&str> = Language::all().map(|language| language.name).collect();
        known.join(", ")
    };
    if let Some(name) = named {
        let language = Language::by_name(name);
        return language.ok_or_else(|| format!("unknown language '{name}'; known are {}", known()));
    }
    let mut languages = globs.iter().map(|glob| Language::of_path(glob));
    let first = languages.next().flatten();
    let is_one = |other: Option<&Language>| other.map(|it| it.name) == first.map(|it| it.name);
    match first {
        Some(first) if languages.all(is_one) => Ok(first),
        _ => Err(format!(
            "'language' is missing, and the paths do not tell it; known are {}",
            known()
        )),
    }
}

/// Moves checks whose patterns are no code to the broken ones.
fn leave_out_bad_patterns(
    workspace: &Workspace,
    rulings: &mut Vec<Ruling<'_>>,
    broken: &mut Vec<BrokenCheck>,
) -> Result<(), Error> {
    let patterns: Vec<_> = rulings.iter().filter_map(Ruling::code).collect();
    if patterns.is_empty() {
        return Ok(());
    }
    let mut faults = workspace.store().faults_of_patterns(&patterns)?.into_iter();
    rulings.retain(|ruling| {
        let fault = ruling.code().and_then(|_| faults.next().flatten());
        if let Some(reason) = &fault {
            let reason = format!("'forbid-code' cannot be used: {reason}");
            broken.push(broken_check(ruling.record, ruling.check.number, &reason));
        }
        fault.is_none()
    });
    Ok(())
}

fn broken_check(record: &Record, number: usize, reason: &str) -> BrokenCheck {
    BrokenCheck {
        record: record.clone(),
        number,
        // It may quote a pattern.
        reason: Guard::new().redact(&git_memory_text::visible(reason)),
    }
}
