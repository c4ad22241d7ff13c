//! The commit of an encrypted entry: its id and its time are in clear, so that chains are joined
//! unread. Everything else is in one file of its tree.

use super::entry::{EntryKind, key};
use super::message::{Message, assemble};
use crate::record::RecordId;
use git_memory_guard::{Clean, clean, redact};

/// The file with the encrypted entry.
pub const FILE: &str = "memory/entry.age";
/// Subject of the commit.
const SUBJECT: &str = "Encrypted entry";

/// The message of an encrypted entry; the id is left out if it has another form than ours.
#[must_use]
pub fn message(id: Option<&RecordId>) -> Clean {
    let mut trailers = Vec::new();
    trailers.extend(id.map(|id| (key::ID, clean(id))));
    trailers.push((key::KIND, clean(&EntryKind::Sealed)));
    assemble(&redact(SUBJECT), &Clean::default(), &trailers)
}

/// True if a commit's message is that of an encrypted entry.
#[must_use]
pub fn is_sealed(text: &str) -> bool {
    // Taking every message apart would cost more than looking for a word. A message that says more
    // is not left as it is when it is sent.
    text.contains(SUBJECT) && text == message(clear_id(text).as_ref()).as_str()
}

/// The id in the message of any entry, if it has our form: only that may be in clear.
#[must_use]
pub fn clear_id(text: &str) -> Option<RecordId> {
    Message::parse(text).trailer(key::ID)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encrypted_entry_shows_its_id_only() {
        let id: RecordId = "sum-abc123".parse().unwrap();
        let text = message(Some(&id));
        assert_eq!(
            text.as_str(),
            "Encrypted entry\n\nMemory-Id: sum-abc123\nMemory-Kind: encrypted\n"
        );
        assert!(is_sealed(&text) && is_sealed(&message(None)));
        assert_eq!(clear_id(&text), Some(id));
        assert!(!is_sealed("About encrypted text\n\nMemory-Kind: summary\n"));
        assert!(!is_sealed(
            &text.replace("entry\n", "entry\n\nA secret plan.\n")
        ));
        assert_eq!(clear_id("T\n\nMemory-Id: a secret word\n"), None);
    }
}
