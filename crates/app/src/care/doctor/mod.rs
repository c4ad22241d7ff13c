//! Care of an installation: [`checks`] is a table of possible faults and their repairs, [`canary`]
//! the check that plants a secret and looks for nets that hold it, [`surroundings`] the checks of
//! the repository.

mod canary;
mod checks;
mod nets;
mod running;
mod state;
mod surroundings;
mod two_records;

pub use canary::look as canary;
pub use checks::{Diagnosis, doctor};
pub use state::State;
