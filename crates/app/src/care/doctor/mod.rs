//! Looking after an installation: [`checks`] is a table of what can be wrong and how it is fixed,
//! [`canary`] the check that plants a secret and looks who holds it, [`surroundings`] what a repository
//! brings.

mod canary;
mod checks;
mod forms;
mod nets;
mod running;
mod state;
mod surroundings;
mod two_records;

pub use canary::look as canary;
pub use checks::{Diagnosis, doctor};
pub use state::State;
