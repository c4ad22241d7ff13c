//! The shapes in `fixtures/secrets/`, from which the tests build their texts; its README describes
//! their form.

pub(super) const POSITIVES: &str = include_str!("../../../../fixtures/secrets/positives.tsv");
pub(super) const NEGATIVES: &str = include_str!("../../../../fixtures/secrets/negatives.tsv");
const DISGUISES: &str = include_str!("../../../../fixtures/secrets/disguises.tsv");

/// The recipes of a file, each with its family.
pub(super) fn shapes(file: &'static str) -> impl Iterator<Item = (&'static str, String)> {
    file.lines().map(|line| {
        let (family, recipe) = line.split_once('\t').unwrap();
        (family, unescaped(recipe))
    })
}

/// Forms of a token in one family of disguises; none of them hides it.
pub(super) fn disguised(family: &'static str, token: &str) -> Vec<String> {
    let (head, tail) = token.split_at(token.len() / 2);
    let of_family = shapes(DISGUISES).filter(|(other, _)| *other == family);
    let disguise = |(_, recipe): (&str, String)| match recipe.split_once(" => ") {
        Some((from, to)) => token.replacen(from, to, 1),
        None => recipe
            .replace("{token}", token)
            .replace("{head}", head)
            .replace("{tail}", tail),
    };
    of_family.map(disguise).collect()
}

fn unescaped(recipe: &str) -> String {
    let mut text = String::new();
    let mut letters = recipe.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => text.push(match letters.next().unwrap() {
                'n' => '\n',
                't' => '\t',
                other => other,
            }),
            other => text.push(other),
        }
    }
    text
}
