//! References between decisions from elsewhere, as links between records of ours.

use std::collections::HashSet;

use super::arrival::Arrival;
use super::targets::Targets;
use git_memory_import::adr::Reference;
use git_memory_model::kind::Lifecycle;
use git_memory_model::record::RecordId;
use git_memory_model::record::draft::Draft;

/// A record and the one that it supersedes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Supersession {
    pub(crate) new: RecordId,
    pub(crate) old: RecordId,
}

/// Turns the references of new records into links, among them and to records of earlier imports.
/// Supersession is known at both ends, or not at all: what two records claim of each other is left
/// out. Gives every supersession.
pub(crate) fn link(targets: &Targets, arrivals: &mut [Arrival]) -> Vec<Supersession> {
    let mut pairs: Vec<Supersession> = Vec::new();
    let mut related: Vec<Vec<RecordId>> = Vec::new();
    for arrival in &*arrivals {
        let own = &arrival.draft.id;
        let mut mentioned = Vec::new();
        for old in ids(targets, &arrival.adr.supersedes, arrival) {
            let new = own.clone();
            // A proposed or rejected decision has replaced nothing.
            if is_decided(arrival) {
                pairs.push(Supersession { new, old });
            } else {
                mentioned.push(old);
            }
        }
        for new in ids(targets, &arrival.adr.superseded_by, arrival) {
            let old = own.clone();
            pairs.push(Supersession { new, old });
        }
        mentioned.extend(ids(targets, &arrival.adr.related, arrival));
        related.push(mentioned);
    }
    // Both files of a pair may claim it.
    pairs.sort();
    pairs.dedup();
    let claimed = pairs.clone();
    pairs.retain(|pair| {
        let reverse = Supersession {
            new: pair.old.clone(),
            old: pair.new.clone(),
        };
        !claimed.contains(&reverse)
    });
    for (arrival, related) in arrivals.iter_mut().zip(related) {
        put_links(&mut arrival.draft, &pairs, related);
    }
    pairs
}

/// True if the decision was made, whatever its status is now.
fn is_decided(arrival: &Arrival) -> bool {
    let lifecycle = Lifecycle::of(Some(arrival.draft.kind), &arrival.draft.status);
    !matches!(lifecycle, Lifecycle::Proposed | Lifecycle::Dropped)
}

/// The records that some references of a file mean, without its own.
fn ids(targets: &Targets, references: &[Reference], arrival: &Arrival) -> Vec<RecordId> {
    let mut ids = Vec::new();
    for reference in references {
        if let Some(target) = targets.get(reference, &arrival.origin)
            && target.id != arrival.draft.id
        {
            ids.push(target.id.clone());
        }
    }
    ids
}

fn put_links(draft: &mut Draft, pairs: &[Supersession], related: Vec<RecordId>) {
    for pair in pairs {
        if pair.new == draft.id {
            draft.supersedes.push(pair.old.clone());
        }
        if pair.old == draft.id {
            draft.superseded_by.push(pair.new.clone());
            if let Some(status) = draft.kind.status_for(Lifecycle::Superseded) {
                status.clone_into(&mut draft.status);
            }
        }
    }
    let mut named: HashSet<RecordId> = HashSet::new();
    named.extend(draft.supersedes.iter().cloned());
    named.extend(draft.superseded_by.iter().cloned());
    for id in related {
        if named.insert(id.clone()) {
            draft.related.push(id);
        }
    }
}
