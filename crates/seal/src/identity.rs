//! The private key of the person at this machine.

use git_memory_text::limits;

/// A private key that decrypts.
pub struct Identity(Vec<Box<dyn age::Identity + Send + Sync>>);

/// A file that holds no key that can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadIdentity {
    /// A key that asks for a passphrase: nothing may prompt here, as hooks and agents wait.
    #[error("is protected by a passphrase")]
    Protected,
    /// A key of another type.
    #[error("has a key of a type that cannot decrypt: use ssh-ed25519, ssh-rsa or age")]
    Unsupported,
    /// Other content.
    #[error("holds no private key of age or SSH")]
    NoKey,
}

impl Identity {
    /// Reads the content of an age identity file or an SSH private key.
    ///
    /// # Errors
    /// If it holds no key that decrypts without a passphrase.
    pub fn read(content: &[u8]) -> Result<Self, BadIdentity> {
        let Ok(text) = std::str::from_utf8(content) else {
            return Err(BadIdentity::NoKey);
        };
        if content.len() > limits::IDENTITY_BYTES {
            return Err(BadIdentity::NoKey);
        }
        // Files that `age -p` has encrypted.
        if text.starts_with("age-encryption.org/") || text.starts_with("-----BEGIN AGE ENCRYPTED") {
            return Err(BadIdentity::Protected);
        }
        if text.trim_start().starts_with("-----BEGIN") {
            return match age::ssh::Identity::from_buffer(text.as_bytes(), None) {
                Ok(key @ age::ssh::Identity::Unencrypted(_)) => Ok(Self(vec![Box::new(key)])),
                Ok(age::ssh::Identity::Encrypted(_)) => Err(BadIdentity::Protected),
                Ok(age::ssh::Identity::Unsupported(_)) => Err(BadIdentity::Unsupported),
                Err(_) => Err(BadIdentity::NoKey),
            };
        }
        let file = age::IdentityFile::from_buffer(text.as_bytes());
        match file.map(age::IdentityFile::into_identities) {
            Ok(Ok(keys)) if !keys.is_empty() => Ok(Self(keys)),
            _ => Err(BadIdentity::NoKey),
        }
    }

    pub(crate) fn keys(&self) -> impl Iterator<Item = &dyn age::Identity> {
        self.0.iter().map(|key| &**key as &dyn age::Identity)
    }
}
