//! Puts together what other use cases say about a change, and drops what is waived or off.

use std::cmp::Reverse;

use super::Change;
use super::found::{Found, Named, PullRequest, Waived};
use super::gate::{Kind, Level};
use crate::care::check_range::check_range;
use crate::recall::contested::{pairs, pairs_with_parents};
use crate::recall::rivals::opposed;
use crate::secrets::scan::{Target, scan};
use crate::verify::waived::{Waiver, waivers};
use crate::verify::{self, Age, Verification, VerifyRequest};
use crate::workspace::settings::{choices, table};
use crate::workspace::{Error, sanitize};
use git_memory_model::record::check::Finding;
use git_memory_model::record::{Code, Record, Severity};

/// Maximum number of contradictions of a change.
const PAIRS: usize = 25;
/// The longest message, in characters.
const LINE: usize = 400;

impl Change<'_> {
    pub(super) fn judge(&self, progress: &dyn Fn(usize, usize)) -> Result<PullRequest, Error> {
        let waivers = waivers(self.workspace, self.tip, self.head)?;
        let mut decisions = self.decisions(&self.said()?, progress)?;
        let mut findings = self.findings()?;
        for named in &decisions {
            findings.extend(self.of_decision(named)?);
        }
        findings.extend(self.without_reason(&waivers)?);
        let verification = self.verify(progress)?;
        findings.extend(self.broken(&verification)?);
        let waived = self.waive(waivers, &verification, &mut findings);
        findings.retain(|it| it.level != Level::Off);
        findings.sort_by_key(|it| (Reverse(it.level), it.kind));
        self.settle(&mut decisions, &findings);
        Ok(PullRequest {
            base: self.base,
            head: self.head,
            decisions,
            changes: self.changes()?,
            findings,
            waivers: waived,
        })
    }

    fn found(
        &self,
        kind: Kind,
        record: Option<&Record>,
        (path, line): (&str, u32),
        message: &str,
    ) -> Result<Found, Error> {
        let guard = self.workspace.guard()?;
        let named = |it: &Record| (it.header.id.to_string(), it.header.title.clone());
        let record = record.map(named);
        let path = if path.is_empty() {
            self.workspace.folder().as_str()
        } else {
            path
        };
        let message = sanitize::line(guard, message, LINE);
        let id = record.as_ref().map_or("", |(id, _)| id);
        let parts = [kind.name(), id, path, &message].join("\0");
        let fingerprint = self
            .workspace
            .store()
            .objects()
            .id_of_bytes(parts.as_bytes())?;
        Ok(Found {
            kind,
            level: self.gate.level(kind),
            path: path.to_owned(),
            line: line.max(1),
            fingerprint: fingerprint.to_string(),
            record,
            message,
        })
    }

    /// The findings about one decision.
    fn of_decision(&self, named: &Named) -> Result<Vec<Found>, Error> {
        let record = Some(&named.record);
        let mut findings = Vec::new();
        for lost in &named.lost {
            let message = match &lost.to {
                Some(to) => format!(
                    "{} was renamed to {to}; the record names {}",
                    lost.path, lost.spec
                ),
                None => format!("{} was deleted; the record names {}", lost.path, lost.spec),
            };
            findings.push(self.found(Kind::Deleted, record, (&lost.path, 1), &message)?);
        }
        let first = named.files.first().map_or("", String::as_str);
        for gone in &named.gone {
            findings.push(self.found(Kind::Changed, record, (first, 1), gone)?);
        }
        if named.is_incoming {
            let message = named.reasons.first().map_or("", String::as_str);
            findings.push(self.found(Kind::Incoming, record, (first, 1), message)?);
        } else if let Some(reason) = named.reasons.first()
            && !named.is_followed
        {
            findings.push(self.found(Kind::Applies, record, (first, 1), reason)?);
        }
        Ok(findings)
    }

    /// The findings of `check` and `scan`, and the contradictions that the change brings.
    fn findings(&self) -> Result<Vec<Found>, Error> {
        let (from, to) = (self.tip.to_string(), self.head.to_string());
        let mut findings = Vec::new();
        for finding in check_range(self.workspace, &from, &to)? {
            if let Some(kind) = kind_of(&finding) {
                let place = (finding.path.as_str(), finding.fault.line);
                let mut records = self.new.records.iter();
                let successor = records.find(|it| {
                    finding.fault.code == Code::TwoSuccessors && it.path == finding.path
                });
                findings.push(self.found(kind, successor, place, &finding.fault.message)?);
            }
        }
        if choices(self.workspace, &from, &[&table::SCAN])? == ["all"] {
            findings.retain(|it| it.kind != Kind::Secret);
            findings.extend(self.secrets(format!("{from}..{to}"))?);
        }
        findings.extend(self.contradictions()?);
        Ok(findings)
    }

    /// The secrets in all files of the commits.
    fn secrets(&self, range: String) -> Result<Vec<Found>, Error> {
        let mut findings = Vec::new();
        let report = scan(self.workspace, &Target::Revision(range), &mut |_, _| {})?;
        for secret in &report.found {
            let line = u32::try_from(secret.finding.line).unwrap_or(u32::MAX);
            let (masked, rule) = (&secret.finding.masked, secret.finding.rule);
            let message = format!("{masked} looks like a secret ({rule})");
            findings.push(self.found(Kind::Secret, None, (&secret.path, line), &message)?);
        }
        Ok(findings)
    }

    fn contradictions(&self) -> Result<Vec<Found>, Error> {
        let is_brought = |record: &Record| {
            let mut old = self.old.records.iter();
            let blob = self.new.blob(record);
            !old.any(|it| it.header.id == record.header.id && self.old.blob(it) == blob)
        };
        if !self.new.records.iter().any(is_brought) {
            return Ok(Vec::new());
        }
        let mut found = opposed(self.workspace, &self.new)?;
        found.retain(|it| {
            it.pair
                .iter()
                .any(|nth| is_brought(&self.new.records[*nth]))
        });
        found.truncate(PAIRS);
        let (workspace, view) = (self.workspace, &self.views[1]);
        let of_parents = pairs_with_parents(workspace, view, &self.new, PAIRS, is_brought)?;
        let own = pairs(workspace, view, &self.new, &found)?;
        let mut findings = Vec::new();
        for pair in own.into_iter().chain(of_parents.pairs) {
            let Finding { path, fault } = pair.finding();
            // `check` tells of two successors, by their links.
            if fault.code == Code::TwoSuccessors && !pair.other.id.is_of_parent() {
                continue;
            }
            let place = (path.as_str(), fault.line);
            let record = Some(&pair.record);
            findings.push(self.found(Kind::Conflict, record, place, &fault.message)?);
        }
        Ok(findings)
    }

    fn verify(&self, progress: &dyn Fn(usize, usize)) -> Result<Verification, Error> {
        let request = VerifyRequest {
            view: self.views[1].clone(),
            since: Some(self.base),
            names: Vec::new(),
            may_run_commands: true,
        };
        verify::verify(self.workspace, &request, progress)
    }

    /// The new places that break checks.
    fn broken(&self, verification: &Verification) -> Result<Vec<Found>, Error> {
        let mut findings = Vec::new();
        for it in verification
            .violations
            .iter()
            .filter(|it| it.age == Age::New)
        {
            let rule = format!("{} '{}'", it.rule.name(), it.rule.pattern());
            let message = match it.text.as_str() {
                "" => rule,
                text => format!("{rule}: {text}"),
            };
            let record = Some(&it.record);
            findings.push(self.found(Kind::Check, record, (&it.path, it.line), &message)?);
        }
        Ok(findings)
    }

    /// Waivers that waive nothing, as they give no reason or name no record.
    fn without_reason(&self, waivers: &[Waiver]) -> Result<Vec<Found>, Error> {
        let mut findings = Vec::new();
        for it in waivers {
            let what = if it.name.is_none() {
                "begins with the name of no record"
            } else if it.reason.is_empty() {
                "gives no reason, and waives nothing"
            } else {
                continue;
            };
            let message = format!(
                "commit {}: Decision-Exempt: {} {what}",
                it.commit.short(),
                it.value.as_str()
            );
            findings.push(self.found(Kind::Trailer, None, ("", 1), &message)?);
        }
        Ok(findings)
    }

    /// Takes out the findings about waived records.
    fn waive(
        &self,
        waivers: Vec<Waiver>,
        verification: &Verification,
        findings: &mut Vec<Found>,
    ) -> Vec<Waived> {
        let mut waived: Vec<Waived> = Vec::new();
        for waiver in waivers {
            let records = self.old.records.iter().chain(self.new.records.iter());
            for record in records.filter(|it| waiver.waives(it)) {
                if waived
                    .iter()
                    .any(|it| it.record.header.id == record.header.id)
                {
                    continue;
                }
                let id = record.header.id.as_str();
                let before = findings.len();
                findings.retain(|it| it.record.as_ref().is_none_or(|(of, _)| of != id));
                let exempt = verification
                    .violations
                    .iter()
                    .filter(|it| it.age == Age::Exempt && it.record.header.id == record.header.id);
                let count = before - findings.len() + exempt.count();
                if count > 0 {
                    waived.push(Waived {
                        waiver: waiver.clone(),
                        record: record.clone(),
                        count,
                    });
                }
            }
        }
        waived
    }

    /// Keeps the decisions about which something is left to tell, the most important first.
    fn settle(&self, decisions: &mut Vec<Named>, findings: &[Found]) {
        let of = |named: &Named| {
            let id = named.record.header.id.as_str();
            let of_it = findings
                .iter()
                .filter(move |it| it.record.as_ref().is_some_and(|(of, _)| of == id));
            of_it.map(|it| (it.level, Reverse(it.kind))).max()
        };
        let is_off = |kind| self.gate.level(kind) == Level::Off;
        decisions.retain(|it| of(it).is_some() || it.is_followed && !is_off(Kind::Applies));
        for named in &mut *decisions {
            if is_off(Kind::Deleted) {
                named.lost.clear();
            }
            if is_off(Kind::Changed) {
                named.gone.clear();
            }
        }
        decisions.sort_by_key(|it| (Reverse(of(it)), it.is_followed));
    }
}

/// The kind of a finding of `check`; `None` for those that are told in another way, or are not about
/// this change.
fn kind_of(finding: &Finding) -> Option<Kind> {
    match finding.fault.code {
        Code::Secret => Some(Kind::Secret),
        Code::TwoSuccessors | Code::AddedBeside | Code::ChangedInMerge | Code::ReplacesParent => {
            Some(Kind::Conflict)
        }
        Code::UnknownRecord => Some(Kind::Trailer),
        Code::BeyondLimit => Some(Kind::Applies),
        _ if finding.severity() == Severity::Error => Some(Kind::Broken),
        _ => None,
    }
}
