//! The one place that owns the randomness.

use std::cell::Cell;

use super::Error;

/// Random numbers; where a seed is fixed, the same ones for the same questions.
pub(super) struct Random {
    start: u64,
    /// Number of random numbers so far; `None` with a fixed seed.
    drawn: Option<Cell<u64>>,
}

impl Random {
    /// Numbers from a seed, or from the system.
    ///
    /// # Errors
    /// [`Error::NoRandomness`] where the system has none.
    pub(super) fn new(seed: Option<u64>) -> Result<Self, Error> {
        Ok(match seed {
            Some(start) => Self { start, drawn: None },
            None => Self {
                start: getrandom::u64().map_err(Error::NoRandomness)?,
                drawn: Some(Cell::new(0)),
            },
        })
    }

    /// The next number; where a seed is fixed, the one of this attempt.
    pub(super) fn number(&self, attempt: u64) -> u64 {
        let mut start = self.start;
        if let Some(drawn) = &self.drawn {
            drawn.set(drawn.get().wrapping_add(1));
            start = mixed(start, drawn.get());
        }
        mixed(start, attempt.wrapping_add(1))
    }
}

/// `SplitMix64`'s increment and finalizer (Steele, Lea, Flood 2014) spread a seed's small steps over
/// all bits.
fn mixed(seed: u64, steps: u64) -> u64 {
    let mut mixed = seed.wrapping_add(steps.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// A number that is another one in every process: waits that begin together shall not end together.
pub fn jitter() -> u64 {
    // Without randomness they end together, and one of them is first all the same.
    getrandom::u64().unwrap_or(0)
}

/// Returns an unguessable word: 128 bits of the system's randomness, in hexadecimal digits.
///
/// # Errors
/// Where the system has none.
pub fn secret_word() -> Result<String, Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(Error::NoRandomness)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
