//! The records that a reference from one decision to another may mean: those that this import or an
//! earlier one makes.

use super::arrival::Arrival;
use super::cited::numbered;
use git_memory_model::form::targets::{Target, Targets, number_at};
use git_memory_model::record::ties::label_of_alias;
use git_memory_model::record::{Name, Record};

/// The new records, and those of earlier imports.
pub(crate) fn targets(old: &[&Record], arrivals: &[Arrival]) -> Targets {
    let mut targets = Vec::new();
    for arrival in arrivals {
        targets.push(Target {
            name: Name::Id(arrival.draft.id.clone()),
            path: arrival.path.clone(),
            origin: arrival.origin.clone(),
            label: numbered(&arrival.adr).map(|(_, label)| label.to_owned()),
            number: arrival.adr.number,
            title: arrival.draft.title.clone(),
        });
    }
    for record in old {
        let (Some(from), Some(id)) = (&record.header.imported_from, record.id()) else {
            continue;
        };
        // One that is updated is among the arrivals.
        if arrivals.iter().any(|arrival| arrival.draft.id == *id) {
            continue;
        }
        targets.push(Target {
            name: record.header.id.clone(),
            path: record.path.clone(),
            origin: from.to_string(),
            label: label_of_alias(record),
            number: number_at(from.as_str()),
            title: record.header.title.to_string(),
        });
    }
    Targets::new(targets)
}
