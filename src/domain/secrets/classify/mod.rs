//! Tells secrets from what only looks like one: [`value`] knows the shapes of values, [`Candidate`]
//! weighs a value by the name that it is given to.

mod candidate;
pub(crate) mod value;

pub(crate) use candidate::{Binding, Candidate};
