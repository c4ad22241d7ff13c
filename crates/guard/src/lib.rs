//! The secret guard: decides which text may be written, and which must stay out.
//!
//! [`Guard::admit`] and [`redact()`] are the only ways from raw text to [`Clean`], and every
//! function that writes takes `Clean`: a write path that forgets the guard does not compile.
//! [`rules`] holds the rules as tables, [`scan()`] applies them. [`Known`] holds the values of this
//! machine, [`Assembly`] joins clean parts, [`Spellings`] finds secrets that file names were made
//! of.
//!
//! Values that are computed from a blob and kept under its id depend only on the rules
//! ([`redact()`]), so that they are equal on every machine; text that is written or shown passes
//! everything that a [`Guard`] knows.

#![warn(clippy::disallowed_methods)]

mod allowance;
mod assembly;
mod assignment;
mod base64;
mod bigrams;
mod broken;
mod cell;
mod checksum;
mod classify;
mod clean;
mod codes;
mod columns;
mod decoded;
mod discord;
pub mod dotenv;
mod encrypted;
mod finding;
mod foreign;
mod guard;
mod hashes;
mod header;
mod json_lines;
mod jwt;
mod keyed;
mod known;
mod login;
mod looks_made;
mod marker;
mod name_words;
mod names;
mod personal;
mod picture;
mod plain_form;
mod prefilter;
mod private_key;
mod providers;
mod published;
mod readable;
mod redact;
pub mod rule;
pub mod rules;
mod run;
mod scan;
mod shape;
mod spelling;
#[cfg(test)]
mod tests;
mod told;
mod unlisted;
mod url;
mod work;

pub use allowance::{Allowance, AllowedList};
pub use assembly::{Assembly, Token, clean, clean_name};
pub use checksum::sealed;
pub use clean::{Clean, Refusal};
pub use finding::Finding;
pub use guard::{Allowances, Guard};
pub use hashes::hashes;
pub use known::Known;
pub use marker::is_redacted;
pub use readable::readable;
pub use redact::redact;
pub use rule::Class;
pub use scan::scan;
pub use spelling::{Spellings, has_mixed_run};
