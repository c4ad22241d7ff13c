//! The import itself: which files are new, and what they become.

use std::collections::{HashSet, VecDeque};
use std::path::PathBuf;

use super::given::{self, AgentFile, AgentFiles};
use super::known::{Known, Made};
use super::links::Leads;
use super::record::Titles;
use super::{mentioned, rule};
use crate::exchange::adr::text::{Original, read};
use crate::exchange::claims::Claims;
use crate::exchange::folders::must_not_be_read;
use crate::exchange::import::{Outcome, Skipped, Taken};
use crate::exchange::json::import::shown;
use crate::exchange::named::targets;
use crate::records::names::Names;
use crate::records::path_id::id_of_path;
use crate::workspace::{Error, Workspace};
use git_memory_import::agents::becomes::Becomes;
use git_memory_import::agents::form::Form;
use git_memory_import::agents::piece::{self, Piece};
use git_memory_import::agents::rule_text::Origin;
use git_memory_model::form::targets::Targets;
use git_memory_model::kind::Kind;
use git_memory_model::record::{Record, RecordId};
use git_memory_model::rules::Rule;
use git_memory_store::View;
use git_memory_store::write::Change;
use git_memory_text::path::stem;
use git_memory_text::visible_line;

/// The question to an import of agents' files.
#[derive(Clone, Debug)]
pub struct AgentImport {
    /// The form of the files.
    pub form: &'static Form,
    /// A file of the form, or a folder with some.
    pub path: Option<PathBuf>,
    /// True if a record that was made of a file takes over what the file says now.
    pub is_update: bool,
    /// Report the changes without making them.
    pub dry_run: bool,
}

/// Imports the files of a form.
///
/// # Errors
/// If there are no files, or memory cannot be read or written; then nothing was changed.
pub fn agents(
    workspace: &Workspace,
    request: &AgentImport,
    is_staged: bool,
) -> Result<Vec<Outcome>, Error> {
    must_not_be_read(workspace, &request.path)?;
    // Before the files are read: the ids and paths that they get have to stay free.
    let lock = workspace.lock()?;
    let memory = workspace.memory(&View::WorkTree)?;
    let mut files = given::files(workspace, request.form, request.path.as_deref())?;
    let mut waiting: VecDeque<AgentFile> = std::mem::take(&mut files.files).into();
    let origins: Vec<String> = waiting
        .iter()
        .map(|file| file.given.origin.clone())
        .collect();
    let origins: HashSet<&str> = origins.iter().map(String::as_str).collect();
    let known = Known::of(workspace, &memory.records, &origins)?;
    let mut import = Import::new(workspace, request, &memory.records, known);
    for (link, target) in &files.links {
        let target = shown(workspace, target)?;
        let why = format!("it is a symbolic link to '{target}'");
        import.say(link, Err(Skipped::Refused(why)), Vec::new())?;
    }
    let mut seen = HashSet::new();
    while let Some(file) = waiting.pop_front() {
        if seen.insert(file.given.origin.clone()) {
            waiting.extend(import.sort(&files, file)?);
        }
    }
    import.write()?;
    let mut outcomes = std::mem::take(&mut import.outcomes);
    outcomes.sort_by(|a, b| a.file.cmp(&b.file));
    if !request.dry_run && !import.changes.is_empty() {
        for original in &import.originals {
            original.keep(workspace)?;
        }
        workspace.change(&lock, &import.changes, is_staged)?;
    }
    Ok(outcomes)
}

/// A file that something is made of.
pub(crate) struct Pending {
    pub(crate) file: AgentFile,
    pub(crate) piece: Piece,
    pub(crate) original: Original,
    pub(crate) notes: Vec<String>,
    /// The existing record or rule to change, if there is one.
    pub(crate) made: Option<Made>,
    /// The id that a record of it has; none for a rule.
    pub(crate) id: Option<RecordId>,
}

pub(crate) struct Import<'a> {
    pub(crate) workspace: &'a Workspace,
    pub(crate) request: &'a AgentImport,
    pub(crate) known: Known<'a>,
    pub(crate) ids: HashSet<RecordId>,
    pub(crate) titles: Titles,
    /// The records that a text may name.
    pub(crate) targets: Targets,
    pub(crate) leads: Leads,
    pub(crate) claims: Claims,
    pub(crate) names: Names,
    pub(crate) pending: Vec<Pending>,
    pub(crate) changes: Vec<Change>,
    /// Texts that git may not keep: an update needs what was imported.
    pub(crate) originals: Vec<Original>,
    pub(crate) outcomes: Vec<Outcome>,
}

impl<'a> Import<'a> {
    fn new(
        workspace: &'a Workspace,
        request: &'a AgentImport,
        records: &'a [Record],
        known: Known<'a>,
    ) -> Self {
        let mut ids = HashSet::new();
        let mut titles = Titles::default();
        for record in records {
            let Some(id) = record.id() else { continue };
            ids.insert(id.clone());
            if record.header.imported_from.is_some() {
                titles.add(&record.header.title, id);
            }
        }
        Self {
            workspace,
            request,
            known,
            ids,
            titles,
            targets: targets(records),
            leads: Leads::default(),
            claims: Claims::beside(records.iter().map(|record| &record.path)),
            names: Names::default(),
            pending: Vec::new(),
            changes: Vec::new(),
            originals: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// Notes what became of a file.
    pub(crate) fn say(
        &mut self,
        file: &str,
        result: Result<Taken, Skipped>,
        notes: Vec<String>,
    ) -> Result<(), Error> {
        let result = match result {
            // A reason may quote the file.
            Err(Skipped::Refused(why)) => Err(Skipped::Refused(visible_line(&why).into_owned())),
            other => other,
        };
        self.outcomes.push(Outcome {
            file: shown(self.workspace, file)?,
            result,
            notes,
        });
        Ok(())
    }

    /// Reads a file, and finds out if memory has it; returns the files that it includes.
    fn sort(&mut self, files: &AgentFiles, file: AgentFile) -> Result<Vec<AgentFile>, Error> {
        let (original, notes) = match read(self.workspace, &file.given)? {
            Ok(read) => read,
            Err(fate) => {
                let why = fate.refusal().unwrap_or_default();
                self.say(&file.given.shown, Err(Skipped::Refused(why)), Vec::new())?;
                return Ok(Vec::new());
            }
        };
        let mentioned = mentioned::all_of(files, self.request.form, &file, &original.text)?;
        self.outcomes.extend(mentioned.left_out);
        let made = self.known.find(&file.given.origin, &original)?;
        if let Some(made) = &made
            && made.id.is_some()
        {
            self.leads.add(&file.path, &made.path);
        }
        if let Some(made) = &made
            && let Some(skipped) = self.kept(made, &file, &original)?
        {
            self.say(&file.given.shown, Err(skipped), notes)?;
            return Ok(mentioned.files);
        }
        match piece::read(&of(&file, &original)) {
            Ok(piece) => self.take_up(file, piece, original, notes, made),
            Err(why) => self.say(&file.given.shown, Err(Skipped::Refused(why)), notes)?,
        }
        Ok(mentioned.files)
    }

    /// Reason why an earlier result stays unchanged; `None` if it changes.
    fn kept(
        &self,
        made: &Made,
        file: &AgentFile,
        original: &Original,
    ) -> Result<Option<Skipped>, Error> {
        let Made { path, id, blob } = made;
        if blob.as_ref().is_none_or(|blob| *blob == original.blob) {
            return Ok(Some(Skipped::Already(id.clone())));
        }
        if !self.request.is_update {
            return Ok(Some(Skipped::Changed(id.clone(), path.clone())));
        }
        if made.is_untouched(self.workspace, &of(file, original))? {
            return Ok(None);
        }
        let why = format!("it has changed, and so has '{path}', which was made of it");
        Ok(Some(Skipped::Refused(why)))
    }

    fn take_up(
        &mut self,
        file: AgentFile,
        mut piece: Piece,
        original: Original,
        mut notes: Vec<String>,
        made: Option<Made>,
    ) {
        if made.is_none() && piece.becomes == Becomes::Rule {
            let from = from_rule(&file, &original);
            if let Ok(text) = rule::text(&piece, from) {
                let name = file.given.origin.clone();
                match rule::is_too_much(self.workspace.folder(), &self.known.rules, &text) {
                    Some(why) => {
                        piece.becomes = Becomes::Record(Kind::TOPIC);
                        notes.push(format!("as a topic: {why}"));
                    }
                    None => self.known.rules.push(Rule { name, text }),
                }
            }
        }
        let id = match (&made, piece.becomes) {
            (Some(made), _) => made.id.clone(),
            (None, Becomes::Rule) => None,
            (None, Becomes::Record(kind)) => Some(id_of_path(kind, &file.given.origin, &self.ids)),
        };
        if let Some(id) = &id {
            self.ids.insert(id.clone());
            self.titles.add(&piece.title, id);
            self.titles.add(stem(&file.name), id);
            for alias in &piece.aliases {
                self.titles.add(alias, id);
            }
        }
        self.pending.push(Pending {
            file,
            piece,
            original,
            notes,
            made,
            id,
        });
    }
}

/// A file and its text, as they are read.
pub(crate) fn of<'a>(file: &'a AgentFile, original: &'a Original) -> piece::Original<'a> {
    piece::Original {
        folder: &file.folder,
        name: &file.name,
        role: file.role,
        text: &original.text,
    }
}

pub(crate) fn from_rule<'a>(file: &'a AgentFile, original: &'a Original) -> Origin<'a> {
    Origin {
        file: &file.given.origin,
        blob: &original.blob,
    }
}
