//! Texts that were made to take long: twice as much of one is twice the work, whatever it consists
//! of. Work is counted, not timed (see [`super::super::work`]).

use std::ops::Range;

use regex::Regex;

use super::super::rule::Rule;
use super::super::{Finding, Guard, Known, redact, scan, work};
use super::noise;
use git_memory_text::limits;

/// The smaller size, in bytes: larger than every window that a rule has.
const SIZE: usize = 32 << 10;

/// Texts to be repeated.
fn units() -> Vec<String> {
    let plain = [
        "\\neyJ",
        "password='",
        "password=",
        "passw0rd=x8K",
        "a: ",
        "ghp_",
        "gh\u{200b}p_",
        "\\_ghp\\_",
        "a1b2c3d4\"+\"",
        "a1b2c3d4\" \\\n",
        "a1b2c3d4\\\n",
        "a1b2\"",
        "token",
        "eyJ",
        "eyJ-",
        "eyJaaaaaaaaa.",
        "eyJaaaaaaaaaaaa.",
        "-----BEGIN PRIVATE KEY-----\n",
        "-----BEGIN PRIVATE KEY-----aaaaaaaaaaaaaaaA",
        "-----BEGIN ",
        "-----BEGIN",
        "-----END",
        "-----",
        "PuTTY-User-Key-File-",
        "PuTTY-User-Key-File-3\nPrivate-Lines:",
        "://a:",
        "a://b:c@",
        "a://b:cccc@d ",
        "secret",
        "token=",
        "pass\\\"",
        "sk-ant-",
        "secret_access_key_",
        "secret access key ",
        "password=\"",
        "password=\\\\\\\"",
        "a@b:",
        "pypi-",
        "key: &",
        "data:image/",
        ";base64,iVBORw0KGgo",
        "/9j/ ",
        " R0lGOD",
        "[REDACTED:",
        "[REDACTED:token]",
        "[REDACTED:token]x8Kq29",
        "\\",
        "\\\\x41",
        "%25",
        "&#",
        "\u{1b}[",
        "\u{1b}]8;;",
        "[1;",
        "bearer ",
        "basic aaaa",
        "cookie: session=",
        " -u a:b",
        "machine a login b password ",
        "jdbc:oracle:",
        "mysql -u ",
        "variable \"token",
        "MIIEowIBAAKCAQEA",
        "LS0tLS1CRUdJTi",
        "Z2hwX2docF9naHBf",
        "6768705f",
        "\n",
        " ",
        "a",
        "Aa1",
        "<token>",
        "\\u200b",
        "%E2%80%8B",
        "a*",
        "stripe a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6 ",
        "漢",
    ];
    let mut units: Vec<String> = plain.iter().map(ToString::to_string).collect();
    let token = super::github_token();
    units.push(format!("{token} "));
    units.push(format!("{token}\n"));
    units.push(format!("password={}, ", noise(12)));
    units.push(format!("https://a:{}@b ", noise(12)));
    units
}

/// Requires at most twice the work of `look` for twice the text.
fn is_linear(units: &[String], look: fn(&str)) {
    let mut wrong = Vec::new();
    for unit in units {
        let work = |size: usize| {
            let text = unit.repeat(size / unit.len());
            work::of(|| look(&text))
        };
        let (once, twice) = (work(SIZE), work(2 * SIZE));
        // A few windows more or less at the ends.
        if twice > 2 * once + once / 4 + SIZE {
            wrong.push(format!("{unit:?}: {once}, then {twice}"));
        }
        // And not much for each byte, as a window may be long.
        if once > 2000 * SIZE {
            wrong.push(format!("{unit:?}: {} for each byte", once / SIZE));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn twice_the_text_is_twice_the_work() {
    assert!(units().len() >= 60);
    is_linear(&units(), |text| drop(redact(text)));
}

#[test]
fn values_of_the_machine_add_no_more_than_linear_work() {
    let units = ["gh", "password=x8Kq29-zL ", "x8Kq29-zL", "a"].map(str::to_owned);
    is_linear(&units, |text| {
        let known = Known::new([("DB_PASSWORD".to_owned(), "x8Kq29-zL".to_owned())], |_| {
            false
        });
        let watched = vec![Regex::new("gh|a|password=").unwrap()];
        drop(Guard::new().knowing(known).watching(watched).redact(text));
    });
}

#[test]
fn a_text_made_for_many_rounds_is_redacted_as_a_whole() {
    // Each marker that is put in gives the name before it another value.
    let layers = "token=".repeat(5 * limits::REDACTION_ROUNDS);
    let text = format!("{layers}{}", noise(24));
    let once = redact(&text);
    assert_eq!(redact(&once), once);
    assert_eq!(scan(&once), Vec::<Finding>::new());
}

/// Pieces of lines that were made to hide the text between them.
const PIECES: [&str; 20] = [
    " ",
    "\\",
    "\\n",
    "[REDACTED:",
    "[REDACTED:token]",
    "](",
    "'\"`",
    "%25",
    "&amp;",
    "\u{1b}[0m",
    "\u{200b}",
    "password=",
    "\"key\": \"",
    "https://a:",
    "@b/",
    "-----BEGIN PRIVATE KEY-----",
    "eyJ",
    "| ",
    "漢",
    "<br>",
];

/// The most work for a line, in bytes looked at for each of its own. The shortest lines take the
/// most: a window around a name is as long as many of them.
const MOST_WORK: usize = 600;

/// Number of lines for each rule. All of them take minutes without optimisation, so that the suite
/// makes do with fewer, and `.ci/run` asks for more by `GIT_MEMORY_HOSTILE_LINES` when it builds
/// only the guard.
fn lines_a_rule() -> usize {
    match option_env!("GIT_MEMORY_HOSTILE_LINES") {
        Some(lines) => lines.parse().unwrap(),
        None => 10,
    }
}

/// Always the same numbers: a fault that was found is found again.
struct Dice(usize);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % limit
    }

    /// A line with `example` in it.
    fn line(&mut self, example: &str) -> String {
        let mut line = String::new();
        for _ in 0..self.below(4) {
            line.push_str(PIECES[self.below(PIECES.len())]);
        }
        line.push_str(example);
        for _ in 0..self.below(4) {
            line.push_str(PIECES[self.below(PIECES.len())]);
        }
        line
    }
}

/// True if a piece of a secret is in `text`: twelve bytes of it, or all of a shorter one.
fn has_piece(text: &str, secret: &str) -> bool {
    let mut pieces = secret.as_bytes().windows(secret.len().min(12));
    pieces.any(|piece| {
        // A first line of a key without a key is not a secret.
        let is_label = piece.contains(&b' ') || piece.windows(2).any(|pair| pair == b"--");
        !is_label
            && text
                .as_bytes()
                .windows(piece.len())
                .any(|other| other == piece)
    })
}

/// A text, the rule that finds something in it, and the place.
type Example = (&'static Rule, String, Range<usize>);

/// The examples of each rule.
fn examples() -> Vec<Vec<Example>> {
    let mut of_rules: Vec<Vec<Example>> = Vec::new();
    for example in super::table::examples() {
        match of_rules.last_mut() {
            Some(of_rule) if of_rule[0].0.id == example.0.id => of_rule.push(example),
            _ => of_rules.push(vec![example]),
        }
    }
    of_rules
}

/// Fault of a line in which one rule must find a secret, if any.
fn fault(line: &str, secret: &str) -> Option<String> {
    let mut findings = Vec::new();
    let work = work::of(|| findings = scan(line));
    if findings.is_empty() {
        // The line has hidden it; there is nothing to take out.
        return (work > MOST_WORK * line.len()).then(|| format!("{work}: {line}"));
    }
    let once = redact(line);
    let is_found = findings
        .iter()
        .any(|found| line[found.span.clone()] == *secret);
    let is_left = is_found && has_piece(&once, secret);
    // A text in which nothing is found must not be redacted again.
    let is_again = !scan(&once).is_empty();
    let is_wrong = is_left || is_again || work > MOST_WORK * line.len();
    is_wrong.then(|| format!("{work}: {line}\n-> {once}"))
}

/// The faults in the lines of every so-manieth rule.
fn faults(first: usize, step: usize) -> Vec<String> {
    let mut wrong = Vec::new();
    for (nth, of_rule) in examples().iter().enumerate().skip(first).step_by(step) {
        let mut dice = Dice(nth);
        for (_, example, span) in of_rule
            .iter()
            .cycle()
            .take(lines_a_rule().max(of_rule.len()))
        {
            let line = dice.line(example);
            if let Some(fault) = fault(&line, &example[span.clone()]) {
                wrong.push(format!("{}, {fault}", of_rule[0].0.id));
            }
        }
    }
    wrong
}

#[test]
fn hostile_lines_are_redacted_once_and_for_all() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|first| scope.spawn(move || faults(first, threads)))
            .collect();
        let joined = workers.into_iter().map(|worker| worker.join().unwrap());
        joined.flatten().collect()
    });
    assert_eq!(wrong, [""; 0]);
}
