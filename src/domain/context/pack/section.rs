//! The sections of a pack: one table of their order, their shares, and the commands that show what
//! was left out of them.

/// A part of a pack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Section {
    /// What one person noted for all repositories.
    User,
    /// The project in one page.
    Summary,
    /// What was decided.
    Decisions,
    /// How things are done.
    Conventions,
    /// What is not settled.
    OpenLoops,
    /// What was learnt.
    Lessons,
    /// Commands that are known to work.
    Recipes,
    /// Records of other kinds, where they are asked for.
    #[default]
    Others,
    /// What was done last.
    Recent,
}

struct Row {
    section: Section,
    heading: &'static str,
    /// The hundredths of the project's room that are its own; user memory is no part of the
    /// project.
    share: usize,
    one: &'static str,
    many: &'static str,
    /// What shows all of it, and what shows one of it as a whole. `{rev}` stands for the revision,
    /// `{cat}` for what shows a file.
    all: &'static str,
    whole: &'static str,
}

const fn row(
    section: Section,
    heading: &'static str,
    share: usize,
    names: (&'static str, &'static str),
    commands: (&'static str, &'static str),
) -> Row {
    Row {
        section,
        heading,
        share,
        one: names.0,
        many: names.1,
        all: commands.0,
        whole: commands.1,
    }
}

const SHOW: &str = "git memory show ID{rev}";

/// The order of a pack.
static ROWS: [Row; 9] = [
    row(
        Section::User,
        "Your own memory",
        0,
        ("file of your own memory", "files of your own memory"),
        ("git memory user list", "git memory user read NAME"),
    ),
    row(
        Section::Summary,
        "Summary",
        20,
        ("summary", "summaries"),
        ("{cat}memory/summary.md", "{cat}memory/summary.md"),
    ),
    row(
        Section::Decisions,
        "Decisions",
        30,
        ("decision", "decisions"),
        ("git memory list --kind decision{rev}", SHOW),
    ),
    row(
        Section::Conventions,
        "Conventions",
        15,
        ("convention", "conventions"),
        ("git memory list --kind convention{rev}", SHOW),
    ),
    row(
        Section::OpenLoops,
        "Open loops",
        10,
        ("open loop", "open loops"),
        ("git memory list --kind open-loop{rev}", SHOW),
    ),
    row(
        Section::Lessons,
        "Lessons",
        10,
        ("lesson", "lessons"),
        ("git memory list --kind lesson{rev}", SHOW),
    ),
    row(
        Section::Recipes,
        "Recipes",
        5,
        ("recipe", "recipes"),
        ("git memory list --kind recipe{rev}", SHOW),
    ),
    row(
        Section::Others,
        "Other records",
        0,
        ("other record", "other records"),
        ("git memory list{rev}", SHOW),
    ),
    row(
        Section::Recent,
        "Recent work",
        10,
        ("recent step", "recent steps"),
        ("git memory summary list", "git memory summary show ID"),
    ),
];

/// What stands at the end of a text that was cut.
pub(super) const CUT: &str = "[…]";

impl Section {
    fn row(self) -> &'static Row {
        // Every section has its row: a test says so.
        ROWS.iter()
            .find(|row| row.section == self)
            .unwrap_or(&ROWS[0])
    }

    /// Its place in the order of a pack.
    pub(super) fn place(self) -> usize {
        ROWS.iter()
            .position(|row| row.section == self)
            .unwrap_or(ROWS.len())
    }

    /// The hundredths of the project's room that are its own.
    pub(super) fn share(self) -> usize {
        self.row().share
    }

    /// Its heading, with the empty line behind it.
    pub(super) fn heading(self) -> String {
        format!("## {}\n\n", self.row().heading)
    }
}

/// Says how much of which section was left out, and of which sections a text was cut; and the
/// commands that show both.
pub(super) fn last_line(left: &[(Section, usize)], cut: &[Section], is_committed: bool) -> String {
    let command = |template: &str| {
        let (rev, cat) = if is_committed {
            (" --rev HEAD", "git show HEAD:")
        } else {
            ("", "cat ")
        };
        template.replace("{rev}", rev).replace("{cat}", cat)
    };
    let mut parts: Vec<String> = Vec::new();
    for (section, count) in left.iter().filter(|(_, count)| *count > 0) {
        let Row { one, many, all, .. } = section.row();
        parts.push(format!(
            "{count} {} ({})",
            if *count == 1 { one } else { many },
            command(all)
        ));
    }
    let mut whole: Vec<&str> = cut.iter().map(|section| section.row().whole).collect();
    whole.dedup();
    if !whole.is_empty() {
        let commands: Vec<String> = whole.into_iter().map(command).collect();
        parts.push(format!("what follows {CUT} ({})", commands.join(", ")));
    }
    if parts.is_empty() {
        "Nothing was left out.\n".to_owned()
    } else {
        format!("Left out: {}\n", parts.join(", "))
    }
}

/// The same, as short as it can be.
pub(super) fn shortest_line(is_committed: bool) -> String {
    format!(
        "Left out: everything (git memory list{})\n",
        if is_committed { " --rev HEAD" } else { "" }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_make_a_whole() {
        assert_eq!(ROWS.iter().map(|row| row.share).sum::<usize>(), 100);
        for row in &ROWS {
            assert_eq!(
                (row.section.row().heading, row.section.share()),
                (row.heading, row.share)
            );
        }
    }

    #[test]
    fn the_last_line_names_commands_that_work_there() {
        let left = [(Section::Summary, 1), (Section::Lessons, 2)];
        let cut = [Section::User, Section::Decisions, Section::Lessons];
        assert_eq!(
            last_line(&left, &cut, false),
            "Left out: 1 summary (cat memory/summary.md), 2 lessons (git memory list --kind lesson), \
             what follows […] (git memory user read NAME, git memory show ID)\n"
        );
        assert_eq!(
            last_line(&left, &cut[1..], true),
            "Left out: 1 summary (git show HEAD:memory/summary.md), 2 lessons (git memory list --kind lesson --rev HEAD), \
             what follows […] (git memory show ID --rev HEAD)\n"
        );
        assert_eq!(
            last_line(&[(Section::Lessons, 0)], &[], false),
            "Nothing was left out.\n"
        );
    }
}
