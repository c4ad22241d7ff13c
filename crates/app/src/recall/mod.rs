//! Finding the right record: `recall`, `related`, `why`, and the ways to improve them: `feedback`
//! and `review`.
//!
//! [`sources`] opens the texts for a question, [`wanted`] filters them, [`preferences`] raises some
//! of them, [`results`] turns a ranked document into a [`Hit`]. [`entities`] are files, people,
//! packages and addresses, which are tied to records. [`answer`] and
//! [`related`](mod@related) put these together.

mod answer;
mod applies_to;
pub(crate) mod applying;
mod arrivals;
pub mod backtest;
pub mod blame;
mod cited;
pub(crate) mod commits;
mod common_ground;
pub mod contested;
pub mod entities;
pub mod feedback;
mod file_names;
mod followers;
pub mod following;
pub mod for_browsers;
mod hit;
pub mod idle;
mod location;
pub mod meaning;
mod near;
mod numbered;
mod open;
mod preferences;
mod question;
pub(crate) mod ratings;
pub mod recalled;
pub mod related;
mod results;
pub mod review;
pub mod reviewed;
pub(crate) mod rivals;
mod rules;
mod sources;
pub mod suggest;
mod symbol_lines;
mod symbols;
mod texts;
pub mod tuning;
mod wanted;
pub mod why;

pub use answer::{Answer, recall};
pub(crate) use answer::{Asked, Ranking, prospect, rank};
pub(crate) use applies_to::applies_to;
pub(crate) use applying::{Applier, Applying};
pub(crate) use common_ground::decides;
pub(crate) use hit::Standing;
pub use hit::{Hit, Origin};
pub(crate) use location::Location;
pub(crate) use numbered::{double, named_by};
pub(crate) use open::with_index;
pub use question::{AnswerForm, RecallQuestion};
pub use related::{RELATED, Related, related};
pub use results::MEANT;
pub(crate) use sources::{SourceKind, Sources};
pub(crate) use texts::LooseText;
