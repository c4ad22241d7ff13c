//! Records that a text from elsewhere names.

use git_memory_model::form::reference::Reference;
use git_memory_model::form::targets::Targets;
use git_memory_model::record::Name;
use git_memory_text::path::MemoryFolder;

/// The records, and documents outside of memory, that some references of the text at `origin` mean.
/// A page below memory has no id by which a record could name it.
pub(crate) fn named(
    memory: &MemoryFolder,
    targets: &Targets,
    references: &[Reference],
    origin: &str,
) -> Vec<Name> {
    let mut names = Vec::new();
    for reference in references {
        if let Some(target) = targets.get(reference, origin)
            && (target.name.id().is_some() || memory.below(target.path.as_str()).is_none())
            && target.origin != origin
            && !names.contains(&target.name)
        {
            names.push(target.name.clone());
        }
    }
    names
}
