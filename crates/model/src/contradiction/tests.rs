//! Pairs of sentences from life, with the verdict that a reader gives.

use super::*;

/// The first record's title and text, the second one's.
type Case = (&'static str, &'static str, &'static str, &'static str);

/// Pairs that cannot both be followed.
const OPPOSITE: [Case; 54] = [
    ("Use tokio", "", "Do not use tokio", ""),
    (
        "Use tokio",
        "",
        "Never use tokio in this project",
        "Never use tokio.",
    ),
    ("Adopt GraphQL", "", "Avoid GraphQL", ""),
    (
        "Allow unsafe code in the parser",
        "",
        "Forbid unsafe code in the parser",
        "",
    ),
    ("Allow force pushes", "", "Force pushes are forbidden", ""),
    (
        "Commit generated files",
        "",
        "Never commit generated files",
        "",
    ),
    (
        "Commit generated files",
        "",
        "Don't commit generated files",
        "",
    ),
    ("Use Postgres for events", "", "Use Oracle for events", ""),
    (
        "Use Postgres for the event store",
        "",
        "Use MySQL for the event store",
        "",
    ),
    (
        "Use PostgreSQL as database",
        "",
        "Use MongoDB as our database",
        "",
    ),
    (
        "Use mimalloc as the allocator",
        "",
        "Use jemalloc as the allocator",
        "",
    ),
    (
        "Use mimalloc as the allocator",
        "",
        "Use the system's allocator",
        "",
    ),
    (
        "Prefer composition over inheritance",
        "",
        "Prefer inheritance over composition",
        "",
    ),
    (
        "Use tabs instead of spaces",
        "",
        "Use spaces instead of tabs",
        "",
    ),
    (
        "Use REST rather than GraphQL",
        "",
        "Use GraphQL rather than REST",
        "",
    ),
    ("Use Yarn, not npm", "", "Use npm, not Yarn", ""),
    ("Use poetry instead of pip", "", "Use pip", ""),
    ("Indent with tabs", "", "Indent with spaces", ""),
    (
        "Name files in kebab-case",
        "",
        "Name files in snake_case",
        "",
    ),
    ("Deploy to AWS", "", "Deploy to Azure", ""),
    ("Write tools in Rust", "", "Write tools in Go", ""),
    (
        "Store events in Postgres",
        "",
        "Store events in MongoDB",
        "",
    ),
    (
        "Keep each event in a relational database",
        "",
        "Write events to flat files",
        "",
    ),
    ("Store times in UTC", "", "Store times in local time", ""),
    (
        "Set the request timeout to 30 seconds",
        "",
        "Set the request timeout to 60 seconds",
        "",
    ),
    ("Keep logs for 30 days", "", "Keep logs for 90 days", ""),
    (
        "Support two versions at once",
        "",
        "Support three versions at once",
        "",
    ),
    (
        "Use Python 3.9 for scripts",
        "",
        "Use Python 3.12 for scripts",
        "",
    ),
    ("Require Rust 1.70", "", "Require Rust 1.80", ""),
    (
        "Limit lines to 80 columns",
        "",
        "Limit lines to 100 columns",
        "",
    ),
    (
        "At most 3 retries for each request",
        "",
        "At most 5 retries for each request",
        "",
    ),
    (
        "Enable telemetry by default",
        "",
        "Disable telemetry by default",
        "",
    ),
    (
        "Support Internet Explorer",
        "",
        "Drop support for Internet Explorer",
        "",
    ),
    ("Accept YAML", "", "Refuse YAML", ""),
    ("Reviews are mandatory", "", "Reviews are optional", ""),
    ("Globals are allowed", "", "Globals are forbidden", ""),
    ("Handlers must not block", "", "Handlers may block", ""),
    ("Global state must not be used", "", "Use global state", ""),
    ("No global state", "", "Use global state", ""),
    ("Log requests", "", "Do not log requests", ""),
    (
        "Database",
        "## Decision\n\nWe will use Terraform for provisioning.",
        "Tools",
        "## Decision\n\nWe will not use Terraform for provisioning.",
    ),
    (
        "Provisioning",
        "## Decision\n\nWe have decided to use Terraform for provisioning.",
        "Tools",
        "## Decision\n\nWe will use Pulumi for provisioning.",
    ),
    (
        "Use Postgres",
        "",
        "Use Oracle 7 for events",
        "We use Oracle for events because it is known. Never use Postgres.",
    ),
    (
        "Timeouts",
        "## Decision\n\nThe upload timeout is 30 seconds.",
        "Uploads",
        "## Decision\n\nThe upload timeout is 5 minutes.\n\nThe upload timeout is 60 seconds.",
    ),
    ("Switch from Jenkins to CircleCI", "", "Use Jenkins", ""),
    ("Replace Redis with Memcached", "", "Use Redis", ""),
    (
        "Use only ripgrep for searches",
        "",
        "Use ugrep for searches",
        "",
    ),
    (
        "Set the upload timeout to 30 s",
        "",
        "Timeouts",
        "The upload timeout is 5 minutes.",
    ),
    (
        "The page limit is 1 MB",
        "",
        "Set the page limit to 2 MB",
        "",
    ),
    ("Merges to main are allowed", "", "No merges to main", ""),
    (
        "Icons are drawn on the server",
        "",
        "Icons must not be drawn on the server",
        "",
    ),
    (
        "The default theme is dark",
        "",
        "The default theme is light",
        "",
    ),
    ("Use Node 18 for builds", "", "Use Node 20 for builds", ""),
    ("Return 400 for bad ids", "", "Return 422 for bad ids", ""),
];

/// Pairs that both can be followed, or of which that is not certain.
const NOT_OPPOSITE: [Case; 48] = [
    ("Use tokio", "", "Log with tracing", ""),
    ("Use tokio", "", "Use tokio", ""),
    ("Use tokio", "", "Do not use tokio in the parser", ""),
    ("Use unwrap in tests", "", "Never use unwrap", ""),
    ("Use Postgres for events", "", "Use Redis for sessions", ""),
    (
        "Use Postgres for events",
        "",
        "Use Postgres 16 for events",
        "",
    ),
    (
        "Use PostgreSQL for events",
        "",
        "Use Postgres for events",
        "",
    ),
    ("Use Kafka for events", "", "Use Avro for events", ""),
    ("Use Postgres for events", "", "Use Oracle for billing", ""),
    ("Use Postgres", "", "Use SQLite", ""),
    (
        "Use unit tests for parsing",
        "",
        "Use integration tests for parsing",
        "",
    ),
    (
        "Prefer composition over inheritance",
        "",
        "Prefer clarity over speed",
        "",
    ),
    (
        "Use Postgres instead of MySQL",
        "",
        "Use MySQL for tests",
        "",
    ),
    (
        "Set the request timeout to 30 seconds",
        "",
        "Set the connection timeout to 60 seconds",
        "",
    ),
    (
        "Set the request timeout to 30 seconds",
        "",
        "Set the request timeout to 30 seconds",
        "",
    ),
    (
        "Phase 1 of the migration",
        "",
        "Phase 2 of the migration",
        "",
    ),
    (
        "Roadmap for 2025 and beyond",
        "",
        "Roadmap for 2026 and beyond",
        "",
    ),
    (
        "Release 1.2 notes for users",
        "",
        "Release 1.3 notes for users",
        "",
    ),
    ("Support Python 3.9", "", "Support Python 3.12", ""),
    (
        "Logs",
        "The log of area 3 is kept.",
        "Logs",
        "The log of area 4 is kept.",
    ),
    (
        "Route calls of tenant 7 to the old server",
        "",
        "Route calls of tenant 8 to the old server",
        "",
    ),
    (
        "Send mail through one queue",
        "",
        "Keep each event in a relational database",
        "",
    ),
    ("Allow plugins", "", "Forbid network access of plugins", ""),
    (
        "Allow unsafe code in the parser",
        "",
        "Forbid unsafe code in handlers",
        "",
    ),
    (
        "Use JSON for configuration or YAML",
        "",
        "Do not use YAML for messages",
        "",
    ),
    ("Should we use tokio?", "", "Do not use tokio", ""),
    ("Use feature flags", "", "Remove old feature flags", ""),
    (
        "Cache results for 5 minutes",
        "",
        "Cache results in Redis",
        "",
    ),
    ("Use Rust for the parser", "", "Use Python for scripts", ""),
    ("Do not use tokio", "", "Do not use async-std", ""),
    ("Write docs in Markdown", "", "Write scripts in Bash", ""),
    (
        "Store passwords with bcrypt",
        "",
        "Store events in Postgres",
        "",
    ),
    (
        "Use tokio when the server is large",
        "",
        "Do not use tokio when the server is small",
        "",
    ),
    (
        "Database",
        "## Considered options\n\n- Do not use a database",
        "Store",
        "Use a database.",
    ),
    (
        "Database",
        "## Decision\n\nWe could use Oracle for events.",
        "Use Postgres for events",
        "",
    ),
    (
        "Commits",
        "## Decision\n\nA commit is one idea.",
        "Rules",
        "## Decision\n\nNever commit.",
    ),
    (
        "Rebase branches onto main",
        "",
        "Merge branches with squash",
        "",
    ),
    ("Keep dates in ISO 8601", "", "Keep history in git", ""),
    (
        "Require two reviews for releases",
        "",
        "Require one review for documentation",
        "",
    ),
    (
        "A file without an id is a page",
        "",
        "A file's age is looked up by its blob",
        "",
    ),
    ("Client: use JSON", "", "Server: do not use JSON", ""),
    ("Send mail by queue 7", "", "Send mail by queue 2", ""),
    ("Plan for quarter 2", "", "Plan for quarter 3", ""),
    (
        "Set the upload timeout to 60 seconds",
        "",
        "The upload timeout is 1 minute",
        "",
    ),
    (
        "The default theme is dark",
        "",
        "The default language is English",
        "",
    ),
    ("The theme is dark", "", "The theme is small", ""),
    (
        "Icons are drawn on the server",
        "",
        "Icons must not be drawn on the client",
        "",
    ),
    (
        "Enable telemetry in debug builds",
        "",
        "Disable telemetry by default",
        "",
    ),
];

fn judged((one, one_text, other, other_text): Case, area: Area) -> Option<Contradiction> {
    contradiction(&claims(one, one_text), &claims(other, other_text), area)
}

#[test]
fn pairs_that_cannot_both_be_followed_contradict_each_other() {
    let mut missed = Vec::new();
    for case in OPPOSITE {
        let (one, one_text, other, other_text) = case;
        let turned = judged((other, other_text, one, one_text), Area::Unknown);
        let found = judged(case, Area::Unknown);
        assert_eq!(found.is_some(), turned.is_some(), "{case:?}");
        if found.is_none() {
            missed.push((one, other));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn pairs_that_can_both_be_followed_do_not() {
    let mut told = Vec::new();
    for case in NOT_OPPOSITE {
        told.extend(judged(case, Area::Common).filter(|_| case.0 != "Use Postgres"));
        told.extend(judged(case, Area::Unknown));
    }
    assert!(told.is_empty(), "{told:#?}");
}

#[test]
fn files_in_common_make_things_of_one_family_a_choice_and_other_files_none() {
    let bare = ("Use Postgres", "", "Use SQLite", "");
    assert!(judged(bare, Area::Common).is_some());
    let rule = ("Use tokio", "", "Do not use tokio", "");
    assert!(judged(rule, Area::Common).is_some());
    assert!(judged(rule, Area::Apart).is_none());
    // The subject is named: files do not matter.
    let named = ("Use Postgres for events", "", "Use Oracle for events", "");
    assert!(judged(named, Area::Apart).is_some());
}

#[test]
fn the_sentences_come_in_the_order_of_the_records_titles_first() {
    let text = "## Decision\n\nTokio is known to us. Use `tokio`.";
    let found = judged(("Runtime", text, "Never use tokio", ""), Area::Unknown).unwrap();
    assert_eq!(found.sentences, ["Use tokio.", "Never use tokio"]);
    assert_eq!(found.strength, 2);
    let titles = judged(("Use tokio", text, "Never use tokio", ""), Area::Unknown).unwrap();
    assert_eq!(
        (titles.sentences[0].as_str(), titles.strength),
        ("Use tokio", 3)
    );
}
