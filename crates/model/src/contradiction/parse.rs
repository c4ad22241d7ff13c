//! Claims of one sentence: an instruction ("Use X for Y", "we will not …"), or a rule about a
//! subject ("X must not be used"). Any other sentence claims nothing.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::phrase::{Phrase, Role};
use super::vocabulary::{FAMILY, FILLERS, MODALS, PREPOSITIONS, STATES, VERBS, family};
use super::words::{Token, noun, tokens, verb};
use super::{Claim, ClaimKind, numbers};

/// Words of sentences that weigh something, instead of saying it.
const WEIGHING: [&str; 10] = [
    "could",
    "might",
    "would",
    "considered",
    "consider",
    "whether",
    "maybe",
    "perhaps",
    "unclear",
    "alternatively",
];

/// Words of a thing of which there is one.
const SINGLE: [&str; 4] = ["default", "primary", "only", "sole"];

/// Class of the verbs with which something is chosen.
const USE: &str = "use";

/// A verb, and what it says of its object.
#[derive(Clone, Debug)]
struct Rule {
    class: String,
    is_positive: bool,
    is_absolute: bool,
    /// True if the verb has a class of its own in the vocabulary.
    is_known: bool,
}

/// Returns the claims of a sentence.
pub(super) fn claims(sentence: &str, is_title: bool) -> Vec<Claim> {
    let all = tokens(sentence);
    let is_weighing = |token: &Token| token.word == "?" || WEIGHING.contains(&token.word.as_str());
    if all.iter().any(is_weighing) {
        return Vec::new();
    }
    let (topic, tokens) = topic(&all, is_title);
    let mut found = rules(tokens, is_title);
    found.extend(numbers::of(tokens, is_title));
    for claim in &mut found {
        claim.is_title = is_title;
        sentence.clone_into(&mut claim.sentence);
        if !topic.is_empty() {
            claim.place = format!("{topic}: {}", claim.place);
            claim.is_purpose = false;
        }
    }
    found
}

/// The words before a colon at the beginning, which say what the rest is about, and the rest.
fn topic(tokens: &[Token], is_title: bool) -> (String, &[Token]) {
    let colon = tokens.iter().position(|token| token.word == ":");
    match colon {
        Some(at) if is_title && at <= 3 => {
            let words: Vec<String> = tokens[..at].iter().map(|it| noun(&it.word)).collect();
            (words.join(" "), &tokens[at + 1..])
        }
        Some(at) => (String::new(), &tokens[..at]),
        None => (String::new(), tokens),
    }
}

/// The claims of an instruction or of a rule about a subject.
fn rules(tokens: &[Token], is_title: bool) -> Vec<Claim> {
    let lead = Lead::of(tokens);
    let rest = &tokens[lead.length..];
    let Some(first) = rest.first().filter(|it| !it.is_mark) else {
        return Vec::new();
    };
    if first.word == "no" && lead.length == 0 {
        let rules = [USE, "allow"].map(|class| Rule {
            class: class.to_owned(),
            is_positive: false,
            is_absolute: true,
            is_known: true,
        });
        // "No answer yet" is none.
        let rules: &[Rule] = if is_title { &rules } else { &[] };
        return of_phrase(rules, &Phrase::read(&rest[1..]), is_title);
    }
    // In a text, such a word begins a list of consequences.
    let is_base = !["ing", "ed"].iter().any(|it| first.word.ends_with(it));
    if lead.length == 0 && !is_title && !is_base {
        return Vec::new();
    }
    if let Some(claims) = replacement(rest, &lead, is_title) {
        return claims;
    }
    let (rules, length) = known(rest, &lead);
    if !rules.is_empty() {
        return of_phrase(&rules, &Phrase::read(&rest[length..]), is_title);
    }
    if lead.length == 0
        && let Some(claims) = about_subject(rest, is_title)
    {
        return claims;
    }
    // In a text, only the words before it tell that a word is a verb.
    if lead.length == 0 && !is_title {
        return Vec::new();
    }
    let rule = Rule {
        class: verb(&first.word).to_owned(),
        is_positive: !lead.is_negated,
        is_absolute: lead.is_absolute,
        is_known: false,
    };
    of_phrase(&[rule], &Phrase::read(&rest[1..]), is_title)
}

/// Words before a verb: who decides, and if it is denied.
struct Lead {
    length: usize,
    is_negated: bool,
    is_absolute: bool,
}

impl Lead {
    fn of(tokens: &[Token]) -> Self {
        let mut lead = Self {
            length: 0,
            is_negated: false,
            is_absolute: false,
        };
        while let Some(token) = tokens.get(lead.length) {
            let next = tokens.get(lead.length + 1).map(|it| it.word.as_str());
            match (token.word.as_str(), next) {
                ("not" | "against", _) => lead.is_negated = true,
                ("never", _) => (lead.is_negated, lead.is_absolute) = (true, true),
                ("no", Some("longer")) => {
                    (lead.is_negated, lead.is_absolute) = (true, true);
                    lead.length += 1;
                }
                (word, _) if FILLERS.contains(&word) => {}
                _ => break,
            }
            lead.length += 1;
        }
        lead
    }
}

/// The rules that the longest known verb at the beginning states, and its length.
fn known(tokens: &[Token], lead: &Lead) -> (Vec<Rule>, usize) {
    static BY_STEM: LazyLock<HashMap<&str, Vec<KnownVerb>>> = LazyLock::new(by_stem);
    let (mut rules, mut longest) = (Vec::new(), 1);
    let first = tokens.first().map_or("", |it| verb(&it.word));
    for known in BY_STEM.get(first).into_iter().flatten() {
        let length = known.phrase.split(' ').count();
        if length < longest || !begins_with(tokens, known.phrase) {
            continue;
        }
        if length > longest {
            rules.clear();
            longest = length;
        }
        rules.push(Rule {
            class: known.class.to_owned(),
            is_positive: known.is_to != lead.is_negated,
            is_absolute: lead.is_absolute || matches!(known.phrase, "ban" | "forbid" | "prohibit"),
            is_known: true,
        });
    }
    (rules, longest)
}

/// A verb of the vocabulary, in one of its forms.
struct KnownVerb {
    class: &'static str,
    phrase: &'static str,
    /// False for a form that says the opposite.
    is_to: bool,
}

/// The verbs of the vocabulary by the stems of their first words, each in the order of the table.
fn by_stem() -> HashMap<&'static str, Vec<KnownVerb>> {
    let mut known: HashMap<&str, Vec<KnownVerb>> = HashMap::new();
    for verbs in VERBS {
        let class = verbs.class;
        for (forms, is_to) in [(verbs.to, true), (verbs.not_to, false)] {
            for phrase in forms {
                let first = phrase.split(' ').next().unwrap_or(phrase);
                known.entry(verb(first)).or_default().push(KnownVerb {
                    class,
                    phrase,
                    is_to,
                });
            }
        }
    }
    known
}

fn begins_with(tokens: &[Token], phrase: &str) -> bool {
    let mut words = phrase.split(' ').enumerate();
    words.all(|(nth, word)| {
        tokens.get(nth).is_some_and(|token| {
            let is_same = if nth == 0 {
                verb(&token.word) == verb(word)
            } else {
                token.word == word
            };
            is_same && !token.is_mark && !token.is_code
        })
    })
}

/// The claims of "replace X with Y" and "move from X to Y".
fn replacement(tokens: &[Token], lead: &Lead, is_title: bool) -> Option<Vec<Claim>> {
    let (length, by) = if begins_with(tokens, "replace") {
        (1, ["with", "by"])
    } else {
        let verbs = ["switch from", "migrate from", "move from"];
        verbs.iter().find(|it| begins_with(tokens, it))?;
        (2, ["to", "to"])
    };
    if lead.is_negated {
        return Some(Vec::new());
    }
    let rest = &tokens[length..];
    let at = rest.iter().position(|it| by.contains(&it.word.as_str()))?;
    let (old, new) = (Phrase::read(&rest[..at]), Phrase::read(&rest[at + 1..]));
    let rule = |is_positive| Rule {
        class: USE.to_owned(),
        is_positive,
        is_absolute: false,
        is_known: true,
    };
    // The old thing is replaced where the new one is used.
    let old = Phrase {
        roles: new.roles.clone(),
        ..old
    };
    let mut claims = of_phrase(&[rule(true)], &new, is_title);
    claims.extend(of_phrase(&[rule(false)], &old, false));
    if let ([old], [new]) = (&old.objects[..], &new.objects[..]) {
        claims.push(winner(new, old, new.join(" ")));
    }
    Some(claims)
}

/// The claims of a rule about a subject: "X must not be used for Y".
fn about_subject(tokens: &[Token], is_title: bool) -> Option<Vec<Claim>> {
    let is_modal = |token: &Token| MODALS.contains(&token.word.as_str());
    let at = tokens.iter().take(6).position(is_modal)?;
    if at == 0 || tokens[..at].iter().any(|token| token.is_mark) {
        return None;
    }
    let (mut is_negated, mut is_absolute, mut next) = (false, false, at + 1);
    while let Some(token) = tokens.get(next) {
        match token.word.as_str() {
            "not" => is_negated = true,
            "never" => (is_negated, is_absolute) = (true, true),
            "be" | "always" | "also" => {}
            _ => break,
        }
        next += 1;
    }
    let word = &tokens.get(next)?.word;
    let subject = Phrase::read(&tokens[..at]);
    let mut phrase = Phrase::read(&tokens[next + 1..]);
    phrase.roles.extend(subject.roles);
    let subject = subject.objects;
    let mut rules = Vec::new();
    for (state, class, is_positive) in STATES {
        if state == word {
            rules.push(Rule {
                class: (*class).to_owned(),
                is_positive: *is_positive != is_negated,
                is_absolute,
                is_known: true,
            });
        }
    }
    if !rules.is_empty() {
        let phrase = Phrase {
            objects: subject,
            ..phrase
        };
        return Some(of_phrase(&rules, &phrase, is_title));
    }
    let is_preposition = |token: &Token| PREPOSITIONS.contains(&token.word.as_str());
    let [subject] = &subject[..] else { return None };
    if tokens[..at].iter().any(is_preposition) {
        return None;
    }
    // "X is Y" describes; "X must block Y" is a rule, and a title that says what is done with X.
    if matches!(
        tokens[at].word.as_str(),
        "is" | "are" | "be" | "will" | "can"
    ) {
        let is_done = ["ed", "en", "wn"].iter().any(|it| word.ends_with(it));
        if !is_title {
            return None;
        }
        if subject.iter().any(|it| SINGLE.contains(&&**it)) && !is_negated && !is_done {
            return Some(value(subject, &Phrase::read(&tokens[next..])));
        }
        if !is_done || !phrase.objects.is_empty() {
            return None;
        }
    }
    let objects = match &phrase.objects[..] {
        [] => vec![subject.clone()],
        [object] => vec![[subject.clone(), object.clone()].concat()],
        _ => return None,
    };
    let rule = Rule {
        class: verb(word).to_owned(),
        is_positive: !is_negated,
        is_absolute,
        is_known: false,
    };
    Some(of_phrase(&[rule], &Phrase { objects, ..phrase }, is_title))
}

/// The claim of a title that says what the only thing of its kind is.
fn value(subject: &[String], phrase: &Phrase) -> Vec<Claim> {
    let ([value], []) = (&phrase.objects[..], &phrase.roles[..]) else {
        return Vec::new();
    };
    let kind = ClaimKind::Choice {
        value: value.join(" "),
        is_only: true,
    };
    let key = format!("{} is", subject.join(" "));
    vec![Claim::new(key, kind, String::new())]
}

/// The claims of rules about the objects of a phrase.
fn of_phrase(rules: &[Rule], phrase: &Phrase, is_title: bool) -> Vec<Claim> {
    let mut claims = Vec::new();
    for rule in rules {
        let is_choice_of_any = phrase.is_any && rule.is_positive;
        // Several things after an unknown verb may be one thing.
        if is_choice_of_any || (!rule.is_known && phrase.objects.len() > 1) {
            continue;
        }
        for object in &phrase.objects {
            claims.push(claim(rule, object, phrase, is_title));
        }
        if rule.is_positive {
            claims.extend(choices(rule, phrase));
        }
        if let (USE, [object], Some(rejected)) =
            (&*rule.class, &phrase.objects[..], &phrase.rejected)
            && rule.is_positive
        {
            let not = Rule {
                is_positive: false,
                ..rule.clone()
            };
            claims.push(claim(&not, rejected, phrase, false));
            claims.push(Claim {
                place: phrase.place(None),
                ..winner(object, rejected, object.join(" "))
            });
        }
    }
    claims
}

fn claim(rule: &Rule, object: &[String], phrase: &Phrase, is_title: bool) -> Claim {
    let is_absolute = rule.is_absolute || is_title;
    let kind = if rule.is_positive {
        ClaimKind::Do
    } else {
        ClaimKind::Not { is_absolute }
    };
    Claim {
        is_purpose: !phrase.is_conditional && phrase.roles.iter().all(Role::is_purpose),
        ..Claim::new(
            format!("{} {}", rule.class, object.join(" ")),
            kind,
            phrase.place(None),
        )
    }
}

/// That one of two things is taken instead of the other.
fn winner(one: &[String], other: &[String], value: String) -> Claim {
    let mut both = [one.join(" "), other.join(" ")];
    both.sort();
    Claim::new(both.join(" | "), ClaimKind::Winner(value), String::new())
}

/// The choices of a phrase: what is taken for a slot.
fn choices(rule: &Rule, phrase: &Phrase) -> Vec<Claim> {
    let mut claims = Vec::new();
    let is_of_use = rule.class == USE;
    let object = match &phrase.objects[..] {
        [object] => object.as_slice(),
        [] if !is_of_use => &[],
        _ => return claims,
    };
    let choice = |key: String, value: &[String], is_only, place| {
        let value = value.join(" ");
        Claim::new(key, ClaimKind::Choice { value, is_only }, place)
    };
    for (nth, role) in phrase.roles.iter().enumerate() {
        let place = phrase.place(Some(nth));
        if is_of_use && role.is_purpose() && !role.words.is_empty() {
            let key = format!("choice {}", role.words.join(" "));
            claims.push(choice(
                key,
                object,
                role.is_definite || phrase.is_only,
                place,
            ));
        } else if !is_of_use && !role.words.is_empty() && !role.tells_which() {
            let key = format!("{} {} {}", rule.class, object.join(" "), role.kind());
            claims.push(choice(key, &role.words, phrase.is_only, place));
        }
    }
    if is_of_use && let Some((last, before)) = object.split_last() {
        if !before.is_empty() {
            let key = format!("choice {last}");
            claims.push(choice(key, before, phrase.is_only, phrase.place(None)));
        } else if phrase.roles.is_empty()
            && !phrase.is_conditional
            && let Some(family) = family(last)
        {
            claims.push(choice(
                format!("{FAMILY}{family}"),
                object,
                false,
                String::new(),
            ));
        }
    }
    claims
}
