//! Which texts a question wants, and what besides their words lifts or lowers them.

use std::ops::RangeInclusive;

use super::Question;
use super::sources::Sources;
use crate::domain::date::Date;
use crate::domain::pathspec;
use crate::domain::recall::feedback::Effect;
use crate::domain::recall::{Attribute, Bias, Damaged, Factor, Members, Part, holders, values};
use crate::store::index::Place as Bytes;

/// What the days of the question are worth.
const DATE: f64 = 1.5;
/// What a record gains that is about the very path that was named; less the less of the path they
/// share.
const ABOUT: f64 = 0.6;
/// What a record gains whose scope the path lies in.
const SCOPE: f64 = 0.3;

pub(super) struct Lens<'a> {
    sources: &'a Sources,
    parts: &'a [Part<'a, Bytes>],
    question: &'a Question,
    days: Option<RangeInclusive<Date>>,
    /// Per part, the documents that have what was asked for; `None` where any will do.
    wanted: Vec<Option<Members>>,
    /// Per part, documents near the path that was named, with what they gain.
    near: Vec<Vec<(Members, f64)>>,
    /// What was said of documents for questions like this one: part, number, share of the score,
    /// and of the best score.
    said: Vec<(usize, u32, f64, Option<f64>)>,
}

impl<'a> Lens<'a> {
    pub(super) fn new(
        sources: &'a Sources,
        parts: &'a [Part<'a, Bytes>],
        question: &'a Question,
        days: Option<RangeInclusive<Date>>,
        effects: &[Effect],
    ) -> Result<Self, Damaged> {
        let (mut wanted, mut near) = (Vec::new(), Vec::new());
        for part in parts {
            wanted.push(wanted_of(part, question)?);
            near.push(near_of(part, question)?);
        }
        let mut said = Vec::new();
        for effect in effects {
            for (nth, part) in parts.iter().enumerate() {
                let documents = holders(part, Attribute::Id, effect.id.as_str())?;
                said.extend(
                    documents
                        .iter()
                        .map(|document| (nth, document, effect.share, effect.guest)),
                );
            }
        }
        Ok(Self {
            sources,
            parts,
            question,
            days,
            wanted,
            near,
            said,
        })
    }

    fn is_of_kind(&self, part: usize, document: u32) -> bool {
        let kinds = &self.question.kinds;
        let kind = || {
            self.sources
                .kind_of(self.parts, part, document)
                .ok()
                .flatten()
        };
        kinds.is_empty() || kind().is_some_and(|kind| kinds.contains(&kind))
    }

    fn is_known(&self, part: usize, document: u32) -> bool {
        let Some(known) = &self.sources.known else {
            return false;
        };
        let id = self
            .sources
            .view_of(part)
            .and_then(|(_, view, nth)| view.id(nth, document).ok()?);
        id.is_some_and(|id| known.binary_search(&id).is_ok())
    }

    fn is_of_days(&self, part: usize, document: u32) -> bool {
        let Some(days) = &self.days else { return false };
        let facts = self.parts[part].segment.facts(document);
        facts.is_ok_and(|facts| {
            [facts.created, facts.updated]
                .into_iter()
                .flatten()
                .any(|day| days.contains(&day))
        })
    }

    fn nearness(&self, part: usize, document: u32) -> f64 {
        let near = self.near[part]
            .iter()
            .filter(|(members, _)| members.contains(document));
        near.map(|(_, gain)| *gain).fold(0.0, f64::max)
    }
}

impl Bias for Lens<'_> {
    fn wants(&self, part: usize, document: u32) -> bool {
        self.wanted[part]
            .as_ref()
            .is_none_or(|wanted| wanted.contains(document))
            && self.is_of_kind(part, document)
            && !self.is_known(part, document)
    }

    fn factors(&self, part: usize, document: u32) -> Vec<(Factor, f64)> {
        let nearness = self.nearness(part, document);
        let mut factors = Vec::new();
        factors.extend((nearness > 0.0).then_some((Factor::Near, 1.0 + nearness)));
        factors.extend(
            self.is_of_days(part, document)
                .then_some((Factor::Date, DATE)),
        );
        let said = self
            .said
            .iter()
            .filter(|said| (said.0, said.1) == (part, document));
        factors.extend(said.map(|said| (Factor::Feedback, said.2)));
        factors
    }

    fn guests(&self) -> Vec<(usize, u32, f64)> {
        let guests = self
            .said
            .iter()
            .filter_map(|&(part, document, _, share)| Some((part, document, share?)));
        guests
            .filter(|(part, document, _)| self.wants(*part, *document))
            .collect()
    }
}

/// The documents of a part that have every attribute that was asked for.
fn wanted_of(part: &Part<'_, Bytes>, question: &Question) -> Result<Option<Members>, Damaged> {
    let any = |attribute: Attribute, names: &[String]| -> Result<Option<Members>, Damaged> {
        let mut all: Option<Members> = None;
        for name in names {
            let found = holders(part, attribute, name)?;
            all = Some(all.map_or(found.clone(), |all| all.or(&found)));
        }
        Ok(all)
    };
    let mut lists = vec![
        any(Attribute::Status, &question.statuses)?,
        any(Attribute::Scope, &question.scopes)?,
    ];
    for tag in &question.tags {
        lists.push(Some(holders(part, Attribute::Tag, tag)?));
    }
    Ok(lists
        .into_iter()
        .flatten()
        .reduce(|all, more| all.and(&more)))
}

/// The documents of a part that are about the paths that were named, or about what lies near them.
fn near_of(part: &Part<'_, Bytes>, question: &Question) -> Result<Vec<(Members, f64)>, Damaged> {
    let mut near = Vec::new();
    if question.near.is_empty() {
        return Ok(near);
    }
    let paths: Vec<String> = question
        .near
        .iter()
        .map(|path| path.to_lowercase())
        .collect();
    for (spec, members) in values(part, Attribute::About)? {
        let share = paths
            .iter()
            .map(|path| nearness(&spec, path))
            .fold(0.0, f64::max);
        if share > 0.0 {
            near.push((members, ABOUT * share));
        }
    }
    for (scope, members) in values(part, Attribute::Scope)? {
        let holds = |path: &String| {
            path.strip_prefix(&scope)
                .is_some_and(|rest| rest.starts_with('/'))
        };
        if paths.iter().any(holds) {
            near.push((members, SCOPE));
        }
    }
    Ok(near)
}

/// How near a pathspec is to a path: 1 where it covers it, else the share of the path's folders
/// that both have.
fn nearness(spec: &str, path: &str) -> f64 {
    if pathspec::covers(spec, path) {
        return 1.0;
    }
    let folders = |path: &'_ str| path.split('/').map(str::to_owned).collect::<Vec<_>>();
    let (spec, path) = (folders(spec), folders(path));
    let shared = spec
        .iter()
        .zip(&path)
        .take_while(|(one, other)| one == other)
        .count();
    let whole = u32::try_from(path.len()).unwrap_or(u32::MAX);
    // What lies in the same folder is half as near.
    f64::from(u32::try_from(shared).unwrap_or(0)) / f64::from(whole.max(1)) / 2.0
}
