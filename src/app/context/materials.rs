//! What a pack is made from beside records: one's own memory, the project's summary, the last
//! steps.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::user;
use crate::app::private::summary;
use crate::app::workspace::{Error, Workspace, sanitize};
use crate::domain::context::pack::Item;
use crate::domain::context::passable::{origin, passable, without_sections};
use crate::domain::context::retrieval::overview_path;
use crate::domain::layout::SUMMARY;
use crate::domain::path::MEMORY;
use crate::domain::private::EntryKind;
use crate::domain::secrets::{Clean, redact};
use crate::domain::text::first_paragraph;
use crate::store::{Seen, TextFile, View};

/// The sections of a summary that tell a reader nothing.
const BARE: [&str; 2] = ["Project id", "Last updated"];
/// So many steps are recent.
const STEPS: usize = 10;
/// The longest brief text of a step, in characters.
const BRIEF: usize = 300;

/// Passable texts without secrets, and what is wrong with what cannot be read, one line each.
#[derive(Debug, Default)]
pub(super) struct Materials {
    pub(super) user: Vec<Item>,
    pub(super) summary: Option<String>,
    pub(super) recent: Vec<Item>,
    pub(super) faults: Vec<Clean>,
}

impl Materials {
    /// Gathers them; a revision has no other than the summary.
    pub(super) fn gather(workspace: &Workspace, view: &View, seen: &Seen) -> Result<Self, Error> {
        let mut materials = Self::summary_alone(workspace, view)?;
        if *view == View::WorkTree {
            materials.look_around(workspace, seen)?;
            materials.add_user(workspace)?;
            materials.add_recent(workspace)?;
        }
        Ok(materials)
    }

    /// Gathers the summary.
    pub(super) fn summary_alone(workspace: &Workspace, view: &View) -> Result<Self, Error> {
        let mut materials = Self::default();
        match workspace.store().page(view, SUMMARY) {
            Ok(TextFile::Text(text)) => {
                let text = workspace
                    .guard()?
                    .redact(&without_sections(&passable(&text), &BARE));
                materials.summary = Some(text.into_string()).filter(|text| !text.is_empty());
            }
            Ok(TextFile::Unreadable(why)) => {
                materials.fault(&format!("{SUMMARY}: {why}, and is not read"));
            }
            Ok(TextFile::Missing) => {}
            Err(error) => materials.fault(&error.to_string()),
        }
        Ok(materials)
    }

    /// The summary as an item.
    pub(super) fn summary_item(&self) -> Option<Item> {
        let full = self.summary.clone()?;
        Some(Item {
            origin: origin(&[("path", SUMMARY)]),
            full: Some(full),
            ..Item::default()
        })
    }

    /// Names what stands where a page should, though nothing of that page goes into a pack; and
    /// memory that is not there.
    fn look_around(&mut self, workspace: &Workspace, seen: &Seen) -> Result<(), Error> {
        if let Err(error @ Error::NotCheckedOut) = workspace.must_have_memory() {
            self.fault(&error.to_string());
        }
        let top = workspace.repo.work_tree()?;
        for path in seen
            .folders
            .iter()
            .map(String::as_str)
            .chain([MEMORY])
            .map(overview_path)
            .collect::<BTreeSet<_>>()
        {
            if std::fs::symlink_metadata(top.join(&path)).is_ok_and(|meta| !meta.is_file()) {
                self.fault(&format!("{path}: it is no regular file, and is not read"));
            }
        }
        Ok(())
    }

    fn fault(&mut self, what: &str) {
        self.faults.push(redact(what));
    }

    /// The index and the rules; topics are told by the index.
    fn add_user(&mut self, workspace: &Workspace) -> Result<(), Error> {
        let found = match user::store(workspace.invocation()) {
            Ok(store) => store.list(),
            // Without a home there is nothing of one's own.
            Err(_) => return Ok(()),
        };
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                self.fault(&error.to_string());
                return Ok(());
            }
        };
        found
            .odd
            .iter()
            .for_each(|name| self.fault(&format!("{name}: it is no file of user memory")));
        for path in found.files {
            let name = path.to_string();
            if name != "MEMORY.md" && !name.starts_with("rules/") {
                continue;
            }
            match user::read(user::At::Repository(workspace), Some(&name)) {
                Ok(text) => {
                    let full =
                        sanitize::whole(workspace.guard()?, text.as_deref().unwrap_or_default())
                            .into_string();
                    if !full.is_empty() {
                        let (origin, order) = (
                            origin(&[("user", &name)]),
                            (
                                i64::try_from(self.user.len()).unwrap_or(i64::MAX),
                                String::new(),
                            ),
                        );
                        self.user.push(Item {
                            origin,
                            order,
                            full: Some(full),
                            ..Item::default()
                        });
                    }
                }
                Err(error) => self.fault(&error.to_string()),
            }
        }
        Ok(())
    }

    /// The last steps of this branch, the newest first.
    fn add_recent(&mut self, workspace: &Workspace) -> Result<(), Error> {
        let mut age = 0;
        let guard = workspace.guard()?;
        summary::each(workspace, |logged| {
            let entry = &logged.entry;
            if matches!(entry.kind, EntryKind::Summary | EntryKind::Compaction) {
                let (id, at) = (logged.id(), i64::to_string(&age));
                let mut parts = vec![("step", id.as_str())];
                parts.extend(entry.status.map(|status| ("status", status.name())));
                parts.push(("age", &at));
                let brief =
                    sanitize::title_line(guard, &entry.title, &first_paragraph(&entry.body), BRIEF);
                self.recent.push(Item {
                    origin: origin(&parts),
                    order: (age, String::new()),
                    brief: brief.into_string(),
                    full: None,
                });
            }
            age += 1;
            if self.recent.len() < STEPS {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })
    }
}
