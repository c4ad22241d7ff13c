//! Reports of the real program, in a repository with twice the records, commits and steps.

use crate::common::{BINARY, Words, World};
use crate::cost::MOST;
use crate::made::made;

/// The smaller number of records, of files and of commits.
const RECORDS: usize = 250;
/// What a report costs beyond that in a repository without records is noise below so many
/// milliseconds.
const FLOOR: u64 = 20;

const REPORTS: [&str; 20] = [
    "check",
    "list",
    "log",
    "log --graph",
    "pr half..main",
    "diff half..main",
    "review",
    "related dec-000001",
    "why src/a0/f1.rs",
    "recall 'queue of the server'",
    "context",
    "context --query 'queue of the server'",
    "verify",
    "verify --rev half..main",
    "summary list",
    "runs",
    "status",
    "scan",
    "scan --all",
    "site ../site",
];

/// The milliseconds of processor time of a report and of what it runs, first without and then with
/// what earlier reports kept.
fn costs(world: &World, report: &str) -> [u64; 2] {
    // A process that reads ahead in the background may still be writing there.
    let remove = "rm -rf .git/memory || { sleep 2; rm -rf .git/memory; }";
    world.shell(remove).ok();
    let line = "TIMEFORMAT='%3U %3S'; time \"$@\" >../out 2>../err; exit $?";
    [(); 2].map(|()| {
        let mut command = world.command("bash");
        command
            .args(["-c", line, "bash", BINARY])
            .args(report.words());
        let output = command.output().unwrap();
        let said = || world.read("../err");
        assert!(
            matches!(output.status.code(), Some(0 | 1)),
            "{report}: {}",
            said()
        );
        let times = String::from_utf8(output.stderr).unwrap();
        let digits = times
            .split_whitespace()
            .map(|time| time.replace(['.', ','], ""));
        digits.map(|time| time.parse::<u64>().unwrap()).sum()
    })
}

/// How much more a report costs in the larger repository, in hundredths.
fn growths(worlds: &[World; 3], report: &str) -> [u64; 2] {
    let [none, once, twice] = worlds.each_ref().map(|world| costs(world, report));
    println!("{report}: {none:?} {once:?} {twice:?}");
    [0, 1].map(|kept| {
        let beyond = |cost: u64| cost.saturating_sub(none[kept]).max(FLOOR);
        beyond(twice[kept]) * 100 / beyond(once[kept])
    })
}

/// The reports that cost more than they may, in repositories without records, with some, and with
/// twice as many.
fn too_costly(worlds: &[World; 3], reports: &[&str]) -> Vec<String> {
    let mut bad = Vec::new();
    for report in reports {
        let mut least = [u64::MAX; 2];
        for _ in 0..5 {
            let growths = growths(worlds, report);
            least = [0, 1].map(|kept| least[kept].min(growths[kept]));
            if least.iter().all(|growth| *growth <= MOST) {
                break;
            }
        }
        if least.iter().any(|growth| *growth > MOST) {
            bad.push(format!("{report}: {least:?} %"));
        }
    }
    bad
}

#[test]
#[ignore = "takes a minute; .ci/run asks for it"]
fn twice_the_records_are_twice_the_work() {
    let worlds = [2, RECORDS, 2 * RECORDS].map(|records| made(records, 16));
    let bad = too_costly(&worlds, &REPORTS);
    println!("{} reports", REPORTS.len());
    assert!(bad.is_empty(), "more than n log n: {bad:#?}");
}

#[test]
#[ignore = "takes a minute; .ci/run asks for it"]
fn twice_the_files_of_one_folder_are_twice_the_work() {
    let sizes = [2, 2 * RECORDS, 4 * RECORDS];
    let worlds = sizes.map(|records| made(records, usize::MAX));
    let bad = too_costly(&worlds, &["review", "verify", "status"]);
    assert!(bad.is_empty(), "more than n log n: {bad:#?}");
}
