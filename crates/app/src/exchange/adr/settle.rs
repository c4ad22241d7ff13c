//! Joining what was read: links, paths, and the changes that are made of it all.

use std::collections::{BTreeMap, HashMap};

use super::arrival::Arrival;
use super::cited::{cited, numbered};
use super::draft::fact;
use super::import::Import;
use super::leading::Place;
use super::links::link;
use super::paths::Tree;
use super::phase::{Phase, Progress};
use super::report::{AdrOutcome, Fate};
use super::targets::targets;
use super::update;
use crate::records::admit::{Admitted, admissible, admitted};
use crate::records::patch::patched;
use crate::workspace::Error;
use git_memory_import::links::Links;
use git_memory_model::form::targets::Targets;
use git_memory_model::keys;
use git_memory_model::kind::Lifecycle;
use git_memory_model::record::patch::Field;
use git_memory_model::record::{Name, Reading, Record, RecordId};
use git_memory_store::write::Change;

impl Import<'_> {
    /// Joins the drafts and makes their texts. Whatever cannot be written drops out, and then
    /// nothing may name it: so it is done again until every one stays.
    pub(crate) fn settle(&mut self, progress: Progress) -> Result<Vec<Change>, Error> {
        let is_here = self.arrivals.iter().any(|arrival| arrival.is_here);
        let tree = if is_here {
            Some(Tree::of(self.workspace, &self.arrivals)?)
        } else {
            None
        };
        let cited = match &tree {
            Some(tree) if self.request.infers_paths => cited(self.workspace, &self.arrivals, tree)?,
            _ => HashMap::new(),
        };
        loop {
            let old: Vec<&Record> = self
                .old
                .iter()
                .filter(|record| record.header.scope == self.request.scope)
                .collect();
            let targets = targets(&old, &self.arrivals);
            let all = self.arrivals.len();
            for (nth, arrival) in self.arrivals.iter_mut().enumerate() {
                progress(Phase::Link, nth, all);
                join(arrival, &targets, tree.as_ref(), &cited);
            }
            let pairs = link(&targets, &mut self.arrivals);
            let mut changes = Vec::new();
            let mut failed = Vec::new();
            for (nth, arrival) in self.arrivals.iter().enumerate() {
                progress(Phase::Check, nth, all);
                match self.change(arrival) {
                    Ok((change, reading)) => {
                        self.read.insert(arrival.path.clone(), reading);
                        changes.push(change);
                    }
                    Err(error) => failed.push((nth, Fate::failed(error))),
                }
            }
            if failed.is_empty() {
                let mut replaced: BTreeMap<RecordId, Vec<RecordId>> = BTreeMap::new();
                for pair in pairs {
                    replaced.entry(pair.old).or_default().push(pair.new);
                }
                changes.extend(self.changes_of_old_records(&replaced)?);
                self.report();
                return Ok(changes);
            }
            for (nth, fate) in failed.into_iter().rev() {
                let arrival = self.arrivals.remove(nth);
                self.outcomes.push(AdrOutcome {
                    file: arrival.shown,
                    fate,
                    notes: arrival.notes,
                });
            }
        }
    }

    /// Returns the change for a file, and the reading of its text.
    fn change(&self, arrival: &Arrival) -> Result<(Change, Reading), Error> {
        let Arrival { draft, path, .. } = arrival;
        let text = draft.text();
        let Some(before) = &arrival.before else {
            let Admitted { text, reading } = admitted(self.workspace, path, &draft.id, &text)?;
            return Ok((Change::Create(path.clone(), text), reading));
        };
        let bytes = self.workspace.read(path)?;
        let text = update::merged(path, &bytes, before, &text)?;
        let Admitted { text, reading } = admitted(self.workspace, path, &draft.id, &text)?;
        Ok((Change::Replace(path.clone(), bytes, text), reading))
    }

    fn report(&mut self) {
        for arrival in &self.arrivals {
            let fact = fact(
                &arrival.draft,
                &arrival.path,
                &arrival.adr,
                arrival.created.source,
            );
            let fate = if arrival.before.is_some() {
                Fate::Updated(fact)
            } else {
                Fate::Taken(fact)
            };
            self.outcomes.push(AdrOutcome {
                file: arrival.shown.clone(),
                fate,
                notes: arrival.notes.clone(),
            });
        }
    }

    /// The changes of records from an earlier import that new ones supersede.
    fn changes_of_old_records(
        &self,
        replaced: &BTreeMap<RecordId, Vec<RecordId>>,
    ) -> Result<Vec<Change>, Error> {
        let mut changes = Vec::new();
        for record in self.old {
            let Some(id) = record.id() else { continue };
            let is_arriving = self.arrivals.iter().any(|arrival| arrival.draft.id == *id);
            let Some(new) = replaced.get(id).filter(|_| !is_arriving) else {
                continue;
            };
            let mut by = record.header.superseded_by.clone();
            for id in new {
                let name = Name::Id(id.clone());
                if !by.contains(&name) {
                    by.push(name);
                }
            }
            if by == record.header.superseded_by {
                continue;
            }
            let status = match id
                .kind()
                .and_then(|kind| kind.status_for(Lifecycle::Superseded))
            {
                Some(status) => status.to_owned(),
                None => record.header.status.to_string(),
            };
            let fields = [
                (keys::STATUS.name, Field::Word(status)),
                (
                    keys::SUPERSEDED_BY.name,
                    Field::List(by.iter().map(ToString::to_string).collect()),
                ),
                (
                    keys::UPDATED.name,
                    Field::Word(self.workspace.today().to_string()),
                ),
            ];
            let bytes = self.workspace.read(&record.path)?;
            let text = patched(&record.path, &bytes, &fields)?;
            let clean = admissible(self.workspace, &record.path, id, &text)?;
            changes.push(Change::Replace(record.path.clone(), bytes, clean));
        }
        Ok(changes)
    }
}

/// Gives a draft its text, with links that lead where they led, and its paths.
fn join(
    arrival: &mut Arrival,
    targets: &Targets,
    tree: Option<&Tree>,
    cited: &HashMap<String, Vec<String>>,
) {
    let tree = tree.filter(|_| arrival.is_here);
    let place = Place {
        targets,
        tree,
        origin: &arrival.origin,
        path: &arrival.path,
        label: numbered(&arrival.adr).map(|(_, label)| label),
    };
    let draft = &mut arrival.draft;
    draft.supersedes.clear();
    draft.superseded_by.clear();
    draft.related.clear();
    draft.body = arrival.links.rewritten(&arrival.adr.body, &place);
    if let Some(tree) = tree {
        draft.paths = tree.named(arrival.links.named(), &arrival.origin);
    }
    if let Some(before) = &mut arrival.before {
        let links = Links::of(&before.body);
        before.body = links.rewritten(&before.body, &place);
        if let Some(tree) = tree {
            before.paths = tree.named(links.named(), &arrival.origin);
        }
    }
    let found = numbered(&arrival.adr).and_then(|(name, _)| cited.get(name));
    if let (Some(tree), Some(found)) = (tree, found) {
        for path in tree.tracked(found) {
            if !arrival.draft.paths.contains(path) {
                arrival.draft.paths.push(path.clone());
            }
        }
    }
}
