//! The editor Zed.

use super::claude;
use super::row::{Base, Row, RuleFiles, ServerFile, below, plain};
use crate::agent_setup::Format;

pub(super) static ROW: Row = Row {
    name: "zed",
    title: "Zed",
    servers: ServerFile {
        path: &["context_servers"],
        ..plain(
            ".zed/settings.json",
            below(Base::ConfigOrRoaming, "zed/settings.json"),
            Format::JsonWithComments,
        )
    },
    hooks: None,
    plugin: None,
    rule_names: None,
    rules: RuleFiles::Agents,
    program: Some("zed"),
    project_signs: &[".zed"],
    user_signs: &[(Base::ConfigOrRoaming, "zed")],
    own_folders: &[below(Base::ConfigOrRoaming, "zed")],
    tools: &[],
    form: &claude::FORM,
    runs_hooks_of: &[],
    transcript: None,
    transcript_delay: 0,
    tried: None,
    source: "https://zed.dev/docs/ai/mcp",
};
