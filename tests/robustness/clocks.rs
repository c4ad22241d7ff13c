//! Clocks that are wrong, or jump.

use crate::cases::Template;
use crate::whole::assert_sound;

#[test]
#[ignore = "takes minutes"]
fn a_clock_that_jumps_changes_no_order() {
    let template = Template::new();
    let mut world = template.copy();
    let clocks = [
        "1970-01-01T00:00:00Z",
        "2038-01-19T03:14:08Z",
        "2106-02-07T06:28:16Z",
        "1999-12-31T23:59:59Z",
        "2026-11-20T12:00:00Z",
    ];
    for (nth, clock) in clocks.iter().enumerate() {
        world.set("GIT_MEMORY_CLOCK", clock);
        let title = format!("At {nth}");
        world.memory(["add-note", &title]).ok();
        world
            .memory([
                "summary", "append", "--run", "c", "--step", "1", "--title", &title,
            ])
            .ok();
        world.memory(["recall", "queue"]).ok();
        world.memory(["context", "--query", "queue"]).ok();
        world.memory(["review"]).ok();
        assert_sound(&world, clock);
    }
    let log = world.memory(["summary", "list"]).ok();
    let titles: Vec<&str> = log
        .lines()
        .filter_map(|line| line.get(line.find("At ")?..)?.get(..4))
        .collect();
    assert_eq!(titles, ["At 4", "At 3", "At 2", "At 1", "At 0"], "{log}");
}
