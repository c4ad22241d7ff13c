//! The course of an agent's session, told from the file that the agent keeps of it: a transcript of
//! JSON lines, or of one JSON object. The file is a stranger's: a line that cannot be understood is
//! passed over.
//!
//! [`whole`] parts such an object into messages, [`events`] reads one of those, or a line, of any
//! agent into one vocabulary, [`Story`] keeps of all lines what is worth telling, in bounded memory,
//! and [`Report`] is that in few words.

pub(crate) mod asked;
mod call;
mod commands;
pub(crate) mod event;
mod kept;
pub(crate) mod line;
mod reading;
mod report;
mod story;
mod tasks;
#[cfg(test)]
mod tests;
mod whole;

pub use asked::unwrapped;
pub use event::{Act, Event, Task, TaskState};
pub use reading::events;
pub use report::Report;
pub use story::Story;
pub use whole::{Whole, whole};
