//! Rules: the rule files of `memory/rules/` and of the scopes, their faults, and the text that
//! agents read of them.
//!
//! - [`rule`](Rule): rules and their budgets
//! - [`place`](within_budget): the rules that are read at one place
//! - [`check`]: their faults
//! - [`block`](BEGIN): our part of the files that agents read

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
