//! Reading the parents that the team's settings name.

use super::parents::{Parent, Parents};
use super::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_model::roots::{Root, Roots};
use git_memory_model::subscription::{ParentName, Subscription};
use git_memory_store::Memory;

impl Workspace {
    /// The parents that the team's settings of the work tree name and this clone has, those that
    /// they name first, then parents of parents.
    ///
    /// # Errors
    /// If settings or refs cannot be read.
    pub fn parents(&self) -> Result<&[Parent], Error> {
        if let Some(known) = self.parents.get() {
            return Ok(&known.all);
        }
        let found = self.find_parents()?;
        Ok(&self.parents.get_or_init(|| found).all)
    }

    /// One line for each parent that was asked for, and that this clone lacks or has at another
    /// commit.
    #[must_use]
    pub fn parents_missing(&self) -> &[String] {
        self.parents.get().map_or(&[], |known| &known.missing)
    }

    fn find_parents(&self) -> Result<Parents, Error> {
        let mut parents = Parents::default();
        // Most repositories have none: then nothing is looked up.
        let subscriptions = if self.store().has_work_tree() {
            self.team()?.subscriptions()
        } else {
            &[]
        };
        if subscriptions.is_empty() {
            return Ok(parents);
        }
        for (name, tip) in self.store().parents()? {
            let is_named = |it: &&Subscription| it.name.as_str() == name.first();
            if subscriptions.iter().any(|it| is_named(&it)) {
                parents.all.extend(self.parent(name, tip)?);
            }
        }
        parents.all.sort_by_key(|parent| parent.name.level());
        for wanted in subscriptions {
            let found = parents.all.iter().find(|it| it.name == wanted.name);
            let name = &wanted.name;
            parents.missing.extend(match found {
                None => Some(format!("the memory of '{name}' is not in this clone yet")),
                Some(found) if found.kept.commit != wanted.commit => Some(format!(
                    "the memory of '{name}' in this clone is not of the commit that is pinned"
                )),
                Some(_) => None,
            });
        }
        Ok(parents)
    }

    fn parent(&self, name: ParentName, tip: ObjectId) -> Result<Option<Parent>, Error> {
        let Some(kept) = self.store().kept_parent(tip)? else {
            return Ok(None);
        };
        let memory = name.with(kept.memory.as_str()).parse()?;
        let mut roots: Vec<Root> = Vec::new();
        for root in &kept.roots {
            let named = format!("{}={}", root.folder(), root.kind().name());
            roots.extend(name.with(&named).parse());
        }
        let roots = Roots::new(memory, roots);
        Ok(Some(Parent { name, kept, roots }))
    }

    /// The records of a parent, with the ids that they have here.
    pub fn memory_of_parent(&self, parent: &Parent) -> Result<Memory, Error> {
        let store = self.store();
        let files = store.parent_files(&parent.name, &parent.kept)?;
        let mut memory = store.memory_of_entries(files, &parent.roots)?;
        for record in memory.records.to_mut() {
            *record = record.of_parent(&parent.name);
        }
        Ok(memory)
    }
}
