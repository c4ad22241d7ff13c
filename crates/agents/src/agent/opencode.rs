//! opencode, in the terminal.

use super::claude;
use super::row::{Base, PluginFile, Row, RuleFiles, ServerFile, ServerForm, below, named, plain};
use crate::agent_setup::{Fixed, Format};

pub(super) static ROW: Row = Row {
    name: "opencode",
    title: "opencode",
    servers: ServerFile {
        has_commented_name: true,
        path: &["mcp"],
        form: ServerForm::LocalList,
        beside: &[("$schema", Fixed::Text("https://opencode.ai/config.json"))],
        ..plain(
            "opencode.json",
            below(Base::Config, "opencode/opencode.json"),
            Format::JsonWithComments,
        )
    },
    hooks: None,
    plugin: Some(PluginFile {
        project: ".opencode/plugins/git-memory.js",
        user: below(Base::Config, "opencode/plugins/git-memory.js"),
        text: include_str!("opencode.js"),
    }),
    rule_names: None,
    rules: RuleFiles::Agents,
    program: Some("opencode"),
    project_signs: &[".opencode"],
    user_signs: &[(Base::Config, "opencode")],
    own_folders: &[
        below(Base::Config, "opencode"),
        named("XDG_DATA_HOME", "opencode", ".local/share/opencode"),
    ],
    tools: &[],
    form: &claude::FORM,
    runs_hooks_of: &[],
    transcript: None,
    transcript_delay: 0,
    tried: Some("1.18.33"),
    source: "https://opencode.ai/docs/config",
};
