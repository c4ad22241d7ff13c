//! What the project index is made from, as the work tree or a commit has it now.
//!
//! [`look`](look::look) walks from the top, over one of two [`Place`](place::Place)s: the work tree,
//! where nothing is read or listed again that did not change (`seen`), or a tree of git's.

mod ignore_rules;
mod look;
mod looked;
mod place;
mod seen;
mod tree_top;
mod work_top;
