//! Facts about an agent: its files, how it writes servers and hooks, and the entries that follow
//! from it.

use super::event::AgentEvent;
use super::form::Form;
use super::tool::Tool;
use crate::agent_setup::entry::{Beside, Entry, Fixed, Json, NO_POLICY, PROGRAM, SERVER, What};
use crate::agent_setup::unfit::Format;
use crate::session::line::Reader;
use git_memory_model::rules::AGENTS;

/// The folder in which the path of a user's file begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// The home of the user.
    Home,
    /// `XDG_CONFIG_HOME`, else `.config` in the home.
    Config,
    /// That; on Windows `APPDATA`.
    ConfigOrRoaming,
    /// That; on macOS `Library/Application Support` in the home.
    Application,
}

/// A file of a user.
#[derive(Clone, Copy, Debug)]
pub struct UserFile {
    /// A variable that names another folder, and the path below it.
    pub variable: Option<(&'static str, &'static str)>,
    /// The folder that counts where no variable names another one.
    pub base: Base,
    /// The path there.
    pub path: &'static str,
}

/// Files of servers: a project's, where the agent reads one, and the user's.
#[derive(Clone, Copy, Debug)]
pub struct ServerFile {
    /// The path from the top of the work tree.
    pub project: Option<&'static str>,
    /// The user's.
    pub user: UserFile,
    /// Their format.
    pub format: Format,
    /// True if a file of the same name that ends in `c` is read as well.
    pub has_commented_name: bool,
    /// The keys of the object that holds the servers.
    pub path: &'static [&'static str],
    /// How a server is written.
    pub form: ServerForm,
    /// Keys and values that the agent itself adds to a file that lacks them.
    pub beside: &'static [Beside],
}

/// How a server is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerForm {
    /// `command` and `args`.
    Plain,
    /// That, with the type `stdio`.
    Stdio,
    /// That, with the type `local` and the tools that may be called.
    LocalWithTools,
    /// The type `local`, and a `command` with its arguments.
    LocalList,
}

/// The name that an agent has for an event, and our hook for it.
pub type Events = &'static [(&'static str, AgentEvent)];

/// Files of hooks.
#[derive(Clone, Copy, Debug)]
pub struct HookFile {
    /// The path from the top of the work tree.
    pub project: &'static str,
    /// The user's.
    pub user: UserFile,
    /// Their format.
    pub format: Format,
    /// How a hook is written.
    pub form: HookForm,
    /// The events that are of use.
    pub events: Events,
    /// True if the agent hears what a hook tells before a tool: else that hook only denies.
    pub hears_before_tools: bool,
    /// The most seconds that the agent grants the hook of an event, where those are fewer than ours.
    pub granted: &'static [(&'static str, u32)],
}

/// Files of a plugin.
#[derive(Clone, Copy, Debug)]
pub struct PluginFile {
    /// The path from the top of the work tree.
    pub project: &'static str,
    /// The user's.
    pub user: UserFile,
    /// Its text.
    pub text: &'static str,
}

/// How a hook is written, below `hooks` and the name of its event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookForm {
    /// In a group of its own, with a timeout in this many units a second.
    Group(u32),
    /// Likewise, in seconds, by a POSIX shell. It ends well, and says nothing, where the program is
    /// missing: a team shares the file, and another agent takes a hook that fails for a denial.
    GroupInShell,
    /// By itself, with a timeout in seconds; the file has a version, which is 1.
    Single,
    /// Likewise, with a line for each shell. It ends well as those do.
    Shells,
    /// The command alone.
    Bare,
}

/// The files of rules that an agent reads, of those that are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleFiles {
    /// None.
    None,
    /// `AGENTS.md`.
    Agents,
    /// `CLAUDE.md`, which imports it.
    Claude,
    /// `.cursor/rules/`.
    Cursor,
}

/// The facts about one agent.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The name in command lines and answers, a word in lower case.
    pub name: &'static str,
    /// The name that the agent's makers give it.
    pub title: &'static str,
    /// Its files of servers.
    pub servers: ServerFile,
    /// Its files of hooks, where it has hooks that can be of use.
    pub hooks: Option<HookFile>,
    /// Its file of a plugin of ours, where it takes those instead of hooks.
    pub plugin: Option<PluginFile>,
    /// The list of names of files of rules that it reads, by its keys in the file of servers, where
    /// `AGENTS.md` is not one of them already; and its name for such files.
    pub rule_names: Option<(&'static [&'static str], &'static str)>,
    /// The files of rules that it reads.
    pub rules: RuleFiles,
    /// Its program on PATH, where it has one.
    pub program: Option<&'static str>,
    /// Paths in a project that uses the agent, besides the files above.
    pub project_signs: &'static [&'static str],
    /// Paths in the home of a user who uses the agent.
    pub user_signs: &'static [(Base, &'static str)],
    /// The folders in which it keeps what is its own, of all projects.
    pub own_folders: &'static [UserFile],
    /// Its tools.
    pub tools: &'static [Tool],
    /// How its hooks ask, and are answered.
    pub form: &'static Form,
    /// Names of the agents whose hooks it runs beside its own.
    pub runs_hooks_of: &'static [&'static str],
    /// Reads a line of its transcript, where the form of that is known.
    pub(crate) transcript: Option<Reader>,
    /// How many milliseconds later than the hook of a session's end the transcript may be begun; its
    /// parts come within half of that.
    pub transcript_delay: u64,
    /// The version of the program that was tried; `None` where only its documentation was read.
    pub tried: Option<&'static str>,
    /// Its public documentation.
    pub source: &'static str,
}

/// `mcpServers`, the name that most agents share.
const MCP_SERVERS: &[&str] = &["mcpServers"];

/// A file in the home of a user.
pub(crate) const fn home(path: &'static str) -> UserFile {
    below(Base::Home, path)
}

/// A file below a folder of a user.
pub(crate) const fn below(base: Base, path: &'static str) -> UserFile {
    UserFile {
        variable: None,
        base,
        path,
    }
}

/// A file below the folder that a variable names, else in the home of a user.
pub(crate) const fn named(
    variable: &'static str,
    there: &'static str,
    home: &'static str,
) -> UserFile {
    UserFile {
        variable: Some((variable, there)),
        base: Base::Home,
        path: home,
    }
}

/// Files of servers in the form that most agents share.
pub(crate) const fn plain(project: &'static str, user: UserFile, format: Format) -> ServerFile {
    ServerFile {
        project: Some(project),
        user,
        format,
        has_commented_name: false,
        path: MCP_SERVERS,
        form: ServerForm::Plain,
        beside: &[],
    }
}

/// After how many seconds an agent is to give a hook up. What ends a session reads its whole
/// transcript; nothing else has anybody wait for long.
fn seconds(event: AgentEvent) -> u32 {
    if event == AgentEvent::SessionEnd {
        10
    } else {
        5
    }
}

/// A hook in a group of its own.
fn group(command: &str, timeout: u32) -> Json {
    let hook = vec![
        ("type", Json::text("command")),
        ("command", Json::text(command)),
        ("timeout", Json::Number(timeout)),
    ];
    Json::Object(vec![("hooks", Json::List(vec![Json::Object(hook)]))])
}

/// A hook with a line for each shell.
fn shells(bash: &str, powershell: &str, seconds: u32) -> Json {
    Json::Object(vec![
        ("type", Json::text("command")),
        ("bash", Json::text(bash)),
        ("powershell", Json::text(powershell)),
        ("timeout", Json::Number(seconds)),
    ])
}

impl HookFile {
    /// The timeout of a hook, in seconds.
    fn seconds(&self, event: &str, occasion: AgentEvent) -> u32 {
        let granted = self.granted.iter().find(|(known, _)| *known == event);
        granted.map_or(seconds(occasion), |(_, most)| *most)
    }
}

impl Row {
    /// The entry of the MCP server.
    #[must_use]
    pub fn server(&self) -> Entry {
        let command = ("command", Json::text(PROGRAM));
        let args = ("args", Json::texts(&["mcp"]));
        let value = match self.servers.form {
            ServerForm::Plain => vec![command, args],
            ServerForm::Stdio => vec![("type", Json::text("stdio")), command, args],
            ServerForm::LocalWithTools => vec![
                ("type", Json::text("local")),
                command,
                args,
                ("tools", Json::texts(&["*"])),
            ],
            ServerForm::LocalList => vec![
                ("type", Json::text("local")),
                ("command", Json::texts(&[PROGRAM, "mcp"])),
            ],
        };
        Entry {
            path: self.servers.path.to_vec(),
            what: What::Named(SERVER),
            value: Json::Object(value),
            former: Vec::new(),
        }
    }

    /// The entry that has it read `AGENTS.md`, where it needs one.
    #[must_use]
    pub fn rule_name(&self) -> Option<Entry> {
        let (path, own) = self.rule_names?;
        Some(Entry {
            path: path.to_vec(),
            what: What::Word(AGENTS),
            value: Json::texts(&[AGENTS, own]),
            former: Vec::new(),
        })
    }

    /// The entries of the hooks, none where it has none; `judges` where they judge calls of tools.
    #[must_use]
    pub fn hook_entries(&self, judges: bool) -> Vec<Entry> {
        let mut entries = Vec::new();
        let Some(hooks) = &self.hooks else {
            return entries;
        };
        for (event, occasion) in hooks.events {
            let mut command = format!("{PROGRAM} hook {} --agent {}", occasion.name(), self.name);
            if !judges && *occasion == AgentEvent::PreToolUse {
                if !hooks.hears_before_tools {
                    continue;
                }
                command.extend([" ", NO_POLICY]);
            }
            let seconds = hooks.seconds(event, *occasion);
            let in_shell = format!("command -v {PROGRAM} >/dev/null 2>&1 && {command} || true");
            let (value, former) = match hooks.form {
                HookForm::Group(units) => (group(&command, seconds * units), None),
                HookForm::GroupInShell => {
                    (group(&in_shell, seconds), Some(group(&command, seconds)))
                }
                HookForm::Single => {
                    let run = ("command", Json::text(&command));
                    (
                        Json::Object(vec![run, ("timeout", Json::Number(seconds))]),
                        None,
                    )
                }
                HookForm::Shells => {
                    let found = format!("Get-Command {PROGRAM} -ErrorAction SilentlyContinue");
                    let powershell = format!("if ({found}) {{ {command} }}; exit 0");
                    let former = [format!("{command} || true"), format!("{command}; exit 0")];
                    (
                        shells(&in_shell, &powershell, seconds),
                        Some(shells(&former[0], &former[1], seconds)),
                    )
                }
                HookForm::Bare => (Json::Object(vec![("command", Json::text(&command))]), None),
            };
            entries.push(Entry {
                path: vec!["hooks", event],
                what: What::Item(command),
                value,
                former: former.into_iter().collect(),
            });
        }
        entries
    }

    /// The entry of the plugin, where it takes one.
    #[must_use]
    pub fn plugin_entry(&self, judges: bool) -> Option<Entry> {
        let text = self.plugin?.text;
        let unjudged = format!("const UNJUDGED = [\"{NO_POLICY}\"]");
        Some(Entry {
            path: Vec::new(),
            what: What::Whole,
            value: if judges {
                Json::text(text)
            } else {
                Json::text(&text.replace("const UNJUDGED = []", &unjudged))
            },
            former: Vec::new(),
        })
    }

    /// Returns the keys and values that a new file of hooks needs besides the hooks.
    #[must_use]
    pub fn beside_hooks(&self) -> &'static [Beside] {
        match self.hooks.map(|hooks| hooks.form) {
            Some(HookForm::Single | HookForm::Shells) => &[("version", Fixed::Number(1))],
            _ => &[],
        }
    }
}
