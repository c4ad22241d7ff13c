//! Answers to a session at its beginning and in its course: the context, the high-confidence
//! records for a prompt, those that apply to a file, and the folders that a search should leave
//! out. Each of them once, and everything in the end: a question that takes long is stored while it
//! is worked on, so that the next hook answers it if this one runs out of time or is killed.

use super::Session;
use super::asked::{is_cold, wants};
use super::end;
use super::named_files::named_files;
use super::start::{self, Told};
use super::state::State;
use crate::context::{ContextQuestion, GoverningName, governing};
use crate::project::{Note, Touched};
use crate::workspace::{Error, Workspace, sanitize};
use git_memory_agents::agent::event::AgentEvent;
use git_memory_guard::Clean;
use git_memory_store::{KnownSession, Owed};
use git_memory_text::advice::Wording;
use git_memory_text::floor;

/// The most tokens that a prompt is answered with.
const OF_PROMPT: usize = 600;
/// The most tokens about a file.
const OF_FILE: usize = 300;
/// The most bytes of a prompt that are searched for: a longer text is hardly a question.
const PROMPT: usize = 4 << 10;
/// The most bytes of the prompt, and of the replaced text, that are searched for at an edit.
const AT_EDIT: usize = 1 << 10;
/// The fewest words that are a question at an edit: a name or two in code are in many records.
const WORDS: usize = 5;
/// Sentence before a context that comes late.
const LATE: &str = "git-memory was still indexing this repository when the session began. \
    The context of its beginning:";

/// A moment in the course of a session.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// Its event.
    pub event: AgentEvent,
    /// The person's prompt; empty for none.
    pub prompt: &'a str,
    /// True if the session has lost its context, or is about to lose it.
    pub is_anew: bool,
    /// True for an event that the agent repeats, and that counts once a session.
    pub is_repeated: bool,
}

/// Returns the answer to a moment of a session, and writes a summary at its end.
pub fn hear(
    workspace: &Workspace,
    session: &Session,
    moment: &Moment,
    wording: Wording,
) -> Result<Told, Error> {
    let mut state = State::of(workspace, session);
    let told = heard(&mut state, moment, wording);
    state.saved(told)
}

fn heard(state: &mut State, moment: &Moment, wording: Wording) -> Result<Told, Error> {
    if moment.is_repeated
        && let Some(known) = state.known()?
        && std::mem::replace(&mut known.is_compressed, true)
    {
        return Ok(Told::default());
    }
    if moment.is_anew
        && let Some(known) = state.known()?
    {
        (known.told, known.owed) = (Vec::new(), Vec::new());
    }
    match moment.event {
        AgentEvent::SessionStart => begin(state, false, wording),
        AgentEvent::SubagentStart => begin(state, true, wording),
        AgentEvent::UserPrompt => prompt(state, moment.prompt.trim(), wording),
        AgentEvent::SessionEnd => end::end(state).map(|()| Told::default()),
        AgentEvent::PreToolUse => Ok(Told::default()),
    }
}

/// Returns the first context of a session, or of a sub-agent.
fn begin(state: &mut State, is_sub_agent: bool, wording: Wording) -> Result<Told, Error> {
    let workspace = state.workspace;
    // The session's memory is nothing to a sub-agent without a name.
    let is_nameless = is_sub_agent && state.session.sub_agent.is_none();
    let known = if is_nameless { Ok(None) } else { state.known() };
    // In a read-only repository a session begins all the same.
    let Ok(Some(known)) = known else {
        let sub_agent = is_sub_agent.then_some(state.session);
        return start::context(workspace, sub_agent, 0, wording);
    };
    // It begins again, and nothing of before is late.
    known.owed.clear();
    answer(state, vec![Owed::Start], wording)
}

/// The high-confidence records for a prompt that are new to the session; empty for none.
fn prompt(state: &mut State, prompt: &str, wording: Wording) -> Result<Told, Error> {
    // A command of the agent is not a question to memory.
    let questions = if prompt.is_empty() || prompt.starts_with('/') {
        Vec::new()
    } else {
        let guard = state.workspace.guard()?;
        let prompt = guard.redact(&prompt[..floor(prompt, PROMPT)]);
        let prompt = prompt.replace('\n', " ");
        if let Some(known) = state.known()? {
            known.asked.clone_from(&prompt);
        }
        vec![Owed::Prompt(prompt)]
    };
    answer(state, questions, wording)
}

/// Returns news for the session about a call of a tool: the records that apply to its files, and
/// notes on its searches in folders that are not the project's own; empty for none.
pub fn call(session: &Session, touched: Vec<Touched>, wording: Wording) -> Result<Told, Error> {
    let (mut workspaces, mut texts) = (Vec::new(), Vec::new());
    let mut faults: Vec<Clean> = Vec::new();
    for Touched {
        workspace,
        files,
        replaced,
        notes,
    } in touched
    {
        if !wants(workspace)? {
            continue;
        }
        let paths = named_files(workspace, files)?;
        // Most calls touch nothing that memory could be asked about: they wait for no other hook.
        if paths.is_empty() && notes.is_empty() {
            continue;
        }
        let mut state = State::of(workspace, session);
        workspaces.push(workspace);
        texts.push(searches(workspace, state.known()?, &notes, wording)?);
        if let Some(known) = state.known()? {
            let guard = workspace.guard()?;
            known.calls += u64::from(!paths.is_empty());
            known.replaced = guard.redact(&replaced[..floor(&replaced, AT_EDIT)]);
        }
        let questions = paths.into_iter().map(Owed::File).collect();
        let told = answer(&mut state, questions, wording);
        let told = state.saved(told)?;
        texts.push(told.text);
        faults.extend(told.faults);
    }
    let text = joined(&workspaces, texts, "\n")?;
    Ok(Told { text, faults })
}

/// Texts of some repositories as one. Each is clean, but two of them may form a secret together.
fn joined(workspaces: &[&Workspace], texts: Vec<Clean>, between: &str) -> Result<Clean, Error> {
    let mut texts = texts;
    texts.retain(|text| !text.is_empty());
    let ([last, others @ ..], true) = (workspaces, texts.len() > 1) else {
        return Ok(texts.pop().unwrap_or_default());
    };
    let texts: Vec<&str> = texts.iter().map(Clean::as_str).collect();
    let mut text = texts.join(between);
    for other in others {
        text = other.guard()?.redact(&text).into_string();
    }
    Ok(last.guard()?.redact(&text))
}

/// Notes of searches that are new to the session, as lines; they count as known from now on.
fn searches(
    workspace: &Workspace,
    mut known: Option<&mut KnownSession>,
    notes: &[Note],
    wording: Wording,
) -> Result<Clean, Error> {
    let mut lines = String::new();
    for Note { text, advice } in notes {
        if let Some(known) = &mut known {
            if !known.is_news(text, &[]) {
                continue;
            }
            known.tell(text, &[]);
        }
        let hints = advice.iter().map(wording.sentence);
        let said: Vec<String> = [text.clone()].into_iter().chain(hints).collect();
        lines.extend([&said.join("; "), "\n"]);
    }
    Ok(sanitize::whole(workspace.guard()?, &lines))
}

/// Answers the questions of a hook, after those that earlier ones left open; a session without a
/// name has none.
fn answer(state: &mut State, questions: Vec<Owed>, wording: Wording) -> Result<Told, Error> {
    let (workspace, session) = (state.workspace, state.session);
    let Some(known) = state.known()? else {
        return Ok(Told::default());
    };
    let is_late = known.owed.contains(&Owed::Start);
    for question in questions {
        known.owe(question);
    }
    if known.owed.is_empty() {
        return Ok(Told::default());
    }
    let told = known.in_safety(|known| told(workspace, session, known, is_late, wording));
    // A question whose answer went wrong would go wrong again.
    known.owed.clear();
    told
}

/// The answers, those to the session's beginning first.
fn told(
    workspace: &Workspace,
    session: &Session,
    known: &mut KnownSession,
    is_late: bool,
    wording: Wording,
) -> Result<Told, Error> {
    let mut texts: Vec<Clean> = Vec::new();
    for request in requests(workspace, known) {
        let found = governing(workspace, &request, &|id, files| known.is_news(id, files))?;
        for GoverningName { id, covered } in &found.told {
            let covered: Vec<&str> = covered.iter().map(String::as_str).collect();
            known.tell(id, &covered);
        }
        texts.push(found.text);
    }
    let mut told = Told::default();
    if known.owed.contains(&Owed::Start) {
        let used = texts.iter().map(|text| text.chars().count()).sum();
        let sub_agent = Some(session).filter(|session| session.sub_agent.is_some());
        told = start::context(workspace, sub_agent, used, wording)?;
        let context = std::mem::take(&mut told.text);
        let mark = if is_late && !context.is_empty() {
            workspace.guard()?.redact(LATE)
        } else {
            Clean::default()
        };
        texts.splice(0..0, [mark, context]);
    }
    told.text = joined(&[workspace], texts, "\n\n")?;
    Ok(told)
}

/// Questions to memory: each prompt is one; the files, the text to be replaced in them and the last
/// prompt are one together.
fn requests(workspace: &Workspace, known: &KnownSession) -> Vec<ContextQuestion> {
    let ask = || ContextQuestion {
        only: true,
        is_without_history: is_cold(workspace),
        ..ContextQuestion::default()
    };
    let (mut requests, mut paths) = (Vec::new(), Vec::new());
    for question in &known.owed {
        match question {
            Owed::Start => {}
            Owed::Prompt(text) => requests.push(ContextQuestion {
                query: text.clone(),
                max_tokens: Some(OF_PROMPT),
                sure: true,
                ..ask()
            }),
            Owed::File(path) => paths.push(path.clone()),
        }
    }
    if !paths.is_empty() {
        let query = at_edit(known);
        requests.push(ContextQuestion {
            sure: !query.is_empty(),
            query,
            paths,
            max_tokens: Some(OF_FILE),
            ..ask()
        });
    }
    requests
}

/// The words that are asked for together with the files of a call; empty if they are too few.
fn at_edit(known: &KnownSession) -> String {
    let asked = &known.asked[..floor(&known.asked, AT_EDIT)];
    let query = format!("{asked} {}", known.replaced.as_str());
    let words = query.split(|sign: char| !sign.is_alphanumeric());
    if words.filter(|word| !word.is_empty()).count() < WORDS {
        return String::new();
    }
    query
}
