//! The table of commands as help and completion see it. The table itself names their files, so they
//! cannot name it: they are given this.

use std::borrow::Cow;
use std::io;
use std::net::SocketAddr;
use std::time::SystemTime;

use git_memory_app::exchange::site::{Plan, Put};
use git_memory_app::workspace::{Error, Invocation, Workspace};

/// The groups of commands, in the order of the help text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Setting up, and seeing how things are.
    Start,
    /// Writing tracked memory.
    Write,
    /// Reading it, and asking it.
    Read,
    /// Commands that agents call, and people for them.
    Agents,
    /// Memory of this clone only, or of a person.
    Log,
    /// Looking at memory with other programs, and exchanging it with them.
    Share,
    /// Keeping memory in order.
    Care,
    /// Commands for git, shells and packages; left out of the help text.
    Plumbing,
}

impl Group {
    /// The groups that people see, each with its heading.
    pub const SHOWN: [(Self, &'static str); 7] = [
        (Self::Start, "start"),
        (Self::Write, "write"),
        (Self::Read, "read"),
        (Self::Agents, "for agents"),
        (Self::Log, "work log"),
        (Self::Share, "share"),
        (Self::Care, "care"),
    ];
}

/// A command that people see.
pub(crate) struct Listed {
    /// Name of the command, as it is typed.
    pub(crate) name: &'static str,
    /// Group in which the help text lists it.
    pub(crate) group: Group,
    /// One line of help.
    pub(crate) about: Cow<'static, str>,
    /// A command line that does something sensible, without `git memory`.
    pub(crate) example: Cow<'static, str>,
}

/// Function that returns the time: a door that stays open asks it for each request.
pub type Clock = fn() -> SystemTime;

/// Serves agents on standard input and output until they go away. A door does not know the ones
/// beside it: `main` hands it in.
pub type McpDoor = fn(&Invocation, Clock) -> io::Result<()>;

/// Port of a server, and the secrets that let a client in.
pub struct Served<'a> {
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Secret that requests have to know.
    pub token: &'a str,
    /// Ticket that gets the token once, and soon; `None` if no browser is sent.
    pub ticket: Option<&'a str>,
}

/// Serves other programs, and people, on a port of this machine until the process is told to end.
/// The last one is called with the address.
pub type WebDoor = fn(&Invocation, Clock, &Served, &mut dyn FnMut(SocketAddr)) -> io::Result<()>;

/// Shows memory on the terminal until the user has seen enough, with colors or without.
pub type TuiDoor = fn(&Invocation, Clock, bool) -> io::Result<()>;

/// Makes the files of a static site and hands each over with its name; tells how many there are.
pub type SiteMaker = fn(&Workspace, &Plan, &mut Put) -> Result<usize, Error>;

/// The program, for commands that make something of its table or begin something that stays.
pub(crate) struct Program {
    /// The whole command line.
    pub(crate) line: fn() -> clap::Command,
    /// The commands that people see, in the order of the help text.
    pub(crate) listed: fn() -> Vec<Listed>,
    pub(crate) clock: Clock,
    pub(crate) mcp: McpDoor,
    pub(crate) web: WebDoor,
    pub(crate) tui: TuiDoor,
    pub(crate) site: SiteMaker,
}
