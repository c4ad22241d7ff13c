//! Records that a text from elsewhere names.

use git_memory_model::form::reference::Reference;
use git_memory_model::form::targets::Targets;
use git_memory_model::record::ties::target_of;
use git_memory_model::record::{Name, Record};

/// The targets of the texts of an import: records, and documents outside of memory. A page below
/// memory has no id by which a record could name it.
pub(crate) fn targets(records: &[Record]) -> Targets {
    let named = records
        .iter()
        .filter(|it| !it.is_page() || it.is_document());
    Targets::new(named.map(target_of))
}

/// The records that some references of the text at `origin` mean.
pub(crate) fn named(targets: &Targets, references: &[Reference], origin: &str) -> Vec<Name> {
    let mut names = Vec::new();
    for reference in references {
        if let Some(target) = targets.get(reference, origin)
            && target.origin != origin
            && !names.contains(&target.name)
        {
            names.push(target.name.clone());
        }
    }
    names
}
