//! An agent's step from start to end: it loads memory for its prompt, looks at the policy, keeps a
//! convention that it learned, says what it did, and reads that back.
//!
//! `cargo run --example step -- RUN STEP FILE TEXT`, in a repository that has a memory.

#![allow(clippy::print_stdout, reason = "an example shows its answer")]

use std::env;
use std::error::Error;
use std::time::SystemTime;

use git_memory_app::{
    Access, ContextQuestion, Environment, RecordQuestion, RepoMemory, SummaryFilter, Verdict,
    Writer, get_repo_memory,
};

/// Characters of a prompt that memory may take.
const ROOM: usize = 6_000;

/// A step of an agent.
pub struct Step<'a> {
    /// The run and the step of it.
    pub names: (&'a str, &'a str),
    /// The file that the step changes.
    pub file: &'a str,
    /// A sentence about the work.
    pub text: &'a str,
}

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = env::args().skip(1).collect();
    let [run, step, file, text] = given.as_slice() else {
        return Err("give RUN STEP FILE TEXT".into());
    };
    let here = Environment::of_process(env::current_dir()?, env::vars_os());
    let memory = get_repo_memory(here, SystemTime::now)?;
    let step = Step {
        names: (run, step),
        file,
        text,
    };
    println!("{}", take(memory, &step)?);
    Ok(())
}

/// Takes a step; gives the work log as the next step reads it.
pub fn take(memory: RepoMemory, step: &Step) -> Result<String, Box<dyn Error>> {
    let (run, name) = step.names;
    let memory = memory.written_by(Writer::named("example", run));

    // Before the work: the project's memory that matters for it, and the policy of the file.
    let prompt = memory.context(ContextQuestion {
        query: step.text.to_owned(),
        paths: vec![step.file.to_owned()],
        max_chars: Some(ROOM),
        ..ContextQuestion::default()
    })?;
    for fault in &prompt.faults {
        println!("memory has a fault: {fault}");
    }
    if let Verdict::Denied(denial) = memory.check_path(step.file, Access::Write)? {
        return Err(denial.reason.into());
    }

    // After the work: what the next one has to know. The id lets a repeated step change nothing.
    let convention = memory.upsert_convention(RecordQuestion {
        title: format!("Keep {} covered by tests", step.file),
        id: Some("con-example".to_owned()),
        paths: vec![step.file.to_owned()],
        body: Some("A change of this file comes with a test.".to_owned()),
        ..RecordQuestion::default()
    })?;
    let did = format!("{}\n\nKept {} in mind.", step.text, convention.id());
    memory.append_summary(run, name, &did)?;

    // The next step begins with the steps of its run.
    let filter = SummaryFilter {
        run: Some(run.to_owned()),
        ..SummaryFilter::default()
    };
    let steps = memory.summaries(&filter)?;
    let texts = steps.iter().map(|logged| &*logged.entry.body);
    Ok(texts.collect::<Vec<_>>().join("\n\n"))
}
