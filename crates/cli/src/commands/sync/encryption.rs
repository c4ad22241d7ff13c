//! Notes of `sync` about encryption: who can read what was sent, and what could not be read here.

use super::SyncArgs;
use crate::output::Printer;
use git_memory_app::private::sync::{Encryption, KeyHere, Moved, Synced, Unread};

/// Names what changed, and what is wrong.
pub(super) fn tell(synced: &Synced, args: &SyncArgs, printer: &Printer) {
    let (it, remote) = (&synced.encryption, &synced.remote);
    for (line, reason) in &it.faults {
        printer.note(format!(
            "warning: memory/recipients:{line}: {reason}; the line adds no reader"
        ));
    }
    if !it.readers.is_empty() {
        readers(it, remote, args.reencrypt, printer);
        let is_sent_note = |moved: &Moved| moved.chain.is_none() && moved.sent > 0;
        if synced.moved.iter().any(is_sent_note) {
            printer.note("note: notes on commits are not encrypted");
        }
    }
    unread(it, remote, printer);
    for name in &it.plain {
        printer.note(format!(
            "warning: not pushed: {name}: it is encrypted on {remote}, and no memory/recipients is \
             known here"
        ));
    }
    if !it.plain.is_empty() {
        printer.note("hint: fetch the branch that has it: 'git fetch'");
    }
    if args.reencrypt && it.readers.is_empty() {
        printer.note("note: nothing is encrypted: memory/recipients names no reader");
    }
    if it.left > 0 {
        printer.note(format!(
            "note: {} work logs on {remote} stay as they are: their branches are not here",
            it.left
        ));
    }
}

fn readers(it: &Encryption, remote: &str, is_anew: bool, printer: &Printer) {
    if it.has_sent {
        changes(it, remote, is_anew, printer);
    }
    let said = match &it.key {
        KeyHere::Reads => return,
        KeyHere::Unusable(fault) => format!("warning: cannot decrypt entries: {fault}"),
        KeyHere::Other => {
            "note: no private key here is that of a person in memory/recipients: you \
                           cannot read what others send"
                .to_owned()
        }
    };
    printer.note(said);
    printer.note(
        "hint: name the file of a key without a passphrase: 'git config memory.identity FILE'; \
         'age-keygen -o FILE' makes one",
    );
}

/// Names the people who can read what they could not read before, and the other way round.
fn changes(it: &Encryption, remote: &str, is_anew: bool, printer: &Printer) {
    let names = it.readers.join(", ");
    if is_anew {
        printer.note(format!(
            "note: all entries on {remote} are readable by {names} only; what was fetched before \
             stays readable"
        ));
    } else if it.is_first {
        printer.note(format!(
            "note: entries on {remote} are encrypted now; readable by {names}"
        ));
    }
    for name in &it.added {
        printer.note(format!("note: new entries are now also readable by {name}"));
    }
    for name in &it.removed {
        printer.note(format!(
            "note: new entries are no longer readable by {name}; what was fetched before stays so"
        ));
    }
    if !is_anew && (it.has_plain || !it.added.is_empty() || !it.removed.is_empty()) {
        printer.note("hint: for the entries of before: 'git memory sync --reencrypt'");
    }
}

fn unread(it: &Encryption, remote: &str, printer: &Printer) {
    let no_key = it
        .unread
        .values()
        .filter(|it| **it == Unread::NoKey)
        .count();
    if no_key > 0 {
        printer.note(format!(
            "note: {no_key} {} of {remote} cannot be read here: {}",
            if no_key == 1 { "entry" } else { "entries" },
            Unread::NoKey
        ));
    }
    for (entry, reason) in &it.unread {
        if *reason != Unread::NoKey {
            printer.note(format!(
                "warning: {entry} of {remote} cannot be read: {reason}"
            ));
        }
    }
}
