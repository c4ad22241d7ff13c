//! Tells secrets from texts that only look like one: [`value`] knows the shapes of values,
//! [`placeholder`] the texts in their place; [`Candidate`] weighs a value by the name that it is
//! given to.

mod candidate;
mod invented;
pub(crate) mod placeholder;
pub(crate) mod value;

pub(crate) use candidate::{Binding, Candidate};
pub(crate) use invented::is_invented;
