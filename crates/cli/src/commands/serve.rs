//! `git memory serve`.

use super::verb::{HelpPage, Verb};
use git_memory_app::wire::{Answered, ServeAnswer, answered};
use std::{io, thread};

use clap::Args;

use crate::editor::is_attended;
use crate::exit::{Exit, Failure};
use crate::output::{Printer, warn};
use crate::program::{Program, Served};
use git_memory_app::workspace::terminal::browse;
use git_memory_app::workspace::{Invocation, Workspace, secret_word};
use git_memory_text::cause;

#[derive(Args)]
pub(crate) struct ServeArgs {
    /// The port on this machine; 0 takes any free one
    #[arg(long, value_name = "NUMBER", default_value_t = 7437)]
    port: u16,
    /// Open the address in git's browser (git-web--browse(1)) or the system's, as on a terminal
    #[arg(long)]
    open: bool,
    /// Open no browser
    #[arg(long, conflicts_with = "open")]
    no_open: bool,
}

impl ServeArgs {
    /// True if a browser is opened: on request, or for a person at a terminal who can see one.
    fn opens(&self, invocation: &Invocation) -> bool {
        let has_screen = !cfg!(target_os = "linux")
            || ["DISPLAY", "WAYLAND_DISPLAY"]
                .iter()
                .any(|name| invocation.environment().variable(name).is_some());
        self.open || !self.no_open && has_screen && is_attended()
    }
}

impl Verb for ServeArgs {
    const PAGE: HelpPage = HelpPage {
        more: "It prints an address with a token, and opens it in a browser for a person at a \
               terminal; requests need the token. Press Ctrl-C to stop.",
        example: "serve --port 0",
    };
    const ANSWERS: &[Answered] = &[answered::<ServeAnswer>("serve")];
}

pub(crate) fn run(
    invocation: &Invocation,
    program: &Program,
    args: &ServeArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    // Every request opens the repository anew; where there is none, that is said before anything is
    // served.
    Workspace::open(invocation)?;
    let token = secret_word()?;
    let ticket = if args.opens(invocation) {
        Some(secret_word()?)
    } else {
        None
    };
    let served = Served {
        port: args.port,
        token: &token,
        ticket: ticket.as_deref(),
    };
    let mut told = Ok(());
    let ended = (program.web)(invocation, program.clock, &served, &mut |address| {
        let whole = format!("http://{address}/?token={token}");
        told = printer.address(&whole);
        if let Some(ticket) = &ticket {
            let environment = invocation.environment().clone();
            let sent = format!("http://{address}/?ticket={ticket}");
            // A browser may stay until it is closed, and it waits for the server.
            let _ = thread::Builder::new().spawn(move || {
                if !browse(&environment, &sent).unwrap_or(false) {
                    warn(&format!(
                        "no browser could be opened; the address is {whole}"
                    ));
                }
            });
        }
    });
    match ended {
        Ok(()) => Ok(told.map(|()| Exit::Done).map_err(|error| stopped(&error))?),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => Err(Failure::fatal(format!(
            "port {} is taken by another program",
            args.port
        ))
        .hint("--port 0 takes any port that is free")),
        Err(error) => Err(stopped(&error)),
    }
}

fn stopped(error: &io::Error) -> Failure {
    Failure::fatal(format!("the server stopped: {}", cause(error)))
}
