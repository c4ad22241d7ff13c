//! The table of models that servers have: the texts that belong before questions and passages.

const BGE: &str = "Represent this sentence for searching relevant passages: ";
const TASK: &str = "Instruct: Given a question, retrieve passages that answer it\nQuery: ";

/// Texts before questions and before passages that models of a server want, by a part of their
/// names in small letters. Servers leave them to the program that asks.
static SERVED: [(&str, [&str; 2]); 9] = [
    ("instruct", [TASK, ""]),
    ("qwen3-embedding", [TASK, ""]),
    ("e5-", ["query: ", "passage: "]),
    ("nomic-embed", ["search_query: ", "search_document: "]),
    ("bge-small-en", [BGE, ""]),
    ("bge-base-en", [BGE, ""]),
    ("bge-large-en", [BGE, ""]),
    ("mxbai-embed-large", [BGE, ""]),
    (
        "embeddinggemma",
        ["task: search result | query: ", "title: none | text: "],
    ),
];

/// The texts before a question and before a passage that a served model of this name wants.
#[must_use]
pub fn prefixes(name: &str) -> [&'static str; 2] {
    let name = name.to_lowercase();
    let known = SERVED.iter().find(|(part, _)| name.contains(part));
    known.map_or(["", ""], |(_, prefixes)| *prefixes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_served_model_is_known_by_a_part_of_its_name() {
        for (name, question) in [
            ("intfloat/multilingual-e5-small", "query: "),
            ("multilingual-e5-large-instruct", TASK),
            ("Qwen3-Embedding-0.6B", TASK),
            ("nomic-embed-text:latest", "search_query: "),
            ("/models/bge-small-en-v1.5.Q8_0.gguf", BGE),
            ("bge-m3", ""),
            ("all-minilm", ""),
        ] {
            assert_eq!(prefixes(name)[0], question, "{name}");
        }
    }
}
