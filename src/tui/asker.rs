//! Asks the repository on a thread of its own. While one question is worked on, only the newest of
//! those that came meanwhile is kept: somebody who types fast waits for the last word alone.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use serde_json::{Value, json};

use super::item::{Found, Text};
use crate::app::workspace::{Error, Repositories};
use crate::wire::Asked;
use crate::wire::ask::By;
use crate::wire::request::{self, Request};
use crate::wire::vocabulary::{Wording, visible_line};

/// Maximum number of hits that a search shows.
const HITS: usize = 100;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// The records that these words find, else those that have these letters in their titles; all
    /// of them, the newest first, where there are no words.
    Find(String),
    /// The record with this id.
    Read(String),
}

/// What came of it, with what was asked; a failure in words that can be shown.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    Found(String, Result<Found, String>),
    Read(String, Result<Text, String>),
}

/// Where questions go and answers come from.
pub(super) struct Asker {
    questions: Sender<Question>,
    pub(super) answers: Receiver<Answer>,
}

impl Asker {
    /// Begins to wait for questions.
    pub(super) fn start(repositories: Arc<Repositories>, wording: Wording) -> Self {
        let (questions, asked) = channel();
        let (told, answers) = channel();
        thread::spawn(move || work(&asked, &told, &repositories, wording));
        Self { questions, answers }
    }

    /// Asks; the answer comes later. Where the thread is gone, `answers` says so.
    pub(super) fn ask(&self, question: Question) {
        let _ = self.questions.send(question);
    }
}

/// Answers until nobody asks any more.
fn work(
    asked: &Receiver<Question>,
    told: &Sender<Answer>,
    repositories: &Repositories,
    wording: Wording,
) {
    let (mut find, mut read) = (None, None);
    loop {
        if find.is_none() && read.is_none() {
            match asked.recv() {
                Ok(question) => keep(question, &mut find, &mut read),
                Err(_) => return,
            }
        }
        asked
            .try_iter()
            .for_each(|question| keep(question, &mut find, &mut read));
        // The list first: what it has decides which record is shown.
        let answer = if let Some(words) = find.take() {
            let found = found(repositories, &words, wording);
            Answer::Found(words, found)
        } else if let Some(id) = read.take() {
            let text = text(repositories, &id, wording);
            Answer::Read(id, text)
        } else {
            continue;
        };
        if told.send(answer).is_err() {
            return;
        }
    }
}

fn keep(question: Question, find: &mut Option<String>, read: &mut Option<String>) {
    match question {
        Question::Find(words) => *find = Some(words),
        Question::Read(id) => *read = Some(id),
    }
}

fn found(repositories: &Repositories, words: &str, wording: Wording) -> Result<Found, String> {
    let read = |document: String| Found::read(&document).map_err(|error| unread(&error));
    if !words.trim().is_empty() {
        let question = json!({"words": words, "most": HITS});
        let found = read(answer(repositories, request::recall, question, wording)?)?;
        if !found.items.is_empty() {
            return Ok(found);
        }
    }
    // A word that is still being typed is in no text yet, but its letters may be in a title.
    let all = read(answer(repositories, request::list, json!({}), wording)?)?;
    Ok(all.named(words))
}

fn text(repositories: &Repositories, id: &str, wording: Wording) -> Result<Text, String> {
    let document = answer(repositories, request::read, json!({"id": id}), wording)?;
    Text::read(&document).map_err(|error| unread(&error))
}

fn unread(error: &serde_json::Error) -> String {
    format!(
        "cannot read the answer: {}",
        visible_line(&error.to_string())
    )
}

/// The document that answers a question.
fn answer(
    repositories: &Repositories,
    run: fn(&Request) -> Result<String, Error>,
    question: Value,
    wording: Wording,
) -> Result<String, String> {
    let asked = Asked::new(&question);
    let answered = repositories.ask(None, |workspace| {
        let request = Request {
            workspace,
            question,
            asked: &asked,
            by: &|_workspace| By::Person,
            wording,
            progress: &|_done, _all| {},
        };
        // Worded here, as long as there is a guard that knows this repository's secrets.
        Ok(run(&request).map_err(|error| {
            let words = worded(&error, wording);
            visible_line(&asked.text(Some(workspace), &words)).into_owned()
        }))
    });
    match answered {
        Ok(answer) => answer,
        Err(error) => Err(visible_line(&asked.text(None, &worded(&error, wording))).into_owned()),
    }
}

/// An error, with the first advice for it.
fn worded(error: &Error, wording: Wording) -> String {
    match error.advice().first() {
        Some(advice) => format!("{error}; {}", (wording.sentence)(advice)),
        None => error.to_string(),
    }
}
