//! The sources of the project index, as the work tree or a commit has them now.
//!
//! [`look`](look::look) walks from the top, over one of two [`Place`](place::Place)s: the work
//! tree, where nothing is read or listed again that did not change (`seen`), or a tree of git's.

mod ignore_rules;
mod look;
mod looked;
mod place;
mod seen;
mod tree_top;
mod work_top;
