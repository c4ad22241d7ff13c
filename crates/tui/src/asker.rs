//! Asks the repository on a thread of its own. While one question is worked on, only the newest of
//! those that came meanwhile is kept: a person who types fast waits only for the last word.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

use super::item::{Found, Text};
use git_memory_app::View;
use git_memory_app::advice::CLI;
use git_memory_app::private::settle::settle;
use git_memory_app::recall::{RecallQuestion, recall};
use git_memory_app::records::Tier;
use git_memory_app::records::listing::{ListQuestion, list};
use git_memory_app::records::show::{Wanted, show};
use git_memory_app::workspace::{Error, Redaction, Repositories, Workspace};
use git_memory_text::visible_line;

/// Maximum number of hits that a search shows.
const HITS: usize = 100;

/// A question to the repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// The records that these words find, else those that have these letters in their titles; all
    /// of them, the newest first, where there are no words.
    Find(String),
    /// The record with this id.
    Read(String),
}

/// The answer to a question, with what was asked; a failure in words that can be shown.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    Found(String, Result<Found, String>),
    Read(String, Result<Text, String>),
}

/// The channels to which questions go and from which answers come.
pub(super) struct Asker {
    questions: Sender<Question>,
    answers: Receiver<Answer>,
    /// The questions that have no answer yet.
    open: Newest,
}

/// The newest question of each kind: a person waits only for this one.
#[derive(Debug, Default)]
struct Newest {
    find: Option<String>,
    read: Option<String>,
}

impl Asker {
    /// Begins to wait for questions.
    pub(super) fn start(repositories: Arc<Repositories>) -> Self {
        let (questions, asked) = channel();
        let (told, answers) = channel();
        thread::spawn(move || work(&asked, &told, &repositories));
        Self {
            questions,
            answers,
            open: Newest::default(),
        }
    }

    /// Asks; the answer comes later. Where the thread is gone, `answer` says so.
    pub(super) fn ask(&mut self, question: Question) {
        self.open.keep(question.clone());
        let _ = self.questions.send(question);
    }

    /// An answer, where one has come.
    ///
    /// # Errors
    /// Where none has, or none will any more.
    pub(super) fn answer(&mut self) -> Result<Answer, TryRecvError> {
        let answer = self.answers.try_recv()?;
        self.open.settle(&answer);
        Ok(answer)
    }

    /// True if an answer is to come.
    pub(super) fn is_waited_for(&self) -> bool {
        !self.open.is_empty()
    }
}

impl Newest {
    fn keep(&mut self, question: Question) {
        match question {
            Question::Find(words) => self.find = Some(words),
            Question::Read(id) => self.read = Some(id),
        }
    }

    /// The next one to answer. The list first: what it has decides which record is shown.
    fn next(&mut self) -> Option<Question> {
        let find = self.find.take().map(Question::Find);
        find.or_else(|| self.read.take().map(Question::Read))
    }

    /// Drops what this answers.
    fn settle(&mut self, answer: &Answer) {
        let (asked, about) = match answer {
            Answer::Found(words, _) => (&mut self.find, words),
            Answer::Read(id, _) => (&mut self.read, id),
        };
        asked.take_if(|asked| asked == about);
    }

    fn is_empty(&self) -> bool {
        self.find.is_none() && self.read.is_none()
    }
}

/// Answers questions until no more can come.
fn work(asked: &Receiver<Question>, told: &Sender<Answer>, repositories: &Repositories) {
    let mut newest = Newest::default();
    loop {
        if newest.is_empty() {
            match asked.recv() {
                Ok(question) => newest.keep(question),
                Err(_) => return,
            }
        }
        asked.try_iter().for_each(|question| newest.keep(question));
        let answer = match newest.next() {
            Some(Question::Find(words)) => {
                let found = found(repositories, &words);
                Answer::Found(words, found)
            }
            Some(Question::Read(id)) => {
                let text = text(repositories, &id);
                Answer::Read(id, text)
            }
            None => continue,
        };
        if told.send(answer).is_err() {
            return;
        }
    }
}

fn found(repositories: &Repositories, words: &str) -> Result<Found, String> {
    ask(repositories, words, |workspace, redaction| {
        if !words.trim().is_empty() {
            let question = RecallQuestion {
                words: words.to_owned(),
                most: Some(HITS),
                ..RecallQuestion::default()
            };
            let answer = recall(workspace, &question, &|_done, _all| {})?;
            if !answer.hits.is_empty() {
                return Ok(Found::of_answer(&answer, redaction));
            }
        }
        // A word that is still being typed is in no text yet, but its letters may be in a title.
        let listing = list(workspace, &ListQuestion::default())?;
        Ok(Found::of_listing(&listing, redaction).named(words))
    })
}

fn text(repositories: &Repositories, id: &str) -> Result<Text, String> {
    ask(repositories, id, |workspace, redaction| {
        settle(workspace)?;
        let whole = Wanted::Tier(Tier::T2);
        let shown = show(workspace, View::WorkTree, id, &whole)?;
        Ok(Text::of(&shown, redaction))
    })
}

/// Asks the repository; a failure is in words that can be shown. `typed` may come back in what is
/// shown.
fn ask<T>(
    repositories: &Repositories,
    typed: &str,
    ask: impl Fn(&Workspace, &Redaction) -> Result<T, Error>,
) -> Result<T, String> {
    repositories.ask_told(
        None,
        false,
        |workspace| {
            let redaction = Redaction::new(vec![typed.into()]);
            redaction.open(workspace);
            ask(workspace, &redaction)
        },
        |error, workspace| {
            let redaction = Redaction::new(vec![typed.into()]);
            if let Some(workspace) = workspace {
                redaction.open(workspace);
            }
            visible_line(&redaction.message(&worded(error))).into_owned()
        },
    )
}

/// An error, with the first advice for it.
fn worded(error: &Error) -> String {
    match error.advice().first() {
        Some(advice) => format!("{error}; {}", (CLI.sentence)(advice)),
        None => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_of_each_kind_is_waited_for() {
        let finds = |words: &str| Question::Find(words.to_owned());
        let found = |words: &str| Answer::Found(words.to_owned(), Err(String::new()));
        let mut open = Newest::default();
        for question in [finds("a"), Question::Read("x".to_owned()), finds("ab")] {
            open.keep(question);
        }
        open.settle(&found("a"));
        open.settle(&Answer::Read("x".to_owned(), Err(String::new())));
        assert!(!open.is_empty(), "the last word is to come");
        open.settle(&found("ab"));
        assert!(open.is_empty());
        open.keep(Question::Read("x".to_owned()));
        open.keep(finds("ab"));
        assert_eq!(open.next(), Some(finds("ab")));
        assert_eq!(open.next(), Some(Question::Read("x".to_owned())));
        assert_eq!(open.next(), None);
    }
}
