//! The process that reads sources: sources in, symbols or matches out, until no more are asked for.

use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Instant;
use std::{io, thread};

use super::bounds::{LAST, STACK, bound_memory};
use super::exchange::{CODE, GREETING, QUESTION, SYMBOLS, receive, send};
use crate::Error;
use git_memory_policy::code::CodeReader;
use git_memory_policy::map::{Language, SymbolReader};
use git_memory_text::limits;

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
    let (mut symbols, mut code) = (SymbolReader::default(), CodeReader::default());
    for question in questions {
        let start = Instant::now();
        let is_over = || start.elapsed() > limits::SOURCE_TIME;
        let answer = match parted(&question) {
            Some((SYMBOLS, language, source)) => {
                postcard::to_stdvec(&symbols.read(language, source, &is_over))
            }
            Some((CODE, language, rest)) => {
                let Ok((patterns, source)) = postcard::take_from_bytes::<Vec<String>>(rest) else {
                    return;
                };
                // Bytes of another encoding match nothing, and lines stay as they are.
                let source = String::from_utf8_lossy(source);
                postcard::to_stdvec(&code.lines(language, &patterns, &source))
            }
            _ => return,
        };
        let Ok(answer) = answer else { return };
        if answers.send(answer).is_err() {
            return;
        }
    }
}

/// Kind of a question, a language, and the rest.
fn parted(question: &[u8]) -> Option<(u8, &'static Language, &[u8])> {
    let (kind, question) = question.split_first()?;
    let end = question.iter().position(|byte| *byte == 0)?;
    let name = &question[..end];
    let language = Language::all().find(|language| language.name.as_bytes() == name)?;
    Some((*kind, language, &question[end + 1..]))
}
