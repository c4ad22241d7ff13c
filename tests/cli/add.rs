//! `git memory add-…`.

use crate::common::World;

#[test]
fn a_decision_is_written_staged_and_named() {
    let world = World::with_memory();
    let out = world.memory(["add-decision", "Use Postgres", "--rationale", "It is there.", "--tag", "storage"]).ok();
    let (id, path) = out.trim_end().split_once("  ").unwrap();
    assert_eq!(path, "memory/decisions/261120-use-postgres.md");
    let expected = format!(
        "---\nid: {id}\ntitle: Use Postgres\nstatus: active\nscope: project\ntags: [storage]\nsource: manual\n\
         created: 2026-11-20\nupdated: 2026-11-20\n---\n## Rationale\n\nIt is there.\n"
    );
    assert_eq!(world.read(path), expected);
    assert_eq!(world.status(), format!("A  {path}\n"));
}
