//! Names of secrets in other languages than English: each is a whole name, or its last word.

use std::ops::Range;

use super::names::SecretKind;
use super::{assignment, providers};

/// Words for a password, in small letters; a language whose capitals are not ASCII has both.
const PASSWORDS: &[&str] = &[
    // German, Dutch, the north.
    "kennwort",
    "zugangscode",
    "wachtwoord",
    "lösenord",
    "adgangskode",
    "passord",
    "salasana",
    // Spanish, Portuguese, French, Italian, Catalan, Romanian.
    "contraseña",
    "contrasena",
    "contrasenya",
    "senha",
    "palavra-passe",
    "mot de passe",
    "motdepasse",
    "parola d'ordine",
    "parolă",
    // Polish, Czech, Hungarian, Turkish, Vietnamese.
    "hasło",
    "heslo",
    "jelszó",
    "şifre",
    "parola",
    "mật khẩu",
    // Russian, Ukrainian, Greek, Hebrew, Arabic, Hindi.
    "пароль",
    "Пароль",
    "κωδικός",
    "סיסמה",
    "كلمة المرور",
    "पासवर्ड",
    // Japanese, Chinese, Korean, Thai.
    "パスワード",
    "パスフレーズ",
    "密码",
    "密碼",
    "口令",
    "비밀번호",
    "รหัสผ่าน",
];

/// Words for other secrets.
const SECRETS: &[&str] = &[
    "api-schlüssel",
    "zugangsschlüssel",
    "clé api",
    "clé d'api",
    "clave de api",
    "clave api",
    "clave secreta",
    "chave de api",
    "chave api",
    "chiave api",
    "api-nyckel",
    "api-sleutel",
    "klucz api",
    "ключ api",
    "токен",
    "Токен",
    "トークン",
    "シークレット",
    "apiキー",
    "秘密鍵",
    "api密钥",
    "api 密钥",
    "令牌",
    "토큰",
];

/// All of these words, as anchors of their rule.
pub(crate) const ANCHORS: &[&str] = &joined::<{ PASSWORDS.len() + SECRETS.len() }>();

const fn joined<const LENGTH: usize>() -> [&'static str; LENGTH] {
    let mut all = [""; LENGTH];
    let mut nth = 0;
    while nth < LENGTH {
        all[nth] = if nth < PASSWORDS.len() {
            PASSWORDS[nth]
        } else {
            SECRETS[nth - PASSWORDS.len()]
        };
        nth += 1;
    }
    all
}

/// Reads the value of the name at `anchor`.
pub(crate) fn read(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let kind = kind_of_word(&text[anchor.clone()])?;
    let is_within = has_letter_beside(text, &anchor);
    if is_within {
        return None;
    }
    assignment::read_named(text, anchor, kind, providers::names_provider)
}

/// The sort of secret that a header's words mean, if one of them is in another language.
pub(crate) fn kind(header: &str) -> Option<SecretKind> {
    let lower = header.to_lowercase();
    let has = |words: &[&str]| {
        let mut words = words.iter();
        words.any(|word| {
            let mut places = lower.match_indices(*word);
            places.any(|(at, _)| !has_letter_beside(&lower, &(at..at + word.len())))
        })
    };
    kind_where(has)
}

fn kind_of_word(word: &str) -> Option<SecretKind> {
    kind_where(|words| words.iter().any(|other| word.eq_ignore_ascii_case(other)))
}

/// The sort of secret whose words fit.
fn kind_where(fits: impl Fn(&[&str]) -> bool) -> Option<SecretKind> {
    let sorts = [
        (PASSWORDS, SecretKind::Password),
        (SECRETS, SecretKind::Secret),
    ];
    let mut sorts = sorts.into_iter();
    sorts.find_map(|(words, kind)| fits(words).then_some(kind))
}

/// True if a word is part of a longer one, in a script that has gaps between words.
fn has_letter_beside(text: &str, word: &Range<usize>) -> bool {
    let is_letter = |letter: char| letter.is_lowercase() || letter.is_uppercase();
    let is_spaced = text[word.clone()].contains(is_letter);
    is_spaced
        && (text[..word.start].ends_with(is_letter) || text[word.end..].starts_with(is_letter))
}
