//! Pages beside records: what folders say of themselves, and the skills of agents. Whatever stands
//! there is read as far as it goes; what is wrong is named.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::app::workspace::{Error, Workspace, sanitize};
use crate::domain::context::page::Page;
use crate::domain::context::passable::passable;
use crate::domain::context::retrieval::{Overview, Skill, overview_path};
use crate::domain::layout;
use crate::domain::layout::SKILLS;
use crate::domain::secrets::{Clean, Guard};
use crate::domain::text::one_line;
use crate::store::{TextFile, text_file};

/// The longest name and description, in characters.
const LINE: usize = 500;
/// Where agents look for skills, one folder each.
const SKILL_FOLDERS: [&str; 2] = [".claude/skills", ".agents/skills"];

/// What an overview says.
#[derive(Debug)]
pub(super) struct Told {
    /// Of itself.
    pub(super) overview: Overview,
    /// Its working text, where it has any.
    pub(super) text: Option<Clean>,
}

/// The pages of a work tree.
pub(super) struct Pages<'a> {
    top: &'a Path,
    guard: &'a Guard,
    /// What is wrong, one line each.
    pub(super) faults: Vec<Clean>,
}

impl<'a> Pages<'a> {
    pub(super) fn of(workspace: &'a Workspace) -> Result<Self, Error> {
        Ok(Self {
            top: workspace.repo.work_tree()?,
            guard: workspace.guard()?,
            faults: Vec::new(),
        })
    }

    /// A text as it may be passed on.
    pub(super) fn clean(&self, text: &str) -> Clean {
        sanitize::whole(self.guard, text)
    }

    /// The same on one line.
    pub(super) fn clean_line(&self, text: &str) -> Clean {
        sanitize::line(self.guard, text, LINE)
    }

    /// The same of a text that the guard's rules have passed: where nothing is taken out of it,
    /// they need not see it again.
    pub(super) fn clean_again(&self, text: &Clean) -> Clean {
        let is_kept = one_line(&passable(text), LINE) == text.as_str();
        if is_kept {
            self.guard.redact_beyond_rules(text)
        } else {
            self.clean_line(text)
        }
    }

    /// A working text: at most two pages of it.
    pub(super) fn working_text(&self, text: &str) -> Clean {
        sanitize::page(self.guard, text)
    }

    pub(super) fn fault(&mut self, path: &str, what: &str) {
        self.faults
            .push(self.clean_line(&format!("{path}: {what}")));
    }

    /// The text of a file; `None` where there is none that can be read.
    fn read(&mut self, path: &str, file: &Path) -> Option<String> {
        match text_file(file) {
            Ok(TextFile::Text(text)) => return Some(text),
            Ok(TextFile::Unreadable(why)) => self.fault(path, &format!("{why}, and is not read")),
            Ok(TextFile::Missing) => {}
            Err(error) => self.fault(path, &error.to_string()),
        }
        None
    }

    /// The overviews of some folders, by folder; scope and topic are left open.
    pub(super) fn overviews<'f>(
        &mut self,
        folders: impl Iterator<Item = &'f String>,
    ) -> BTreeMap<String, Told> {
        folders
            .filter_map(|folder| Some((folder.clone(), self.overview(folder)?)))
            .collect()
    }

    fn overview(&mut self, folder: &str) -> Option<Told> {
        let path = overview_path(folder);
        let mut page = Page::parse(&self.read(&path, &self.top.join(&path))?);
        let name = page.text("name").or_else(|| page.text("title"));
        let texts = |page: &mut Page, key: &str| {
            page.texts(key)
                .iter()
                .map(|text| self.clean_line(text))
                .collect()
        };
        let overview = Overview {
            name: name.map(|name| self.clean_line(&name)),
            description: page.text("description").map(|text| self.clean_line(&text)),
            tags: texts(&mut page, "tags"),
            folder_structure: page.text("folder_structure").map(|text| self.clean(&text)),
            status_values: texts(&mut page, "status_values"),
            category_values: texts(&mut page, "category_values"),
            tag_values: texts(&mut page, "tag_values"),
            path: self.clean_line(&path),
            ..Overview::default()
        };
        page.faults
            .iter()
            .for_each(|fault| self.fault(&path, fault));
        Some(Told {
            overview,
            text: Some(self.working_text(&page.body)).filter(|text| !text.is_empty()),
        })
    }

    /// The skills: those of the team's list first, then what lies in the agents' folders; each name
    /// once.
    pub(super) fn skills(&mut self) -> Vec<Skill> {
        let mut skills = self.listed_skills();
        for folder in SKILL_FOLDERS {
            let names = fs::read_dir(self.top.join(folder))
                .into_iter()
                .flatten()
                .flatten();
            let names: BTreeSet<String> = names
                .filter_map(|entry| entry.file_name().into_string().ok())
                .collect();
            for name in names {
                let path = format!("{folder}/{name}/SKILL.md");
                if let Some(text) = self.skill_text(&path) {
                    let mut page = Page::parse(&text);
                    let skill = self.skill(&mut page, &name, &path);
                    page.faults
                        .iter()
                        .for_each(|fault| self.fault(&path, fault));
                    skills.push(skill);
                }
            }
        }
        let mut seen = BTreeSet::new();
        skills.retain(|skill| seen.insert(skill.name.clone()));
        skills
    }

    /// The text of a skill. Agents' folders are often links to each other; none may lead outside,
    /// into git's own folder, or to what is private.
    fn skill_text(&mut self, path: &str) -> Option<String> {
        let file = self.top.join(path).canonicalize().ok()?;
        let top = self.top.canonicalize().ok()?;
        let below = file.strip_prefix(&top).ok().and_then(Path::to_str);
        let is_private = |below: &str| {
            below
                .strip_prefix("memory/")
                .is_some_and(layout::is_private)
        };
        let is_good = below.is_some_and(|below| {
            !is_private(below) && !below.split('/').any(|part| part == ".git")
        });
        if !is_good {
            self.fault(path, "it leads out of what may be read");
            return None;
        }
        self.read(path, &file)
    }

    fn listed_skills(&mut self) -> Vec<Skill> {
        let Some(text) = self.read(SKILLS, &self.top.join(SKILLS)) else {
            return Vec::new();
        };
        let mut page = Page::of_list(&text, "skills");
        let mut skills = Vec::new();
        for mut listed in page.pages("skills") {
            match (listed.text("name"), listed.text("skill_path")) {
                (Some(name), Some(path)) => skills.push(self.skill(&mut listed, &name, &path)),
                _ => page
                    .faults
                    .push("a skill without 'name' or 'skill_path' is left out".to_owned()),
            }
        }
        page.faults
            .iter()
            .for_each(|fault| self.fault(SKILLS, fault));
        skills
    }

    fn skill(&self, page: &mut Page, name: &str, path: &str) -> Skill {
        let name = page.text("name").unwrap_or_else(|| name.to_owned());
        let description = page.text("description").unwrap_or_default();
        Skill {
            name: self.clean_line(&name),
            description: self.clean_line(&description),
            path: self.clean_line(path),
        }
    }
}
