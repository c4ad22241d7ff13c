//! Records that contradict one of a parent.

use crate::common::{World, has, lacks};
use crate::{decide, world};

/// A repository with the parent `org`, which keeps events in a database, and with a record of its
/// own that says the opposite, committed on `side`.
fn contradicting() -> World {
    let mut world = world(&["org"]);
    let rule = "decisions/dec-events | Keep each event in a relational database | | Transactions.";
    decide(&mut world, "org", rule);
    world.memory("subscribe ../org").ok();
    world.commit("Subscribe");
    world.git("switch -q -c side").ok();
    world.record("decisions/dec-f1les0", "Write events to flat files", "", "");
    world.commit("Decide");
    world
}

const SAID: &str = "contradicts org:dec-events: \u{201c}Write events to flat files\u{201d} / \
                    \u{201c}Keep each event in a relational database\u{201d}";

#[test]
fn a_record_that_contradicts_one_of_a_parent_is_told_wherever_conflicts_are() {
    let world = contradicting();
    for call in ["check", "pr main..side"] {
        has(&world.memory(call).out, SAID);
    }
    has(
        &world.memory("review --conflicts").ok(),
        ["dec-f1les0  Write", "org:dec-events  Keep each event"],
    );
    has(
        &world.memory("status").ok(),
        "1 pair of records may contradict",
    );
    for call in [
        "show --json dec-f1les0",
        "recall flat files",
        "context --query flat",
    ] {
        has(&world.memory(call).ok(), "org:dec-events");
    }
    let added = ["add-decision", "Write all events to flat files"];
    has(&world.memory(added).err, "contradicts org:dec-events");
}

#[test]
fn a_contradiction_to_a_parent_is_settled_by_the_commands_that_are_named() {
    let world = contradicting();
    has(
        &world.memory("check").out,
        "git memory supersede org:dec-events --by dec-f1les0",
    );
    world.memory("set dec-f1les0 related+=org:dec-events").ok();
    lacks(&world.memory("check").out, "contradicts");
    world.memory("set dec-f1les0 related=").ok();
    world
        .memory("supersede org:dec-events --by dec-f1les0")
        .ok();
    let found = world.memory("check").out;
    has(&found, "replaces-parent");
    lacks(&found, "contradicts");
    has(&world.memory("list --parents").ok(), "superseded");
}

#[test]
fn a_record_that_replaced_one_of_a_parent_is_beside_the_one_that_the_parent_replaced_it_with() {
    let mut world = world(&["org"]);
    decide(
        &mut world,
        "org",
        "decisions/dec-0ldone | Keep events in files | status: superseded; superseded_by: [dec-newone] |
         decisions/dec-newone | Keep events in queues | supersedes: [dec-0ldone] |",
    );
    world.memory("subscribe ../org").ok();
    world.record(
        "decisions/dec-0urone",
        "Rotate events daily",
        "supersedes: ['org:dec-0ldone']\n",
        "## Rationale\n\nThe disk is small.",
    );
    world.commit("Decide");
    let said = "dec-0urone and org:dec-newone both supersede the same record";
    has(&world.memory("check").out, said);
    has(
        &world.memory("review --conflicts").ok(),
        ["dec-0urone  Rotate", "org:dec-newone  Keep"],
    );
}
