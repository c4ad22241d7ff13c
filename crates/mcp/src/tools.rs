//! The table of tools.

use rmcp::model::{Tool, ToolAnnotations};
use serde_json::{Value, json};

use super::arguments::MAX_TOKENS;
use super::schema::{self, Listed};
use git_memory_app::verbs::{self, Verb};

/// A tool: a row of the table.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// For the model.
    description: &'static str,
    /// Properties of the question that are listed; a client that knows the command line may give
    /// all.
    listed: &'static [Listed],
    pub(crate) verb: &'static Verb,
    /// Properties that an answer always has.
    pub(crate) always: &'static [&'static str],
    /// How to read one thing that an answer had no room for.
    pub(crate) rest: &'static str,
    /// True if it may take something away: git has what was there before.
    is_destructive: bool,
}

/// The tool with which a client gets what there is to know: it is counted who asks for what it has.
pub(crate) const CONTEXT: &str = "workspace_get_context";
pub(crate) const RECALL: &str = "memory_recall";
pub(crate) const READ: &str = "memory_read";
/// How much of a budget one text may have that is sent twice, in hundredths, tried in this order.
const SHARES: [usize; 3] = [46, 40, 32];

/// The tools, in the order in which they are listed: it stays, so that the caches of prompts hold.
pub(crate) static TOOLS: [Row; 6] = [
    Row {
        name: CONTEXT,
        description: "Decisions, lessons and open questions of this project, as abstracts.",
        listed: &[
            ("domain", ""),
            ("repository", ""),
            ("topics", ""),
            ("include_defaults", "false: only the topics"),
            ("filter_status", ""),
            ("filter_tags", ""),
            ("filter_category", ""),
            ("rev", ""),
            ("max_tokens", ""),
        ],
        verb: &verbs::CONTEXT,
        always: &["schema_version", "scope", "warnings"],
        rest: "one: memory_read id",
        is_destructive: false,
    },
    Row {
        name: RECALL,
        description: "Search the project's memory, best first. Search before you change something \
                      that may be decided.",
        listed: &[
            ("words", "Question, words, identifier, path"),
            ("for", "Files of the task"),
            ("as", "context: one text; related"),
            ("most", "Hits"),
            ("kinds", "See memory_write"),
            ("tags", ""),
            ("rev", ""),
            ("private", ""),
            ("tier", "abstract, text, all"),
            ("max_tokens", ""),
        ],
        verb: &verbs::RECALL,
        always: &["schema_version"],
        rest: "one: memory_read id",
        is_destructive: false,
    },
    Row {
        name: READ,
        description: "Read a record, page, topic, or user memory; none named: the index.",
        listed: &[
            ("id", "Id, path, or ADR 32"),
            ("topic", ""),
            ("user", "MEMORY, a topic, or rules/NAME"),
            ("tier", "abstract, text, all"),
            ("section", "Heading"),
            ("around", "Words in it"),
            ("rev", ""),
            ("max_tokens", ""),
        ],
        verb: &verbs::READ,
        always: &["schema_version"],
        rest: "a piece: section or around",
        is_destructive: false,
    },
    Row {
        name: "memory_write",
        description: "Write a record, or change one. Records are staged, never committed.",
        listed: &[
            (
                "kind",
                "decision, convention, lesson, open-loop, plan, note, recipe, event, \
                 context; topic; user; feedback",
            ),
            ("title", "Or name of a topic, user file; words rated"),
            ("id", "Or path, to change; the rest stays"),
            ("supersedes", "Id it replaces"),
            ("status", "Of feedback helpful, irrelevant, missed"),
            ("description", "Abstract"),
            ("tags", ""),
            ("paths", "Files it applies to: src/db/**"),
            ("scope", ""),
            ("related", "Ids, paths"),
            (
                "parts",
                "decision, rationale, consequences; happened, cause, instead; why, owner, \
                 next-trigger; command, when, verified; related-text",
            ),
            ("body", "Other Markdown"),
            ("private", "Only this branch"),
            ("replace", "Topic, user file; else: append"),
            ("confirm", "Still true"),
            ("dry_run", "Records only"),
        ],
        verb: &verbs::WRITE,
        always: &["schema_version"],
        rest: "it: memory_read id",
        is_destructive: true,
    },
    Row {
        name: "memory_run",
        description: "Steps of shared tasks: see, plan, take, report.",
        listed: &[
            ("run", ""),
            ("next", "Take a step as agent"),
            ("agent", ""),
            ("step", "To plan or report"),
            ("status", "planned, blocked, ok, failed"),
            ("title", ""),
            ("body", ""),
            ("after", ""),
        ],
        verb: &verbs::RUN,
        always: &["schema_version"],
        rest: "one run: run",
        is_destructive: false,
    },
    Row {
        name: "memory_check_path",
        description: "Check if tools may touch paths here, and why not.",
        listed: &[("paths", "Or globs"), ("for", "read, write or search")],
        verb: &verbs::CHECK_PATHS,
        always: &["results", "schema_version"],
        rest: "fewer paths at once",
        is_destructive: false,
    },
];

impl Row {
    /// The schema of what the tool takes.
    pub(crate) fn schema(&self) -> Value {
        schema::of_question((self.verb.question)())
    }

    /// The questions to ask one after the other until an answer fits, the fullest answer first. One
    /// text is sent twice, for clients that show the data alone and for those that show the text
    /// alone; and the beginning of a whole file says less than that of a working text.
    pub(crate) fn attempts(&self, question: &Value, tokens: usize) -> Vec<Value> {
        let with = |key: &str, value: Value| {
            let mut question = question.clone();
            question[key] = value;
            question
        };
        let tier = question.get("tier");
        let is_piece = ["section", "around"]
            .iter()
            .any(|key| question.get(key).is_some());
        let is_whole = match self.name {
            READ => question.get("id").is_some() && !is_piece && tier.is_none_or(|it| it == "t2"),
            RECALL => tier.is_some_and(|tier| tier == "t2"),
            _ => false,
        };
        if self.name == RECALL && question.get("as").is_some_and(|form| form == "context") {
            let share = |share: &usize| tokens / 100 * share + tokens % 100 * share / 100;
            let shares = SHARES.iter().map(share);
            return shares.map(|share| with(MAX_TOKENS, json!(share))).collect();
        }
        let mut attempts = vec![question.clone()];
        attempts.extend(is_whole.then(|| with("tier", json!("t1"))));
        attempts
    }

    /// The tool as clients list it, with what a workspace is, where its name does not say that.
    pub(crate) fn listed(&self, workspace: &str) -> Tool {
        let properties = schema::as_listed(&self.schema(), self.listed, workspace);
        let tool = Tool::new(self.name, self.description, properties)
            .with_raw_output_schema(schema::of_answer(self.always).into());
        // A tool without hints writes, may take something away, and does more when it is called
        // again (ToolAnnotations in the protocol's schema); of one that only reads the others say
        // nothing.
        match (self.verb.writes, self.is_destructive) {
            (false, _) => tool.with_annotations(ToolAnnotations::new().read_only(true)),
            (true, false) => tool.with_annotations(ToolAnnotations::new().destructive(false)),
            (true, true) => tool,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::tests::{always, whole};
    use git_memory_app::wire::{
        FoundAnswer, PolicyCheckAnswer, RanAnswer, ReadAnswer, RetrievalAnswer, WriteAnswer,
    };
    use git_memory_model::kind::Kind;

    /// The list as a client gets it.
    fn listed() -> Value {
        let tools: Vec<Tool> = TOOLS.iter().map(|row| row.listed("")).collect();
        json!({ "tools": tools })
    }

    /// Maximum size of the whole answer, in bytes, and the size of its part beside the list.
    const ANSWER: usize = 5000;
    const FRAME: usize = 110;

    #[test]
    fn the_policy_knows_their_names() {
        let names: Vec<&str> = TOOLS.iter().map(|row| row.name).collect();
        assert_eq!(names, git_memory_agents::agent_setup::SERVER_TOOLS);
    }

    #[test]
    fn the_list_of_tools_is_short() {
        let bytes = listed().to_string().len();
        assert!(bytes + FRAME <= ANSWER, "{bytes} bytes");
    }

    #[test]
    fn whole_schemas_of_answers_would_not_fit() {
        let sizes = [
            whole::<RetrievalAnswer>(),
            whole::<FoundAnswer>(),
            whole::<ReadAnswer>(),
            whole::<WriteAnswer>(),
            whole::<RanAnswer>(),
            whole::<PolicyCheckAnswer>(),
        ]
        .map(|whole| whole.to_string().len());
        // docs/agents.md says so: none of the two that agents read most fits beside the questions.
        let left = ANSWER - listed().to_string().len();
        assert!(sizes[0] > left && sizes[1] > left, "{sizes:?}, {left} left");
        assert!(sizes.iter().sum::<usize>() > ANSWER, "{sizes:?}");
    }

    #[test]
    fn what_an_answer_always_has_is_what_the_wire_says() {
        let of_the_wire = [
            always::<RetrievalAnswer>(),
            always::<FoundAnswer>(),
            always::<ReadAnswer>(),
            always::<WriteAnswer>(),
            always::<RanAnswer>(),
            always::<PolicyCheckAnswer>(),
        ];
        for (row, always) in TOOLS.iter().zip(of_the_wire) {
            let always: Vec<&str> = always.iter().map(String::as_str).collect();
            assert_eq!(row.always, always, "{}", row.name);
        }
    }

    #[test]
    fn advice_names_tools_and_what_they_take() {
        let advice = include_str!("../../app/src/advice.rs").replace("\\\"", "\"");
        let calls =
            regex::Regex::new(r"(memory_\w+|workspace_get_context)\s+\{+([^}\n]*)").unwrap();
        let names = regex::Regex::new("\"(\\w+)\":").unwrap();
        let tools = listed();
        let mut seen = 0;
        for call in calls.captures_iter(&advice) {
            let tool = tools["tools"].as_array().unwrap().iter();
            let tool = tool.clone().find(|tool| tool["name"] == call[1]).unwrap();
            for name in names.captures_iter(&call[2]) {
                let known = &tool["inputSchema"]["properties"][&name[1]];
                assert!(known.is_object(), "{}: {}", &call[0], &name[1]);
                seen += 1;
            }
        }
        assert!(seen > 10, "{seen}");
    }

    #[test]
    fn what_is_listed_is_what_the_question_has() {
        for tool in listed()["tools"].as_array().unwrap() {
            let properties = tool["inputSchema"]["properties"].as_object().unwrap();
            for (name, property) in properties {
                assert!(property.get("type").is_some(), "{}: {name}", tool["name"]);
            }
        }
    }

    #[test]
    fn the_parts_of_every_kind_are_named() {
        let tools = listed();
        let properties = &tools["tools"][3]["inputSchema"]["properties"];
        let about = properties["parts"]["description"].as_str().unwrap();
        let mut named: Vec<&str> = about.split([',', ';']).map(str::trim).collect();
        let mut known = Vec::new();
        for kind in Kind::all().filter(|kind| kind.add_command().is_some()) {
            let about = properties["kind"]["description"].as_str().unwrap();
            assert!(about.contains(kind.name()), "{}", kind.name());
            known.extend(
                kind.sections()
                    .iter()
                    .chain(kind.keys())
                    .map(|part| part.flag),
            );
        }
        for names in [&mut named, &mut known] {
            names.sort_unstable();
            names.dedup();
        }
        assert_eq!(named, known);
    }
}
