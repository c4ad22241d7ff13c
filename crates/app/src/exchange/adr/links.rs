//! References between decisions from elsewhere, as links between records of ours.

use super::arrival::Arrival;
use git_memory_import::adr::Reference;
use git_memory_model::form::links::{Claims, Supersession, joined};
use git_memory_model::form::targets::Targets;
use git_memory_model::kind::Lifecycle;
use git_memory_model::record::{Name, RecordId};

/// Turns the references of new records into links, among them and to records of earlier imports.
/// Gives every supersession.
pub(crate) fn link(targets: &Targets, arrivals: &mut [Arrival]) -> Vec<Supersession<RecordId>> {
    let mut claims = Vec::new();
    for arrival in &*arrivals {
        claims.push(Claims {
            own: arrival.draft.id.clone(),
            is_decided: is_decided(arrival),
            supersedes: ids(targets, &arrival.adr.supersedes, arrival),
            superseded_by: ids(targets, &arrival.adr.superseded_by, arrival),
            related: ids(targets, &arrival.adr.related, arrival),
        });
    }
    let joined = joined(claims);
    for (arrival, related) in arrivals.iter_mut().zip(joined.related) {
        let draft = &mut arrival.draft;
        draft.related = related.into_iter().map(Name::Id).collect();
        for pair in &joined.pairs {
            if pair.new == draft.id {
                draft.supersedes.push(Name::Id(pair.old.clone()));
            }
            if pair.old == draft.id {
                draft.superseded_by.push(pair.new.clone());
                if let Some(status) = draft.kind.status_for(Lifecycle::Superseded) {
                    status.clone_into(&mut draft.status);
                }
            }
        }
    }
    joined.pairs
}

/// True if the decision was made, whatever its status is now.
fn is_decided(arrival: &Arrival) -> bool {
    let lifecycle = Lifecycle::of(Some(arrival.draft.kind), &arrival.draft.status);
    !matches!(lifecycle, Lifecycle::Proposed | Lifecycle::Dropped)
}

/// The records that some references of a file mean.
fn ids(targets: &Targets, references: &[Reference], arrival: &Arrival) -> Vec<RecordId> {
    let mut ids = Vec::new();
    for reference in references {
        let target = targets.get(reference, &arrival.origin);
        ids.extend(target.and_then(|target| target.name.id()).cloned());
    }
    ids
}
