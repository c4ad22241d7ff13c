//! Encrypts and decrypts, with padding.

use std::io::{Read, Write};

use super::{Identity, Person};

/// Smallest size of padded content, in bytes. Larger ones are the next power of two.
const SMALLEST: usize = 1024;

/// Encrypts to some people, and decrypts with the key of one of them.
#[derive(Default)]
pub struct Sealer {
    people: Vec<Person>,
    identity: Option<Identity>,
}

/// Content that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Unread {
    /// It is not encrypted to the key that is here, or there is no key here.
    #[error("not encrypted to a key that is here")]
    NoKey,
    /// It was changed or cut off, or another program made it.
    #[error("damaged")]
    Damaged,
    /// It is larger than what is read.
    #[error("too large")]
    TooLarge,
}

/// A failure of encryption.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot encrypt an entry of the work log")]
pub struct CannotSeal;

impl Sealer {
    /// A sealer for some people; without an identity nothing can be decrypted.
    #[must_use]
    pub fn new(people: Vec<Person>, identity: Option<Identity>) -> Self {
        Self { people, identity }
    }

    /// True if there are people to encrypt to.
    #[must_use]
    pub fn seals(&self) -> bool {
        !self.people.is_empty()
    }

    /// Encrypts content to all people. Two calls give different bytes.
    ///
    /// # Errors
    /// [`CannotSeal`] without people.
    pub fn seal(&self, content: &[u8]) -> Result<Vec<u8>, CannotSeal> {
        let people = self
            .people
            .iter()
            .map(|person| person.recipient.recipient());
        let encryptor = age::Encryptor::with_recipients(people).map_err(|_| CannotSeal)?;
        let mut sealed = Vec::new();
        let mut writer = encryptor.wrap_output(&mut sealed).map_err(|_| CannotSeal)?;
        writer.write_all(&padded(content)).map_err(|_| CannotSeal)?;
        writer.finish().map_err(|_| CannotSeal)?;
        Ok(sealed)
    }

    /// Decrypts content of at most `limit` bytes.
    ///
    /// # Errors
    /// [`Unread`], with the reason.
    pub fn open(&self, sealed: &[u8], limit: usize) -> Result<Vec<u8>, Unread> {
        let decryptor = age::Decryptor::new_buffered(sealed).map_err(|_| Unread::Damaged)?;
        // A passphrase is no recipient, and deriving a key from one takes a second.
        if decryptor.is_scrypt() {
            return Err(Unread::Damaged);
        }
        let Some(identity) = &self.identity else {
            return Err(Unread::NoKey);
        };
        let reader = match decryptor.decrypt(identity.keys()) {
            Ok(reader) => reader,
            Err(age::DecryptError::NoMatchingKeys) => return Err(Unread::NoKey),
            Err(_) => return Err(Unread::Damaged),
        };
        // With padding it is at most twice as long.
        let most = 2 * limit as u64 + SMALLEST as u64;
        let mut content = Vec::new();
        match reader.take(most + 1).read_to_end(&mut content) {
            Ok(_) if content.len() as u64 > most => return Err(Unread::TooLarge),
            Ok(_) => {}
            Err(_) => return Err(Unread::Damaged),
        }
        unpadded(&content)
            .map(<[u8]>::to_vec)
            .ok_or(Unread::Damaged)
    }
}

/// The content after its length, and zeros up to the next power of two.
fn padded(content: &[u8]) -> Vec<u8> {
    let mut padded = format!("{}\n", content.len()).into_bytes();
    padded.extend_from_slice(content);
    let size = padded.len().next_power_of_two().max(SMALLEST);
    padded.resize(size, 0);
    padded
}

fn unpadded(padded: &[u8]) -> Option<&[u8]> {
    let end = padded.iter().position(|byte| *byte == b'\n')?;
    let length: usize = std::str::from_utf8(&padded[..end]).ok()?.parse().ok()?;
    padded[end + 1..].get(..length)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::{BadIdentity, Recipients};
    use age::secrecy::ExposeSecret;
    use proptest::prelude::*;

    /// The public key of [`PLAIN`], a key that was made for this test.
    const PUBLIC: &str =
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIK5lRJ8h9gcjRph+CdR2ziR5BBdEAFGCaibc5mN+/pQP";
    /// The private keys without and with a passphrase, in lines as `ssh-keygen` writes them.
    const PLAIN: [&str; 5] = [
        "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW",
        "QyNTUxOQAAACCuZUSfIfYHI0aYfgnUds4keQQXRABRgmom3OZjfv6UDwAAAIiKq9t8iqvb",
        "fAAAAAtzc2gtZWQyNTUxOQAAACCuZUSfIfYHI0aYfgnUds4keQQXRABRgmom3OZjfv6UDw",
        "AAAEBNvmIjiAyr1t5eptJcxIPEZVpNLR5XmMzt3pF6Cg2Yqa5lRJ8h9gcjRph+CdR2ziR5",
        "BBdEAFGCaibc5mN+/pQPAAAAAAECAwQF",
    ];
    const LOCKED: [&str; 6] = [
        "b3BlbnNzaC1rZXktdjEAAAAACmFlczI1Ni1jdHIAAAAGYmNyeXB0AAAAGAAAABCdA7KuRn",
        "N22TCIPZaZNJGuAAAAEAAAAAEAAAAzAAAAC3NzaC1lZDI1NTE5AAAAIDpFUpXxevOvzqOf",
        "Eadrwu/CXvI550sahzyYJspHgobtAAAAkG2hIkvSAzz9D27HUSyPhv05ajEp+yGU7Gxyap",
        "LfkVM0NDGzpJXB0qWmcAJ/8tiyZXLeiv+XBYKs/HmByCetwaniu8vhJWcfefIwcteYfbf9",
        "4RYU+438O59rSPV6ylWS1bGp+gPCdjw0WMESXPOso9pGfDAq/o99X7Ni5UGqa1bRLqkeEr",
        "HO47K6CWFd7I0MrA==",
    ];

    fn ssh_file(lines: &[&str]) -> String {
        // Put together here, so that no scanner finds a key in this file.
        let mark = |word: &str| format!("-----{word} OPENSSH {} KEY-----\n", "PRIVATE");
        format!("{}{}\n{}", mark("BEGIN"), lines.join("\n"), mark("END"))
    }

    fn pair() -> (String, Identity) {
        let key = age::x25519::Identity::generate();
        let secret = key.to_string();
        let identity = Identity::read(secret.expose_secret().as_bytes()).unwrap();
        (key.to_public().to_string(), identity)
    }

    fn sealer(keys: &[&str], identity: Option<Identity>) -> Sealer {
        let lines: Vec<String> = keys.iter().map(|key| format!("a {key}\n")).collect();
        Sealer::new(Recipients::read(lines.concat().as_bytes()).people, identity)
    }

    #[test]
    fn those_who_are_named_can_read_and_others_cannot() {
        let ((one, its), (two, other)) = (pair(), pair());
        let hidden = sealer(&[&one, &two], None).seal(b"hello").unwrap();
        for identity in [its, other] {
            let opened = sealer(&[], Some(identity)).open(&hidden, 100);
            assert_eq!(opened.unwrap(), b"hello");
        }
        let third = sealer(&[&one], Some(pair().1));
        assert_eq!(third.open(&hidden, 100), Err(Unread::NoKey));
        assert_eq!(sealer(&[], None).open(&hidden, 100), Err(Unread::NoKey));
        assert_eq!(sealer(&[], None).seal(b""), Err(CannotSeal));
    }

    #[test]
    fn a_key_of_ssh_reads_what_is_sent_to_it() {
        let identity = Identity::read(ssh_file(&PLAIN).as_bytes()).unwrap();
        let sealer = sealer(&[PUBLIC], Some(identity));
        let hidden = sealer.seal(b"hello").unwrap();
        assert_eq!(sealer.open(&hidden, 100).unwrap(), b"hello");
        let locked = Identity::read(ssh_file(&LOCKED).as_bytes());
        assert_eq!(locked.err(), Some(BadIdentity::Protected));
    }

    #[test]
    fn an_identity_has_so_many_bytes() {
        let text = "#".repeat(git_memory_text::limits::IDENTITY_BYTES + 1);
        let fault = Identity::read(text.as_bytes()).err();
        assert_eq!(fault, Some(BadIdentity::NoKey));
    }

    #[test]
    fn sizes_are_rounded_up() {
        let size = |bytes: usize| padded(&vec![b'x'; bytes]).len();
        assert_eq!([0, 1000, 1100, 2000].map(size), [1024, 1024, 2048, 2048]);
        assert_eq!(size(64 << 10), 128 << 10);
    }

    #[test]
    fn a_changed_byte_is_noticed_wherever_it_is() {
        let (key, identity) = pair();
        let sealer = sealer(&[&key], Some(identity));
        let hidden = sealer.seal(b"hello").unwrap();
        for at in 0..hidden.len() {
            let mut damaged = hidden.clone();
            damaged[at] ^= 1;
            assert!(sealer.open(&damaged, 100).is_err(), "{at}");
            assert!(sealer.open(&hidden[..at], 100).is_err(), "{at}");
        }
    }

    #[test]
    fn what_is_decrypted_has_a_limit() {
        let (key, identity) = pair();
        let sealer = sealer(&[&key], Some(identity));
        let hidden = sealer.seal(&vec![0; 100_000]).unwrap();
        assert_eq!(sealer.open(&hidden, 10_000), Err(Unread::TooLarge));
        assert_eq!(sealer.open(&hidden, 100_000).unwrap().len(), 100_000);
    }

    #[test]
    fn other_files_are_no_keys() {
        for (text, fault) in [
            ("", BadIdentity::NoKey),
            ("# comment\n", BadIdentity::NoKey),
            ("hello\n", BadIdentity::NoKey),
            ("-----BEGIN OPENSSH PRIVATE KEY-----\n", BadIdentity::NoKey),
            ("age-encryption.org/v1\n", BadIdentity::Protected),
        ] {
            assert_eq!(Identity::read(text.as_bytes()).err(), Some(fault), "{text}");
        }
    }

    proptest! {
        #[test]
        fn content_comes_back(content in proptest::collection::vec(any::<u8>(), 0..5000)) {
            let padded = padded(&content);
            prop_assert_eq!(unpadded(&padded), Some(content.as_slice()));
        }
    }
}
