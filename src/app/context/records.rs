//! Which records go into a pack: what the task is about first, then those that changed last.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::Wish;
use crate::app::recall::{Question, Sources, rank};
use crate::app::records::show::Indexed;
use crate::app::records::{Tier, show};
use crate::app::workspace::{Error, Workspace};
use crate::domain::context::pack::{Item, Section, Shelf};
use crate::domain::context::passable::{brief, origin, passable};
use crate::domain::date::Date;
use crate::domain::kind::Kind;
use crate::domain::path::RepoPath;
use crate::domain::recall::feedback::overloads;
use crate::domain::recall::{Attribute, Part, Query, Standing, values};
use crate::domain::record::check::Finding;
use crate::domain::record::{Fault, Record, header};
use crate::domain::secrets::Clean;
use crate::domain::text::Language;
use crate::domain::{layout, pathspec};
use crate::git::ObjectId;
use crate::store::index::{IndexView, Place};
use crate::store::{Age, Ages, TextFile, View};

/// So many hits of a query are what was asked for; half of it each time that this was too much.
const HITS: usize = 8;
/// A hit below this share of the best one is no answer.
const WORTH: f64 = 0.35;
/// What is left of a pack's room where questions like this one were answered with too much once,
/// twice, more often.
const SHARES: [usize; 4] = [100, 75, 55, 40];
/// The longest brief text of a record, in characters: its title and its abstract.
const BRIEF: usize = 500;
/// With so many faults the search for others ends.
const FAULTS: usize = 20;

/// The sections of records, and the kind in each.
const SECTIONS: [(Section, &str); 5] = [
    (Section::Decisions, "decision"),
    (Section::Conventions, "convention"),
    (Section::OpenLoops, "open-loop"),
    (Section::Lessons, "lesson"),
    (Section::Recipes, "recipe"),
];

/// A record of the index: its part, and its number there.
type Spot = (usize, u32);

/// A record by its last change, the newest first.
type Aged = (Reverse<Option<Date>>, ObjectId, Spot);

/// The records for a pack, by section.
pub(super) struct Records<'a> {
    workspace: &'a Workspace,
    view: View,
    sources: Sources,
    ages: Ages,
    /// How often questions like this one were answered with too much.
    overloads: usize,
    stocks: Vec<Stock>,
}

/// The records of a section, the most useful first.
#[derive(Default)]
struct Stock {
    section: Section,
    /// What was asked for.
    asked: Vec<Spot>,
    rest: Vec<Spot>,
}

impl<'a> Records<'a> {
    /// Chooses among the records of a view.
    pub(super) fn choose(
        workspace: &'a Workspace,
        view: &View,
        tracked: IndexView,
        wish: &Wish,
        feedback: String,
        usual: Language,
    ) -> Result<Self, Error> {
        let commit = workspace.repo.head()?.commit;
        let ages = commit.map_or_else(
            || Ok(Ages::default()),
            |commit| workspace.store().ages(commit),
        )?;
        let sources = Sources::of_view(tracked, feedback);
        let mut records = Self {
            workspace,
            view: view.clone(),
            sources,
            ages,
            overloads: 0,
            stocks: Vec::new(),
        };
        let asked = records.asked(wish, usual)?;
        records.sort_in(&asked)?;
        Ok(records)
    }

    /// What the task is about, the nearest first: records whose paths cover its files, then what
    /// its words find.
    fn asked(&mut self, wish: &Wish, usual: Language) -> Result<Vec<Spot>, Error> {
        if wish.query.is_empty() && wish.paths.is_empty() {
            return Ok(Vec::new());
        }
        let parts = self.sources.parts();
        let words = if wish.query.is_empty() {
            wish.paths.join(" ")
        } else {
            wish.query.clone()
        };
        let query = Query::parse(&words, usual);
        let overloads = overloads(&self.sources.feedback, &query, usual);
        let most = (HITS >> overloads.min(3)).max(1);
        let question = Question {
            words,
            near: wish.paths.clone(),
            most,
            ..Question::default()
        };
        let found = rank(&self.sources, &parts, &question, &query, usual, None)?;
        let best = found.ranked.first().map_or(0.0, |ranked| ranked.score);
        let hits = found
            .ranked
            .iter()
            .filter(|ranked| ranked.score >= best * WORTH)
            .take(most);
        let hits: Vec<Spot> = hits.map(|ranked| (ranked.part, ranked.document)).collect();
        let mut asked = covering(&parts, &wish.paths)?;
        // Of those that cover a file, the words' hits come first.
        asked.sort_by_key(|spot| {
            hits.iter()
                .position(|hit| hit == spot)
                .unwrap_or(hits.len())
        });
        asked.extend(hits);
        drop(parts);
        self.overloads = overloads;
        Ok(asked)
    }

    /// Puts every current record into its section's stock.
    fn sort_in(&mut self, asked: &[Spot]) -> Result<(), Error> {
        let sections = SECTIONS
            .iter()
            .map(|(section, _)| *section)
            .chain([Section::Others]);
        let mut stocks: Vec<Stock> = sections
            .map(|section| Stock {
                section,
                ..Stock::default()
            })
            .collect();
        let parts = self.sources.parts();
        let mut seen: HashSet<Spot> = HashSet::new();
        for &(nth, document) in asked {
            let is_current = parts[nth].segment.facts(document)?.standing == Standing::Current;
            if is_current && seen.insert((nth, document)) {
                stocks[self.stock_of(&parts, (nth, document))?]
                    .asked
                    .push((nth, document));
            }
        }
        let mut others: Vec<Vec<Aged>> = vec![Vec::new(); SECTIONS.len()];
        for (nth, part) in parts.iter().enumerate() {
            for document in part.members.iter() {
                let facts = part.segment.facts(document)?;
                if facts.standing != Standing::Current || seen.contains(&(nth, document)) {
                    continue;
                }
                let id = ObjectId::from_bytes(part.segment.id(document)?);
                let of = others.get_mut(self.stock_of(&parts, (nth, document))?);
                if let (Some(of), Some(id)) = (of, id) {
                    of.push((Reverse(facts.updated), id, (nth, document)));
                }
            }
        }
        for (stock, mut rest) in stocks.iter_mut().zip(others) {
            rest.sort_unstable();
            stock.rest = rest.into_iter().map(|(.., spot)| spot).collect();
        }
        drop(parts);
        self.stocks = stocks;
        Ok(())
    }

    /// The number of the stock that a record belongs to; the last one is that of other kinds.
    fn stock_of(&self, parts: &[Part<'_, Place>], (nth, document): Spot) -> Result<usize, Error> {
        let kind = self.sources.kind_of(parts, nth, document)?.map(Kind::name);
        Ok(SECTIONS
            .iter()
            .position(|(_, name)| kind == Some(*name))
            .unwrap_or(SECTIONS.len()))
    }

    /// What there is for each section.
    pub(super) fn shelves(&self) -> Vec<Shelf> {
        let offer = |Stock {
                         section,
                         asked,
                         rest,
                     }: &Stock| Shelf {
            section: *section,
            count: asked.len() + rest.len(),
            asked: asked.len(),
        };
        self.stocks.iter().map(offer).collect()
    }

    /// How many hundredths of its room the pack may use.
    pub(super) fn share(&self) -> usize {
        SHARES[self.overloads.min(SHARES.len() - 1)]
    }

    /// The nth record of a section's stock; `None` where it went away in the meantime.
    pub(super) fn item(&self, stock: usize, nth: usize) -> Result<Option<Item>, Error> {
        let Some((spot, is_asked)) = self.spot(stock, nth) else {
            return Ok(None);
        };
        let Some(Indexed { record, text, .. }) = self.read(spot)? else {
            return Ok(None);
        };
        let header = &record.header;
        let age = self.age(spot, &record)?.to_string();
        let mut parts = vec![("id", header.id.as_str()), ("status", told_status(&record))];
        parts.extend((!header.scope.is_project()).then(|| ("scope", header.scope.as_str())));
        parts.extend([("age", age.as_str()), ("path", record.path.as_str())]);
        Ok(Some(Item {
            origin: origin(&parts),
            order: (
                header
                    .created
                    .map_or(i64::MIN, |day| i64::from(i32::from(day))),
                header.id.to_string(),
            ),
            brief: self.brief(&record)?,
            full: if is_asked {
                Some(self.working_text(&record, &text)?)
            } else {
                None
            },
        }))
    }

    /// The same record on one line.
    pub(super) fn line(&self, stock: usize, nth: usize) -> Result<Option<String>, Error> {
        let Some((spot, _)) = self.spot(stock, nth) else {
            return Ok(None);
        };
        let Some(Indexed { record, .. }) = self.read(spot)? else {
            return Ok(None);
        };
        let (age, header) = (self.age(spot, &record)?, &record.header);
        Ok(Some(format!(
            "{} ({}, age {age}): {}",
            header.id,
            told_status(&record),
            self.brief(&record)?
        )))
    }

    fn spot(&self, stock: usize, nth: usize) -> Option<(Spot, bool)> {
        let Stock { asked, rest, .. } = self.stocks.get(stock)?;
        Some((*asked.iter().chain(rest).nth(nth)?, nth < asked.len()))
    }

    /// Title and abstract.
    fn brief(&self, record: &Record) -> Result<String, Error> {
        let (title, text) = (&record.header.title, &record.header.abstract_line);
        let line = brief(title, text, BRIEF);
        // As below.
        let is_kept = line
            .split(" — ")
            .all(|piece| title.contains(piece) || text.contains(piece));
        if is_kept {
            Ok(line)
        } else {
            Ok(self.workspace.guard()?.redact(&line).into_string())
        }
    }

    /// Its working text.
    fn working_text(&self, record: &Record, text: &Clean) -> Result<String, Error> {
        let page = Tier::T1.of(record, text);
        let passed = passable(&page);
        // What is hidden may part a secret: it is looked for again where something was taken out.
        if passed == page.trim_end() {
            Ok(passed)
        } else {
            Ok(self.workspace.guard()?.redact(&passed).into_string())
        }
    }

    /// How many commits ago a record changed.
    fn age(&self, (part, document): Spot, record: &Record) -> Result<Age, Error> {
        let blob = self
            .sources
            .view_of(part)
            .map(|(_, view, nth)| view.id(nth, document))
            .transpose()?
            .flatten();
        Ok(blob.map_or(Age::Uncommitted, |blob| {
            self.ages.of(record.path.as_str(), blob)
        }))
    }

    fn read(&self, (part, document): Spot) -> Result<Option<Indexed>, Error> {
        let parts = self.sources.parts();
        let Some((_, view, nth)) = self.sources.view_of(part) else {
            return Ok(None);
        };
        let (path, Some(id)) = (view.path(nth, document)?, view.id(nth, document)?) else {
            return Ok(None);
        };
        show::indexed(
            self.workspace,
            &path,
            id,
            parts[part].segment.is_clean(document)?,
        )
    }

    /// What is wrong with files of this view.
    pub(super) fn faults(&self) -> Result<Vec<Finding>, Error> {
        let mut faults: Vec<Finding> = Vec::new();
        let strays = self
            .sources
            .view_of(0)
            .map_or(&[][..], |(_, view, _)| &view.strays);
        for path in strays
            .iter()
            .filter_map(|path| path.parse::<RepoPath>().ok())
        {
            let of = |fault| Finding {
                path: path.clone(),
                fault,
            };
            faults.extend(self.stray_faults(&path)?.into_iter().map(of));
        }
        for (nth, part) in self.sources.parts().iter().enumerate() {
            for document in part.members.iter() {
                if part.segment.facts(document)?.is_faulty
                    && faults.len() < FAULTS
                    && let Some(read) = self.read((nth, document))?
                {
                    let of = |fault| Finding {
                        path: read.record.path.clone(),
                        fault,
                    };
                    faults.extend(read.faults.into_iter().map(of));
                }
            }
        }
        Ok(faults)
    }

    /// What is wrong with a file that is no record where one should be.
    fn stray_faults(&self, path: &RepoPath) -> Result<Vec<Fault>, Error> {
        // What is no text at all is told where the view was looked at.
        let TextFile::Text(text) = self.workspace.store().page(&self.view, path.as_str())? else {
            return Ok(Vec::new());
        };
        let reading = header::read(text.as_bytes());
        let is_page = layout::place(path).is_none_or(|place| reading.is_page(&place));
        Ok(if is_page { Vec::new() } else { reading.faults })
    }
}

/// A record's status, where its kind has it: what else stands there is no status.
fn told_status(record: &Record) -> &'static str {
    let known = |kind: Kind| kind.status(record.header.status.as_str());
    record
        .kind()
        .map_or_else(|| Kind::all().find_map(known), known)
        .map_or("unknown", |status| status.name)
}

/// The records whose paths cover one of some files: the most exact ones first, then those that
/// changed last.
fn covering(parts: &[Part<'_, Place>], paths: &[String]) -> Result<Vec<Spot>, Error> {
    let paths: Vec<String> = paths
        .iter()
        .map(|path| path.trim_end_matches('/').to_lowercase())
        .collect();
    let mut found: Vec<(Reverse<usize>, Aged)> = Vec::new();
    for (nth, part) in parts.iter().enumerate().filter(|_| !paths.is_empty()) {
        for (spec, members) in values(part, Attribute::About)? {
            // Whoever works at a folder works at what is in it.
            let is_in = |path: &str| {
                spec.strip_prefix(path)
                    .is_some_and(|rest| rest.starts_with('/'))
            };
            if !paths
                .iter()
                .any(|path| pathspec::covers(&spec, path) || is_in(path))
            {
                continue;
            }
            let exact = spec.find(['*', '?', '[']).unwrap_or(spec.len());
            for document in members.iter() {
                let (facts, id) = (
                    part.segment.facts(document)?,
                    ObjectId::from_bytes(part.segment.id(document)?),
                );
                found.extend(id.map(|id| {
                    (
                        Reverse(exact),
                        (Reverse(facts.updated), id, (nth, document)),
                    )
                }));
            }
        }
    }
    found.sort_unstable();
    Ok(found.into_iter().map(|(_, (.., spot))| spot).collect())
}
