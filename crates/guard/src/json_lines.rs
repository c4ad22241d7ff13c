//! Redaction of lines of JSON: each text in them is judged as it is meant, as an escape is part of
//! no word.

use serde_json::Value;

use super::clean::Clean;
use super::guard::Guard;

impl Guard {
    /// Takes every secret out of lines that hold a JSON object each, value by value; the rest of the
    /// text is redacted as it stands.
    #[must_use]
    pub fn redact_json_lines(&self, text: &str) -> Clean {
        let (mut clean, mut plain) = (String::with_capacity(text.len()), String::new());
        for line in text.split_inclusive('\n') {
            let Ok(mut value @ Value::Object(_)) = serde_json::from_str(line) else {
                plain.push_str(line);
                continue;
            };
            clean.push_str(&self.redact(&plain));
            plain.clear();
            if self.take_out(&mut value, "") {
                let end = &line[line.trim_end_matches('\n').len()..];
                clean.push_str(&value.to_string());
                clean.push_str(end);
            } else {
                clean.push_str(line);
            }
        }
        clean.push_str(&self.redact(&plain));
        Clean(clean)
    }

    /// Takes the secrets out of a value; true if there were any.
    fn take_out(&self, value: &mut Value, key: &str) -> bool {
        match value {
            Value::String(text) => {
                // The name of a value may show what it is.
                let named = format!("{key}: {text}");
                let redacted = self.redact(&named);
                if *redacted == *named {
                    return false;
                }
                let rest = redacted
                    .strip_prefix(key)
                    .and_then(|it| it.strip_prefix(": "));
                rest.unwrap_or(&redacted).clone_into(text);
                true
            }
            Value::Array(values) => {
                let taken = values.iter_mut().map(|value| self.take_out(value, key));
                taken.fold(false, |any, one| any | one)
            }
            Value::Object(members) => {
                let mut is_any = false;
                for (key, mut value) in std::mem::take(members) {
                    let clean = self.redact(&key);
                    is_any |= self.take_out(&mut value, &key) || *clean != *key;
                    members.insert(clean.into_string(), value);
                }
                is_any
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan;

    /// A token in a provider's form that was never issued.
    fn token() -> String {
        ["ghp", "_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o50smkjE"].concat()
    }

    #[test]
    fn each_text_of_a_line_is_judged_without_escapes() {
        let guard = Guard::new();
        for text in [
            "csrf-token=q7RtZ2mKx9LbV4c\n\nMore.",
            "a \"b\" <user:password>",
        ] {
            assert!(scan(text).is_empty(), "{text}");
            let line = serde_json::json!({"text": text, "n": 7}).to_string() + "\n";
            assert_eq!(*guard.redact_json_lines(&line), *line);
        }
    }

    #[test]
    fn a_secret_is_taken_out_whatever_its_spelling() {
        let token = token();
        let escaped = token.replace('_', "\\u005f");
        for line in [
            format!("{{\"a\":[\"{token}\"],\"b\":1}}\n"),
            format!("{{\"a\": \"{escaped}\"}}"),
            format!("{{\"{token}\": {{\"a\": null}}}}\n"),
            "{\"password\":\"Xk7pQ2vR9mTz4LwB\"}".to_owned(),
            format!("by hand: {token}\n{{\"a\": \"b\"}}\n"),
        ] {
            let clean = Guard::new().redact_json_lines(&line);
            assert!(clean.contains("[REDACTED:"), "{line}: {clean}");
            assert!(
                !clean.contains(&token) && !clean.contains(&escaped),
                "{clean}"
            );
            assert_eq!(clean.ends_with('\n'), line.ends_with('\n'));
            assert_eq!(*Guard::new().redact_json_lines(&clean), *clean);
        }
    }
}
