//! What a pack is made from beside records: one's own memory, the project's summary, the last steps.

use std::ops::ControlFlow;

use crate::app::{Desk, Error, summary, user};
use crate::domain::context::pack::Item;
use crate::domain::context::passable::{brief, passable, without_sections};
use crate::domain::layout::{RECORD_LIMIT, SUMMARY};
use crate::domain::private::EntryKind;
use crate::domain::secrets::{Clean, redact};
use crate::domain::text::first_paragraph;
use crate::store::View;

/// So many steps are recent.
const STEPS: usize = 10;
/// The longest brief text of a step, in characters.
const BRIEF: usize = 300;

/// The sections of a summary that tell a reader nothing.
const BARE: [&str; 2] = ["Project id", "Last updated"];

/// Passable texts without secrets, and what is wrong with what cannot be read.
#[derive(Debug, Default)]
pub(super) struct Materials {
    pub(super) user: Vec<Item>,
    pub(super) summary: Vec<Item>,
    pub(super) recent: Vec<Item>,
    pub(super) faults: Vec<Clean>,
}

impl Materials {
    /// Gathers them; a revision has no other than the summary.
    pub(super) fn gather(desk: &Desk, view: &View) -> Result<Self, Error> {
        let mut materials = Self::default();
        materials.add_summary(desk, view)?;
        if *view == View::WorkTree {
            materials.add_user(desk)?;
            materials.add_recent(desk)?;
        }
        Ok(materials)
    }

    /// The summary of a view; without a text where there is none.
    pub(super) fn summary_of(desk: &Desk, view: &View) -> Result<Item, Error> {
        let mut materials = Self::default();
        materials.add_summary(desk, view)?;
        Ok(materials.summary.pop().unwrap_or_default())
    }

    fn add_summary(&mut self, desk: &Desk, view: &View) -> Result<(), Error> {
        let bytes = match view {
            View::Revision(revision) => {
                let blob = desk.repo.file(desk.repo.resolve(revision)?, SUMMARY)?;
                blob.map(|blob| desk.repo.blob(blob)).transpose()?
            }
            _ => self.file(desk, SUMMARY)?,
        };
        let page = passable(&String::from_utf8_lossy(&bytes.unwrap_or_default()));
        let page = desk.guard()?.redact(&without_sections(&page, &BARE)).into_string();
        if !page.is_empty() {
            self.summary.push(Item { origin: format!("path={SUMMARY}"), full: Some(page), ..Item::default() });
        }
        Ok(())
    }

    /// The bytes of a page of the work tree; `None` where there is none that can be read.
    fn file(&mut self, desk: &Desk, path: &str) -> Result<Option<Vec<u8>>, Error> {
        let file = desk.repo.work_tree()?.join(path);
        let Ok(meta) = std::fs::symlink_metadata(&file) else { return Ok(None) };
        let why = if !meta.is_file() {
            "it is no regular file and is not read".to_owned()
        } else if meta.len() > RECORD_LIMIT {
            "the file is larger than 1 MiB and is not read".to_owned()
        } else {
            match std::fs::read(&file) {
                Ok(bytes) => return Ok(Some(bytes)),
                Err(error) => error.to_string(),
            }
        };
        self.faults.push(redact(&format!("{path}: {why}")));
        Ok(None)
    }

    /// The index and the rules; topics are told by the index.
    fn add_user(&mut self, desk: &Desk) -> Result<(), Error> {
        let Ok(found) = user::store().and_then(|store| Ok(store.list()?)) else { return Ok(()) };
        self.faults.extend(found.odd.iter().map(|name| redact(&format!("{name}: it is no file of user memory"))));
        for path in found.files {
            let name = path.to_string();
            if name != "MEMORY.md" && !name.starts_with("rules/") {
                continue;
            }
            match user::read(Some(desk), Some(&name)) {
                Ok(text) => {
                    let page = passable(text.as_deref().unwrap_or_default());
                    let page = desk.guard()?.redact(&page).into_string();
                    let full = Some(page).filter(|page| !page.is_empty());
                    self.user.extend(full.map(|full| Item {
                        origin: format!("user={name}"),
                        order: format!("{:03}", self.user.len()),
                        full: Some(full),
                        ..Item::default()
                    }));
                }
                Err(error) => self.faults.push(redact(&error.to_string())),
            }
        }
        Ok(())
    }

    /// The last steps of this branch, the newest first.
    fn add_recent(&mut self, desk: &Desk) -> Result<(), Error> {
        let mut age = 0;
        let guard = desk.guard()?;
        summary::each(desk, |logged| {
            let entry = &logged.entry;
            if matches!(entry.kind, EntryKind::Summary | EntryKind::Compaction) {
                let status = entry.status.map(|status| format!(" status={}", status.name())).unwrap_or_default();
                self.recent.push(Item {
                    origin: format!("private={}{status} age={age}", logged.id()),
                    order: format!("{age:03}"),
                    brief: guard.redact(&brief(&entry.title, &first_paragraph(&entry.body), BRIEF)).into_string(),
                    full: None,
                });
            }
            age += 1;
            if self.recent.len() < STEPS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
    }
}
