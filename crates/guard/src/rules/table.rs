//! All rules in their order: of two that meet on one place, the earlier one names the finding.

use super::super::rule::Rule;
use super::{ai, business, cloud, code, commands, general, keyed_a_to_l, keyed_m_to_z, messaging};

/// Every rule, theme by theme, the most telling first. A rule's position here is its rank.
// A provider tells more than the name of a variable: the key has to be revoked in its console.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    [
        general::FIRST,
        ai::RULES,
        cloud::RULES,
        code::RULES,
        business::RULES,
        messaging::RULES,
        keyed_a_to_l::RULES,
        keyed_m_to_z::RULES,
        commands::RULES,
        general::LAST,
    ]
    .into_iter()
    .flatten()
}
