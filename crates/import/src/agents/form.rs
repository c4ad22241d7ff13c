//! The forms in which agents' programs keep their knowledge of a project: one row each, with the
//! page that documents it. A new form is a new row, and a subcommand of its name.

use git_memory_text::path::last;

/// Role of a file of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Instructions for every conversation in its folder.
    Always,
    /// Instructions whose front matter names the files that they are about, under this key; keys
    /// are compared in small letters. Without files, they may be for every conversation.
    Rule {
        /// The key.
        key: &'static str,
        /// True if files without such globs are for every conversation.
        is_always: bool,
    },
    /// A page about the project.
    Page,
    /// A memory of Claude Code: a fact with its type, or the index of the facts.
    Fact,
    /// A note with a type, tags and relations, as Basic Memory has them.
    Note,
}

/// Places of files.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// In any folder, with this path from there.
    At(&'static str),
    /// Below any folder's folder of this path, with one of these endings.
    Below(&'static str, &'static [&'static str]),
    /// Anywhere, with this ending.
    Ending(&'static str),
}

/// Some files of a form.
#[derive(Clone, Copy, Debug)]
struct Files {
    place: Place,
    role: Role,
}

/// A form in which a program keeps its knowledge.
#[derive(Debug)]
pub struct Form {
    /// Its name on the command line, and in the origins of files that are not in the work tree.
    pub name: &'static str,
    /// Files to look for, in words, if nothing was found.
    pub wanted: &'static str,
    /// The hidden folders in which it keeps files.
    pub hidden: &'static [&'static str],
    /// True if `@path` in a text takes in another file.
    pub has_mentions: bool,
    files: &'static [Files],
}

/// A file of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<'a> {
    /// The folder that it is about: the part before the form's own path.
    pub folder: &'a str,
    /// Its path in the form's own folder.
    pub name: &'a str,
    /// Role of the file.
    pub role: Role,
}

const fn at(path: &'static str, role: Role) -> Files {
    let place = Place::At(path);
    Files { place, role }
}

const fn below(folder: &'static str, endings: &'static [&'static str], role: Role) -> Files {
    let place = Place::Below(folder, endings);
    Files { place, role }
}

const fn rule(key: &'static str, is_always: bool) -> Role {
    Role::Rule { key, is_always }
}

const MARKDOWN: &[&str] = &[".md"];

/// Every form, in the order of the command's help.
static FORMS: [Form; 8] = [
    // https://code.claude.com/docs/en/memory
    Form {
        name: "claude-md",
        wanted: "CLAUDE.md or .claude/rules/*.md",
        hidden: &[".claude"],
        has_mentions: true,
        files: &[
            at(".claude/CLAUDE.md", Role::Always),
            at("CLAUDE.md", Role::Always),
            below(".claude/rules", MARKDOWN, rule("paths", true)),
        ],
    },
    // https://agents.md
    Form {
        name: "agents-md",
        wanted: "AGENTS.md",
        hidden: &[],
        has_mentions: false,
        files: &[at("AGENTS.md", Role::Always)],
    },
    // https://code.claude.com/docs/en/memory#auto-memory
    Form {
        name: "claude-memory",
        wanted: "MEMORY.md or other Markdown",
        hidden: &[],
        has_mentions: false,
        files: &[Files {
            place: Place::Ending(".md"),
            role: Role::Fact,
        }],
    },
    // https://docs.cline.bot/improving-your-prompting-skills/cline-memory-bank
    // https://docs.cline.bot/features/cline-rules/conditional-rules
    Form {
        name: "cline",
        wanted: "memory-bank/*.md or .clinerules",
        hidden: &[".clinerules"],
        has_mentions: false,
        files: &[
            below("memory-bank", MARKDOWN, Role::Page),
            below(".clinerules", &[".md", ".txt"], rule("paths", true)),
            at(".clinerules", Role::Always),
        ],
    },
    // https://cursor.com/docs/rules
    Form {
        name: "cursor-rules",
        wanted: ".cursor/rules/*.mdc or .cursorrules",
        hidden: &[".cursor"],
        has_mentions: false,
        files: &[
            below(".cursor/rules", &[".mdc", ".md"], rule("globs", false)),
            at(".cursorrules", Role::Always),
        ],
    },
    // https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/
    // add-custom-instructions
    Form {
        name: "copilot",
        wanted: ".github/copilot-instructions.md or .github/instructions/*.instructions.md",
        hidden: &[".github"],
        has_mentions: false,
        files: &[
            at(".github/copilot-instructions.md", Role::Always),
            below(
                ".github/instructions",
                &[".instructions.md"],
                rule("applyto", false),
            ),
        ],
    },
    // https://oraios.github.io/serena/02-usage/045_memories.html
    Form {
        name: "serena",
        wanted: ".serena/memories/*.md",
        hidden: &[".serena"],
        has_mentions: false,
        files: &[below(".serena/memories", MARKDOWN, Role::Page)],
    },
    // https://docs.basicmemory.com/concepts/knowledge-format
    Form {
        name: "basic-memory",
        wanted: "Markdown",
        hidden: &[],
        has_mentions: false,
        files: &[Files {
            place: Place::Ending(".md"),
            role: Role::Note,
        }],
    },
];

impl Form {
    /// The forms whose files have a place of their own in a project.
    pub fn of_projects() -> impl Iterator<Item = &'static Self> {
        FORMS.iter().filter(|form| form.is_of_project())
    }

    /// The paths, from the top of a project, at which its files and folders are.
    pub fn places(&self) -> impl Iterator<Item = &'static str> {
        self.files.iter().filter_map(|files| match files.place {
            Place::At(path) | Place::Below(path, _) => Some(path),
            Place::Ending(_) => None,
        })
    }

    /// True if a word in small letters names its program, one of its files, or its folder:
    /// `cursor`, `copilot-instructions.md`, `.cursor/rules`.
    #[must_use]
    pub fn is_called(&self, word: &str) -> bool {
        let word = word.trim_end_matches('/');
        let program = self.name.split('-').next();
        program == Some(word)
            || self.places().any(|place| {
                let place = place.to_ascii_lowercase();
                let file = Some(last(&place)).filter(|name| name.contains('.'));
                let mut names = [Some(place.as_str()), file].into_iter().flatten();
                names.any(|name| name == word || name.strip_suffix(".md") == Some(word))
            })
    }

    /// Names of the things that most of its files become.
    #[must_use]
    pub fn becomes(&self) -> &'static str {
        let is_page = |files: &Files| files.role == Role::Page;
        if self.files.iter().all(is_page) {
            "topics"
        } else {
            "rules, conventions or topics"
        }
    }

    /// True if its files have a place of their own in a project.
    #[must_use]
    pub fn is_of_project(&self) -> bool {
        let mut files = self.files.iter();
        files.all(|files| !matches!(files.place, Place::Ending(_)))
    }

    /// Instructions that people write for Claude Code.
    pub const CLAUDE_MD: &'static Self = &FORMS[0];
    /// Instructions that people write for every agent.
    pub const AGENTS_MD: &'static Self = &FORMS[1];
    /// Memories that Claude Code writes.
    pub const CLAUDE_MEMORY: &'static Self = &FORMS[2];
    /// Cline's memory bank and rules.
    pub const CLINE: &'static Self = &FORMS[3];
    /// Cursor's rules.
    pub const CURSOR_RULES: &'static Self = &FORMS[4];
    /// Copilot's instructions.
    pub const COPILOT: &'static Self = &FORMS[5];
    /// Serena's memories.
    pub const SERENA: &'static Self = &FORMS[6];
    /// Basic Memory's notes.
    pub const BASIC_MEMORY: &'static Self = &FORMS[7];

    /// The role of the file at a path in this form, if it is one of its files. The path has slashes
    /// between its parts; the more of its parents it has, the more is known.
    #[must_use]
    pub fn file<'a>(&self, path: &'a str) -> Option<Found<'a>> {
        self.files.iter().find_map(|files| files.find(path))
    }
}

impl Files {
    fn find<'a>(&self, path: &'a str) -> Option<Found<'a>> {
        let (folder, name) = match self.place {
            Place::At(own) => (before(path.strip_suffix(own)?)?, own),
            Place::Below(own, endings) => {
                if !endings.iter().any(|ending| path.ends_with(ending)) {
                    return None;
                }
                let (start, name) = split_at_folder(path, own)?;
                (before(start)?, name)
            }
            Place::Ending(ending) if path.ends_with(ending) => ("", last(path)),
            Place::Ending(_) => return None,
        };
        Some(Found {
            folder,
            name,
            role: self.role,
        })
    }
}

/// The folder that ends with a slash, without it; `None` if the text ends inside of a name.
fn before(start: &str) -> Option<&str> {
    if start.is_empty() {
        return Some("");
    }
    start.strip_suffix('/')
}

/// The part of a path before a folder, with its slash, and the part below the folder.
fn split_at_folder<'a>(path: &'a str, folder: &str) -> Option<(&'a str, &'a str)> {
    // The innermost: a project may lie below a folder of that name.
    for (start, _) in path.rmatch_indices(folder) {
        let is_whole = start == 0 || path[..start].ends_with('/');
        if is_whole && let Some(name) = path[start + folder.len()..].strip_prefix('/') {
            return Some((&path[..start], name));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_knows_its_files() {
        for (form, path, expected) in [
            ("claude-md", "CLAUDE.md", Some(("", "CLAUDE.md"))),
            (
                "claude-md",
                "/p/.claude/CLAUDE.md",
                Some(("/p", ".claude/CLAUDE.md")),
            ),
            (
                "claude-md",
                "/p/web/CLAUDE.md",
                Some(("/p/web", "CLAUDE.md")),
            ),
            ("claude-md", "/p/NOT-CLAUDE.md", None),
            (
                "claude-md",
                "/p/.claude/rules/a/b.md",
                Some(("/p", "a/b.md")),
            ),
            ("claude-md", "/p/CLAUDE.local.md", None),
            ("agents-md", "a/AGENTS.md", Some(("a", "AGENTS.md"))),
            ("claude-memory", "/h/memory/a.md", Some(("", "a.md"))),
            ("claude-memory", "/h/memory/a.txt", None),
            (
                "cline",
                "/p/memory-bank/x/progress.md",
                Some(("/p", "x/progress.md")),
            ),
            ("cline", "/p/my-memory-bank/progress.md", None),
            ("cline", "/p/.clinerules", Some(("/p", ".clinerules"))),
            ("cline", "/p/.clinerules/01-a.md", Some(("/p", "01-a.md"))),
            (
                "cursor-rules",
                "/p/.cursor/rules/a.mdc",
                Some(("/p", "a.mdc")),
            ),
            ("cursor-rules", "/p/.cursor/mcp.json", None),
            (
                "copilot",
                ".github/instructions/a.instructions.md",
                Some(("", "a.instructions.md")),
            ),
            ("copilot", ".github/instructions/README.md", None),
            (
                "serena",
                "/p/.serena/memories/m/front.md",
                Some(("/p", "m/front.md")),
            ),
            ("basic-memory", "notes/A note.md", Some(("", "A note.md"))),
        ] {
            let form = FORMS.iter().find(|known| known.name == form).unwrap();
            let found = form.file(path).map(|found| (found.folder, found.name));
            assert_eq!(found, expected, "{} {path}", form.name);
        }
    }
}
