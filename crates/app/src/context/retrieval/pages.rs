//! Pages beside records: descriptions of folders, and the skills of agents. Each is read as far as
//! possible; faults are reported.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::workspace::{Error, Workspace, sanitize};
use git_memory_guard::{Clean, Guard};
use git_memory_model::context::page::Page;
use git_memory_model::context::retrieval::{Overview, Skill, overview_path};
use git_memory_model::context::sanitize::sanitized;
use git_memory_model::layout;
use git_memory_model::layout::{SKILLS, SKILLS_OF_WORKSPACES};
use git_memory_store::{AtPath, Error as StoreError, Store, TextFile, View};
use git_memory_text::one_line;
use git_memory_text::path::{MemoryFolder, folder};

/// The longest name and description, in characters.
const LINE: usize = 500;
/// Folders in which agents look for skills, one folder each.
const SKILL_FOLDERS: [&str; 2] = [".claude/skills", ".agents/skills"];

/// The overview of a folder.
#[derive(Debug, Serialize)]
pub(crate) struct FolderPage {
    /// The folder's own description; scope and topic are empty.
    pub(crate) overview: Overview,
    /// Its working text, where it has any.
    pub(crate) text: Option<Clean>,
}

/// The pages of a view.
pub(crate) struct Pages<'a> {
    store: Store<'a>,
    view: &'a View,
    guard: &'a Guard,
    /// Faults, one line each.
    pub(crate) faults: Vec<Clean>,
}

impl<'a> Pages<'a> {
    pub(crate) fn of(workspace: &'a Workspace, view: &'a View) -> Result<Self, Error> {
        Ok(Self {
            store: workspace.store(),
            view,
            guard: workspace.guard()?,
            faults: Vec::new(),
        })
    }

    /// A text as it may be passed on.
    pub(crate) fn clean(&self, text: &str) -> Clean {
        sanitize::whole(self.guard, text)
    }

    /// Returns a text as one line that may be passed on.
    pub(crate) fn clean_line(&self, text: &str) -> Clean {
        sanitize::line(self.guard, text, LINE)
    }

    /// Returns one line of a text that has passed the guard's rules: if nothing is cut from it, the
    /// rules need not see it again.
    pub(crate) fn clean_again(&self, text: &Clean) -> Clean {
        // Most lines are clean, and the rules cost more than everything else here.
        let is_kept = one_line(&sanitized(text), LINE) == text.as_str();
        if is_kept {
            self.guard.redact_beyond_rules(text)
        } else {
            self.clean_line(text)
        }
    }

    /// A working text: at most two pages of it.
    pub(crate) fn working_text(&self, text: &str) -> Clean {
        sanitize::page(self.guard, text)
    }

    fn fault(&mut self, path: &str, what: &str) {
        let line = self.clean_line(&format!("{path}: {what}"));
        self.faults.push(line);
    }

    fn faults_of(&mut self, path: &str, page: &Page) {
        for fault in &page.faults {
            self.fault(path, fault);
        }
    }

    /// The text of a file; `None` if it is missing or unreadable.
    fn text(&mut self, path: &str, read: Result<TextFile, StoreError>) -> Option<String> {
        match read {
            Ok(TextFile::Text(text)) => return Some(text),
            Ok(TextFile::Unreadable(why)) => self.fault(path, &format!("{why}, and is not read")),
            Ok(TextFile::Missing) => {}
            Err(error) => self.fault(path, &error.to_string()),
        }
        None
    }

    fn read(&mut self, path: &str) -> Option<String> {
        let read = self.store.page(self.view, path);
        self.text(path, read)
    }

    /// The overviews of those of some folders that have one, by folder.
    pub(crate) fn overviews<'f>(
        &mut self,
        folders: impl Iterator<Item = &'f String>,
    ) -> BTreeMap<String, FolderPage> {
        let paths: Vec<String> = folders.map(|folder| overview_path(folder)).collect();
        let all = paths.iter().map(String::as_str);
        let readable = match self.view {
            View::WorkTree => self.store.readable(all),
            View::Index | View::Revision(_) => Ok(all.collect()),
        };
        let readable = match readable {
            Ok(readable) => readable,
            Err(error) => {
                self.fault(self.store.folder().as_str(), &error.to_string());
                return BTreeMap::new();
            }
        };
        let mut overviews = BTreeMap::new();
        for path in readable {
            if let Some(overview) = self.overview(path) {
                overviews.insert(folder(path).to_owned(), overview);
            }
        }
        overviews
    }

    fn overview(&mut self, path: &str) -> Option<FolderPage> {
        let mut page = Page::parse(&self.read(path)?);
        let name = page.text("name").or_else(|| page.text("title"));
        // A page comes with a pull request, so none of its values is passed on as it is.
        let overview = Overview {
            name: name.map(|name| self.clean_line(&name)),
            description: page.text("description").map(|text| self.clean_line(&text)),
            tags: self.clean_lines(&page.texts("tags")),
            folder_structure: page.text("folder_structure").map(|text| self.clean(&text)),
            status_values: self.clean_lines(&page.texts("status_values")),
            category_values: self.clean_lines(&page.texts("category_values")),
            tag_values: self.clean_lines(&page.texts("tag_values")),
            path: self.clean_line(path),
            ..Overview::default()
        };
        self.faults_of(path, &page);
        let text = self.working_text(&page.body);
        Some(FolderPage {
            overview,
            text: Some(text).filter(|text| !text.is_empty()),
        })
    }

    fn clean_lines(&self, texts: &[String]) -> Vec<Clean> {
        texts.iter().map(|text| self.clean_line(text)).collect()
    }

    /// The skills: those of the team's list first, then those in the agents' folders; each name
    /// once.
    pub(crate) fn skills(&mut self) -> Vec<Skill> {
        let mut skills = self.listed_skills();
        for folder in SKILL_FOLDERS {
            let names = match self.store.names(self.view, folder) {
                Ok(names) => names,
                Err(error) => {
                    self.fault(folder, &error.to_string());
                    continue;
                }
            };
            for name in names {
                let path = format!("{folder}/{name}/SKILL.md");
                if let Some(text) = self.skill_text(&path) {
                    let mut page = Page::parse(&text);
                    skills.push(self.skill(&mut page, &name, &path));
                    self.faults_of(&path, &page);
                }
            }
        }
        // The list of the team wins over what lies in a folder.
        let mut seen = BTreeSet::new();
        skills.retain(|skill| seen.insert(skill.name.clone()));
        skills
    }

    /// The text of a skill. Agents' folders are often links to each other; none may lead outside,
    /// into git's own folder, or to what is private.
    fn skill_text(&mut self, path: &str) -> Option<String> {
        // A revision's links are not followed at all.
        let files = match self.view {
            View::WorkTree => self.store.work_files(),
            View::Index | View::Revision(_) => return self.read(path),
        };
        let files = match files {
            Ok(files) => files,
            Err(error) => return self.text(path, Err(error)),
        };
        // A folder of an agent contains other things than skills: a missing one is not a fault.
        if files.find(path).is_ok_and(|at| at == AtPath::Nothing) {
            return None;
        }
        match files.resolved(path) {
            Some(file) if may_be_read(self.store.folder(), &file) => {
                let read = files.text(&file);
                self.text(path, read)
            }
            _ => {
                self.fault(path, "it leads out of what may be read");
                None
            }
        }
    }

    fn listed_skills(&mut self) -> Vec<Skill> {
        let mut skills = Vec::new();
        let own = match self.store.folder_at(self.view) {
            Ok(folder) => folder.join(SKILLS),
            Err(error) => {
                self.fault(SKILLS, &error.to_string());
                return Vec::new();
            }
        };
        for path in [own.as_str(), SKILLS_OF_WORKSPACES] {
            if let Some(text) = self.read(path) {
                skills.extend(self.skills_in(path, &text));
            }
        }
        skills
    }

    fn skills_in(&mut self, path: &str, text: &str) -> Vec<Skill> {
        let mut page = Page::of_list(text, "skills");
        let mut skills = Vec::new();
        for mut listed in page.pages("skills") {
            match (listed.text("name"), listed.text("skill_path")) {
                (Some(name), Some(file)) => skills.push(self.skill(&mut listed, &name, &file)),
                _ => page
                    .faults
                    .push("a skill without 'name' or 'skill_path' is left out".to_owned()),
            }
        }
        self.faults_of(path, &page);
        skills
    }

    /// A skill as its page describes it; `name` is its folder's, where the page has none.
    fn skill(&self, page: &mut Page, name: &str, path: &str) -> Skill {
        let name = match page.text("name") {
            Some(own) => self.clean_line(&own),
            None => self.clean_line(name),
        };
        let description = match page.text("description") {
            Some(text) => self.clean_line(&text),
            None => Clean::default(),
        };
        Skill {
            name,
            description,
            path: self.clean_line(path),
        }
    }
}

/// True if a file of the work tree is neither private nor git's own.
fn may_be_read(memory: &MemoryFolder, path: &str) -> bool {
    let is_private = memory.below(path).is_some_and(layout::is_private);
    !is_private && path.split('/').all(|part| part != ".git")
}
