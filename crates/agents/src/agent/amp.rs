//! Amp, by Sourcegraph.

use super::claude;
use super::row::{Base, Row, RuleFiles, ServerFile, below, plain};
use crate::agent_setup::Format;

pub(super) static ROW: Row = Row {
    name: "amp",
    title: "Amp",
    servers: ServerFile {
        has_commented_name: true,
        path: &["amp.mcpServers"],
        ..plain(
            ".amp/settings.json",
            below(Base::Config, "amp/settings.json"),
            Format::JsonWithComments,
        )
    },
    hooks: None,
    plugin: None,
    rule_names: None,
    rules: RuleFiles::Agents,
    program: Some("amp"),
    project_signs: &[".amp"],
    user_signs: &[(Base::Config, "amp")],
    own_folders: &[below(Base::Config, "amp")],
    tools: &[],
    form: &claude::FORM,
    runs_hooks_of: &[],
    transcript: None,
    transcript_delay: 0,
    tried: Some("0.0.1790142911"),
    source: "https://ampcode.com/manual",
};
