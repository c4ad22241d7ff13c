//! Words that rules and choices are made of: verbs, prepositions, and things of one family, of
//! which a project takes one for one purpose.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Verbs of a rule: the class of the verb, its forms, and those that say the opposite.
pub(super) struct Verbs {
    pub(super) class: &'static str,
    pub(super) to: &'static [&'static str],
    pub(super) not_to: &'static [&'static str],
}

/// Verbs by class. One word may say the opposite of several.
pub(super) const VERBS: &[Verbs] = &[
    Verbs {
        class: "use",
        to: &[
            "use",
            "adopt",
            "choose",
            "pick",
            "select",
            "prefer",
            "employ",
            "go with",
            "rely on",
            "depend on",
            "switch to",
            "migrate to",
            "move to",
            "standardize on",
            "standardise on",
            "settle on",
            "opt for",
            "stick with",
            "make use of",
            "favor",
            "favour",
        ],
        not_to: &[
            "avoid",
            "ban",
            "forbid",
            "prohibit",
            "disallow",
            "drop",
            "abandon",
            "stop using",
            "avoid using",
            "get rid of",
            "do without",
            "move away from",
            "migrate away from",
            "migrate off",
            "use no",
            "not to use",
        ],
    },
    Verbs {
        class: "allow",
        to: &["allow", "permit", "tolerate"],
        not_to: &[
            "forbid", "ban", "prohibit", "disallow", "deny", "refuse", "reject",
        ],
    },
    Verbs {
        class: "accept",
        to: &["accept"],
        not_to: &["reject", "refuse"],
    },
    Verbs {
        class: "enable",
        to: &["enable", "turn on", "switch on"],
        not_to: &["disable", "turn off", "switch off"],
    },
    Verbs {
        class: "support",
        to: &["support"],
        not_to: &["drop support for", "remove support for", "end support for"],
    },
    Verbs {
        class: "include",
        to: &["include"],
        not_to: &["exclude", "leave out", "omit"],
    },
    Verbs {
        class: "require",
        to: &["require", "insist on", "demand"],
        not_to: &[],
    },
    Verbs {
        class: "keep",
        to: &["keep", "retain", "preserve"],
        not_to: &["remove", "delete", "drop", "discard"],
    },
    Verbs {
        class: "store",
        to: &[
            "store", "keep", "save", "put", "write", "hold", "persist", "record",
        ],
        not_to: &[],
    },
];

/// Participles and adjectives of a rule about a subject: "globals are forbidden".
pub(super) const STATES: &[(&str, &str, bool)] = &[
    ("used", "use", true),
    ("avoided", "use", false),
    ("forbidden", "use", false),
    ("banned", "use", false),
    ("prohibited", "use", false),
    ("allowed", "allow", true),
    ("permitted", "allow", true),
    ("forbidden", "allow", false),
    ("banned", "allow", false),
    ("prohibited", "allow", false),
    ("disallowed", "allow", false),
    ("enabled", "enable", true),
    ("disabled", "enable", false),
    ("supported", "support", true),
    ("required", "require", true),
    ("mandatory", "require", true),
    ("obligatory", "require", true),
    ("optional", "require", false),
    ("stored", "store", true),
    ("kept", "store", true),
    ("written", "store", true),
    ("saved", "store", true),
    ("accepted", "accept", true),
    ("rejected", "accept", false),
    ("refused", "accept", false),
    ("committed", "commit", true),
    ("checked", "check", true),
    ("encrypted", "encrypt", true),
    ("cached", "cache", true),
    ("logged", "log", true),
];

/// Words between the subject of a sentence and its verb.
pub(super) const MODALS: [&str; 9] = [
    "must", "should", "may", "shall", "can", "will", "is", "are", "be",
];

/// Words before a rule that say nothing of it.
pub(super) const FILLERS: [&str; 26] = [
    "we",
    "will",
    "shall",
    "should",
    "must",
    "have",
    "decided",
    "agreed",
    "chosen",
    "are",
    "going",
    "to",
    "therefore",
    "now",
    "also",
    "always",
    "please",
    "thus",
    "hence",
    "so",
    "do",
    "let",
    "us",
    "decide",
    "continue",
    "want",
];

/// Words that begin the circumstances of a rule.
pub(super) const PREPOSITIONS: [&str; 20] = [
    "for", "as", "in", "on", "at", "with", "to", "from", "by", "into", "under", "within", "during",
    "between", "across", "inside", "outside", "through", "via", "of",
];

/// Words that make a rule depend on something.
pub(super) const CONDITIONS: [&str; 12] = [
    "if", "when", "unless", "except", "until", "while", "where", "whenever", "before", "after",
    "once", "without",
];

/// Words with which a sentence goes on to something else.
pub(super) const ENDINGS: [&str; 12] = [
    "because", "since", "so", "which", "that", "but", "although", "though", "and", "or", "whose",
    "than",
];

/// Words that change nothing about a thing.
pub(super) const DETERMINERS: [&str; 20] = [
    "the", "a", "an", "our", "all", "any", "every", "each", "its", "their", "this", "these", "own",
    "new", "both", "own", "some", "of", "your", "my",
];

/// Determiners of a slot that has room for one.
pub(super) const DEFINITE: [&str; 9] = [
    "the", "our", "default", "only", "primary", "main", "standard", "sole", "single",
];

/// Nouns before a number that only names a thing.
pub(super) const NUMBERED: [&str; 24] = [
    "phase",
    "part",
    "step",
    "v",
    "release",
    "milestone",
    "sprint",
    "week",
    "day",
    "adr",
    "rfc",
    "issue",
    "pr",
    "chapter",
    "level",
    "stage",
    "iteration",
    "case",
    "rule",
    "tier",
    "edition",
    "option",
    "draft",
    "no",
];

/// Words before a number that is set.
pub(super) const SETTING: [&str; 16] = [
    "is", "are", "to", "at", "of", "most", "least", "than", "every", "after", "within", "for",
    "up", "by", "be", "=",
];

/// Things of which a project takes one for one purpose.
const FAMILIES: &[&[&str]] = &[
    &[
        "postgres",
        "mysql",
        "mariadb",
        "oracle",
        "sqlite",
        "mongodb",
        "cassandra",
        "dynamodb",
        "mssql",
        "cockroachdb",
        "duckdb",
        "couchdb",
        "firestore",
        "neo4j",
    ],
    &[
        "kafka", "rabbitmq", "nats", "pulsar", "sqs", "kinesis", "activemq", "zeromq",
    ],
    &["redis", "memcached", "hazelcast"],
    &[
        "rust",
        "go",
        "python",
        "java",
        "kotlin",
        "typescript",
        "javascript",
        "ruby",
        "c",
        "c++",
        "c#",
        "scala",
        "elixir",
        "php",
        "swift",
        "zig",
        "perl",
        "haskell",
        "bash",
    ],
    &[
        "json", "yaml", "toml", "xml", "csv", "protobuf", "msgpack", "avro", "cbor", "thrift",
    ],
    &[
        "github-actions",
        "jenkins",
        "travis",
        "circleci",
        "gitlab-ci",
        "buildkite",
        "concourse",
    ],
    &[
        "mit",
        "apache-2.0",
        "apache",
        "gpl",
        "agpl",
        "lgpl",
        "bsd",
        "mpl",
        "cc0",
    ],
    &["tokio", "async-std", "smol"],
    &["tracing", "slog", "log4j", "logback", "zap", "logrus"],
    &["react", "vue", "angular", "svelte", "preact", "ember"],
    &["aws", "gcp", "azure"],
    &["kubernetes", "nomad", "ecs", "swarm", "paas"],
    &["terraform", "pulumi", "cloudformation"],
    &["npm", "yarn", "pnpm", "bun"],
    &["pip", "poetry", "uv", "pipenv"],
    &["git", "mercurial", "subversion"],
    &["monorepo", "polyrepo"],
    &["rebase", "merge", "squash"],
    &["rest", "graphql", "grpc", "soap"],
    &["tab", "space"],
    &["snake_case", "camelcase", "kebab-case", "pascalcase"],
    &["utf-8", "utf-16", "latin-1", "ascii"],
    &["uuid", "ulid", "snowflake", "auto-increment"],
    &["database", "file", "memory"],
    &["celsius", "fahrenheit", "kelvin"],
    &["metric", "imperial"],
    &["gzip", "brotli", "zstd", "deflate"],
    &["cypress", "playwright", "selenium", "puppeteer"],
    &["webpack", "vite", "rollup", "parcel", "esbuild"],
    &["elasticsearch", "opensearch", "solr", "meilisearch"],
    &["ansible", "puppet", "chef"],
    &["integer", "string", "float"],
    &["jest", "mocha", "vitest"],
    &["pytest", "unittest"],
    &["junit", "testng"],
    &["make", "cmake", "bazel", "gradle", "maven"],
    &["markdown", "asciidoc", "restructuredtext"],
    &["lf", "crlf"],
    &["sha-1", "sha-256", "md5", "blake3"],
    &["bcrypt", "argon2", "scrypt"],
    &["optimistic", "pessimistic"],
    &["eager", "lazy"],
    &["push", "pull"],
    &["monolith", "microservice"],
    &["synchronous", "asynchronous"],
    &["polling", "webhook"],
    &["utc", "local"],
    &["signed", "unsigned"],
    &["public", "private"],
];

/// Other names of things.
const NAMES: &[(&str, &str)] = &[
    ("postgresql", "postgres"),
    ("mongo", "mongodb"),
    ("golang", "go"),
    ("k8s", "kubernetes"),
    ("js", "javascript"),
    ("ts", "typescript"),
    ("yml", "yaml"),
    ("protobufs", "protobuf"),
    ("reactjs", "react"),
    ("vuejs", "vue"),
    ("sha1", "sha-1"),
    ("sha256", "sha-256"),
    ("utf8", "utf-8"),
    ("async", "asynchronous"),
    ("sync", "synchronous"),
    ("spaces", "space"),
    ("apache-2", "apache-2.0"),
    ("db", "database"),
    ("databases", "database"),
];

/// The usual name of a thing.
pub(super) fn usual_name(word: &str) -> &str {
    let named = NAMES.iter().find(|(other, _)| *other == word);
    named.map_or(word, |(_, usual)| usual)
}

/// True if both have one thing of the same family, and not the same one.
pub(super) fn differ_in_family(mine: &[&str], theirs: &[&str]) -> bool {
    FAMILIES.iter().any(|family| {
        let member = |words: &[&str]| {
            let mut found = words.iter().filter(|it| family.contains(it));
            let first = found.next().map(|it| (*it).to_owned());
            first.filter(|_| found.next().is_none())
        };
        matches!((member(mine), member(theirs)), (Some(one), Some(other)) if one != other)
    })
}

/// Beginning of the key of a choice among a family, without a slot.
pub(super) const FAMILY: &str = "family ";

/// The family of a thing, by its number.
pub(super) fn family(word: &str) -> Option<usize> {
    static BY_MEMBER: LazyLock<HashMap<&str, usize>> = LazyLock::new(|| {
        let families = FAMILIES.iter().enumerate();
        let members = families.flat_map(|(nth, family)| family.iter().map(move |it| (*it, nth)));
        // Of two families with one member, the first counts.
        members.rev().collect()
    });
    BY_MEMBER.get(word).copied()
}
