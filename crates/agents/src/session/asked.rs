//! A prompt without what the agent's program put around it.

/// The tags in which Cursor puts what a person asks.
const QUERY: (&str, &str) = ("<user_query>", "</user_query>");

/// A prompt without the blocks that an agent's program put before or behind it, such as
/// `<hook_context>…</hook_context>` of Gemini CLI, which holds our own answers to hooks.
/// Tags whose names have `_` or `-` are no HTML that a person may ask about.
#[must_use]
pub fn unwrapped(prompt: &str) -> &str {
    if let Some((_, query)) = prompt.split_once(QUERY.0) {
        return query.split(QUERY.1).next().unwrap_or(query).trim();
    }
    let mut rest = prompt.trim();
    while let Some(other) = behind_block(rest).or_else(|| before_block(rest)) {
        rest = other.trim();
    }
    rest
}

/// Text after the block at its beginning; `None` where it begins with none.
fn behind_block(text: &str) -> Option<&str> {
    let (name, inner) = text.strip_prefix('<')?.split_once('>')?;
    let (_, behind) = inner.split_once(&format!("</{name}>"))?;
    is_name(name).then_some(behind)
}

/// Text before the block at its end.
fn before_block(text: &str) -> Option<&str> {
    let (inner, name) = text.strip_suffix('>')?.rsplit_once("</")?;
    let (before, _) = inner.split_once(&format!("<{name}>"))?;
    is_name(name).then_some(before)
}

fn is_name(name: &str) -> bool {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    name.contains(['_', '-']) && name.chars().all(is_of_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_before_a_prompt_are_no_part_of_it() {
        for (prompt, expected) in [
            (" how? ", "how?"),
            ("<hook_context># Pack\n<b>\n</hook_context>\n\nhow?", "how?"),
            ("<a-b>x</a-b><c_d></c_d> how?", "how?"),
            (
                "<timestamp>x</timestamp>\n<user_query>\nhow?\n</user_query>",
                "how?",
            ),
            ("<user_query>how?", "how?"),
            ("how?\n<a_b>x</a_b> <hook_context>y</hook_context>", "how?"),
            ("<a_b>x</a_b>how?<a_b>y</a_b>", "how?"),
            ("<environment_context>x</environment_context>", ""),
            ("<div>x</div> is not centred", "<div>x</div> is not centred"),
            ("<hook_context>never closed", "<hook_context>never closed"),
            ("<a_b x=1>y</a_b>", "<a_b x=1>y</a_b>"),
            ("", ""),
        ] {
            assert_eq!(unwrapped(prompt), expected, "{prompt}");
        }
    }
}
