//! The process that reads symbols: sources in, symbols out, until no more are asked for.

use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Instant;
use std::{io, thread};

use super::exchange::{GREETING, QUESTION, receive, send};
use super::limits::{LAST, LONGEST, STACK, bound_memory};
use crate::Error;
use git_memory_policy::map::{Language, SymbolReader};

/// Answers on the standard streams until the other side closes its end. A source that takes more
/// memory than it may ends the process; so does one that takes too long.
///
/// # Errors
/// What is wrong with a question, or a source that took too long.
pub fn answer() -> Result<(), Error> {
    answered().map_err(Error::read(Path::new("standard input")))
}

fn answered() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let (questions, to_read) = sync_channel::<Vec<u8>>(1);
    let (found, answers) = sync_channel::<Vec<u8>>(1);
    // Beside this thread, which ends the process where the parser does not ask if it may go on.
    let reader = thread::Builder::new().stack_size(STACK);
    reader.spawn(move || read(&to_read, &found))?;
    send(&mut output, &[GREETING.as_bytes()])?;
    while let Some(question) = receive(&mut input, QUESTION)? {
        questions.send(question).map_err(io::Error::other)?;
        let answer = answers.recv_timeout(LAST).map_err(io::Error::other)?;
        send(&mut output, &[&answer])?;
    }
    Ok(())
}

/// Reads one source after the other. Ends at what is no question.
fn read(questions: &Receiver<Vec<u8>>, answers: &SyncSender<Vec<u8>>) {
    bound_memory();
    let mut reader = SymbolReader::default();
    for question in questions {
        let Some((language, source)) = parted(&question) else {
            return;
        };
        let start = Instant::now();
        let symbols = reader.read(language, source, &|| start.elapsed() > LONGEST);
        let Ok(answer) = postcard::to_stdvec(&symbols) else {
            return;
        };
        if answers.send(answer).is_err() {
            return;
        }
    }
}

/// A language, and a source in it.
fn parted(question: &[u8]) -> Option<(&'static Language, &[u8])> {
    let end = question.iter().position(|byte| *byte == 0)?;
    let name = &question[..end];
    let language = Language::all().find(|language| language.name.as_bytes() == name)?;
    Some((language, &question[end + 1..]))
}
