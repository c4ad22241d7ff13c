//! Hot memory: the rule files of `memory/rules/` and of the scopes, what is wrong with them, and
//! what agents read of them.
//!
//! - [`rule`](Rule): rules and their budgets
//! - [`place`](within_budget): how much of them is read at one place
//! - [`check`]: what is wrong with them
//! - [`block`](BEGIN): what is ours in the files that agents read

mod block;
mod check;
mod place;
mod rule;

pub use block::{
    AGENTS, BEGIN, CLAUDE, CURSOR, END, LINKS, MADE, OddMarks, begin, has_block, is_ours_at, made,
    may_be_ours, spoiled, with_block, without_block,
};
pub use check::{Finding, check};
pub use place::{too_much, within_budget};
pub use rule::{Rule, ScopeRules};
