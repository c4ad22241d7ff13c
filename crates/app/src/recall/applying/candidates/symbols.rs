//! Files that define a symbol which the text of a record names.

use std::collections::{BTreeMap, HashMap};

use super::{Bounds, Subject};
use crate::recall::applying::Applier;
use crate::recall::symbols;
use crate::workspace::Error;
use git_memory_model::evidence::applying::{MAYBE, of_symbol};
use git_memory_recall::DocumentRef;
use git_memory_store::TextFile;

/// Number of symbols that git looks for; with more of them, every file is read.
const SOUGHT: usize = 200;

impl Applier<'_> {
    pub(super) fn bound_symbols(
        &self,
        bounds: &mut Bounds,
        files: &[String],
        subjects: &BTreeMap<DocumentRef, Subject>,
    ) -> Result<(), Error> {
        let mut naming: HashMap<&str, Vec<&Subject>> = HashMap::new();
        for subject in subjects.values() {
            for name in symbols::distinctive(&subject.text) {
                naming.entry(name).or_default().push(subject);
            }
        }
        let mut weights: HashMap<&str, f64> = HashMap::new();
        for name in naming.keys() {
            let weight = of_symbol(self.holding(name)?.len(), 0);
            if weight >= MAYBE {
                weights.insert(name, weight);
            }
        }
        if weights.is_empty() {
            return Ok(());
        }
        let store = self.workspace.store();
        let memory = store.folder().as_str();
        let names: Vec<&str> = weights.keys().copied().collect();
        let having = if names.len() <= SOUGHT {
            store.files_matching(self.files, &names.join("|"), memory, &[])?
        } else {
            files.to_vec()
        };
        for path in having {
            let Ok(place) = files.binary_search(&path) else {
                continue;
            };
            let Ok(TextFile::Text(text)) = store.page(self.files, &path) else {
                continue;
            };
            let mut words = symbols::distinctive(&text).into_iter();
            if !words.any(|word| weights.contains_key(word)) {
                continue;
            }
            for defined in symbols::defined(self.workspace, self.files, &path, &text)? {
                let name = defined.name.as_str();
                if let Some(weight) = weights.get(name) {
                    let each = naming[name].iter();
                    each.for_each(|subject| bounds.add(subject, place, *weight));
                }
            }
        }
        Ok(())
    }
}
