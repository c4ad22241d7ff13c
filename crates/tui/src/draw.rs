//! Puts the model on the screen: the words on the first line, what the keys do on the last one, the
//! list and the record between them; where there is little room, one of the two.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use textwrap::Options;

use super::item::{Item, Text};
use super::model::{Focus, Model, Seen};
use git_memory_model::kind::Lifecycle;
use git_memory_text::counted;

/// The least columns where the list and the record fit beside each other.
const BOTH: u16 = 60;
/// The widest that a text is set: longer lines are hard to read.
const WIDEST: u16 = 100;
/// How many lines a record of the list has: its title, and what it is.
const ITEM: u16 = 2;
/// With fewer columns for the words, the number of records gives way.
const LEAST: u16 = 8;
/// Before the words that are searched for.
const PROMPT: &str = "> ";
const HELP: &str = "? keys  ↑↓ move  Enter open  Tab record  Esc back or quit";
/// Keys, and their effects.
const KEYS: [(&str, &str); 12] = [
    ("any letter", "search; the best record comes first"),
    ("↑ ↓, ^P ^N", "go to the record above or below"),
    ("PgUp PgDn", "go a page up or down"),
    ("Home End", "go to the first or last record"),
    ("Enter", "read the record in full width"),
    (
        "Tab",
        "go between list and record, whose text the arrows scroll",
    ),
    ("Esc", "go back; erase the words; quit"),
    ("^W, ^U", "erase a word, erase all words"),
    ("^E", "edit the record in git's editor"),
    ("^R", "look again"),
    ("^Q, ^C", "quit"),
    ("?", "show the keys, while no word is typed"),
];

/// Draws the model; tells it what there was room for.
pub(super) fn draw(frame: &mut Frame, model: &mut Model, paints: bool) {
    let area = frame.area();
    let [words, main, help] = rows(area);
    let brush = Brush { paints };
    let buffer = frame.buffer_mut();
    let (list, record) = columns(main, model.focus);
    let lines = lines(model, record.width);
    model.seen = Seen {
        items: usize::from(list.height / ITEM),
        lines: usize::from(record.height.saturating_sub(1)),
        all_lines: lines.len(),
    };
    let lowest = lines.len().saturating_sub(model.seen.lines);
    // A window that became larger has room for what was above.
    model.scroll = model.scroll.min(lowest);
    if model.shows_keys {
        draw_keys(buffer, main, brush);
        return;
    }
    if record.width > 0 {
        draw_record(buffer, record, model, &lines, brush);
    }
    draw_list(buffer, list, model, brush);
    if list.width > 0 && record.width > 0 {
        for y in main.top()..main.bottom() {
            put(buffer, main, list.right(), y, "│", brush.dim());
        }
    }
    let end = draw_words(buffer, words, model, brush);
    let (told, style) = match &model.note {
        Some(note) => (note.as_str(), brush.bold()),
        None => (HELP, brush.dim()),
    };
    put(buffer, help, help.x, help.y, told, style);
    if words.height > 0 {
        frame.set_cursor_position(Position::new(end, words.y));
    }
}

/// Explains the keys.
fn draw_keys(buffer: &mut Buffer, area: Rect, brush: Brush) {
    for ((key, does), y) in KEYS.iter().zip(area.top()..area.bottom()) {
        put(buffer, area, area.x, y, key, brush.bold());
        put(buffer, area, area.x + 14, y, does, Style::new());
    }
}

/// The first line, what is between, and the last line.
fn rows(area: Rect) -> [Rect; 3] {
    let first = Rect {
        height: area.height.min(1),
        ..area
    };
    let last_height = u16::from(area.height > 2);
    let main = Rect {
        y: area.y + first.height,
        height: area.height - first.height - last_height,
        ..area
    };
    let last = Rect {
        y: main.bottom(),
        height: last_height,
        ..area
    };
    [first, main, last]
}

/// Returns the places of the list and the record; one without columns is not shown.
fn columns(main: Rect, focus: Focus) -> (Rect, Rect) {
    let nothing = Rect { width: 0, ..main };
    match focus {
        Focus::Whole => (nothing, main),
        Focus::List if main.width < BOTH => (main, nothing),
        Focus::Record if main.width < BOTH => (nothing, main),
        Focus::List | Focus::Record => {
            let list = Rect {
                width: main.width * 2 / 5,
                ..main
            };
            let x = list.right() + 2;
            (
                list,
                Rect {
                    x,
                    width: main.right() - x,
                    ..main
                },
            )
        }
    }
}

/// Draws the words that are searched for and the number of records; gives the column after the
/// words.
fn draw_words(buffer: &mut Buffer, row: Rect, model: &Model, brush: Brush) -> u16 {
    let count = match (&model.failure, model.is_waiting) {
        (_, true) => "…".to_owned(),
        (Some(_), _) => String::new(),
        (None, _) => counted(model.items.len(), "record"),
    };
    let count_width = u16::try_from(textwrap::core::display_width(&count)).unwrap_or(0);
    let room = row.width.saturating_sub(count_width + 1);
    let left = Rect {
        width: if room < LEAST { row.width } else { room },
        ..row
    };
    let end = put(buffer, left, row.x, row.y, PROMPT, brush.dim());
    // Of words that are too long the end is seen, where the next letter goes.
    let fits = usize::from(left.right().saturating_sub(end + 1));
    let words = tail(&model.words, fits);
    let end = put(buffer, left, end, row.y, words, brush.bold());
    if left.width < row.width {
        put(
            buffer,
            row,
            row.right() - count_width,
            row.y,
            &count,
            brush.dim(),
        );
    }
    end.min(row.right().saturating_sub(1))
}

/// The end of a text that has so many columns.
fn tail(text: &str, columns: usize) -> &str {
    let mut rest = text;
    while textwrap::core::display_width(rest) > columns {
        let mut letters = rest.chars();
        letters.next();
        rest = letters.as_str();
    }
    rest
}

fn draw_list(buffer: &mut Buffer, area: Rect, model: &Model, brush: Brush) {
    if let Some(why) = &model.failure {
        for (line, y) in wrapped(why, area.width)
            .iter()
            .zip(area.top()..area.bottom())
        {
            put(buffer, area, area.x, y, line, brush.bold());
        }
        return;
    }
    if model.items.is_empty() && !model.is_waiting {
        let words = if model.words.trim().is_empty() {
            "no records"
        } else {
            "no match"
        };
        put(buffer, area, area.x, area.y, words, brush.dim());
    }
    // A page at a time, so that the list stands still while the selection moves.
    let page = model.seen.items.max(1);
    let first = model.selected / page * page;
    let shown = model.items.iter().enumerate().skip(first).take(page);
    for ((nth, item), y) in shown.zip((area.top()..area.bottom()).step_by(ITEM.into())) {
        let is_selected = nth == model.selected;
        let title = match (is_selected, model.focus) {
            (true, Focus::List) => brush.selected(),
            (true, _) => brush.bold(),
            _ => Style::new(),
        };
        let mark = if is_selected { "> " } else { "  " };
        let x = put(buffer, area, area.x, y, mark, title);
        put(buffer, area, x, y, &item.title, title);
        draw_kind(buffer, area, (area.x + 2, y + 1), item, brush);
    }
}

/// Draws what a record is, in a dim line; its status is painted as what it means.
fn draw_kind(buffer: &mut Buffer, area: Rect, at: (u16, u16), item: &Item, brush: Brush) {
    let (x, y) = at;
    let words = item.words();
    put(buffer, area, x, y, &words, brush.dim());
    let before = format!("{} · ", item.kind);
    let status = x.saturating_add(u16::try_from(before.chars().count()).unwrap_or(u16::MAX));
    put(
        buffer,
        area,
        status,
        y,
        &item.status,
        brush.status(item.lifecycle()),
    );
}

fn draw_record(buffer: &mut Buffer, area: Rect, model: &Model, lines: &[String], brush: Brush) {
    let text = match &model.record {
        None => return,
        Some(Ok(text)) => text,
        Some(Err(why)) => {
            for (line, y) in wrapped(why, area.width)
                .iter()
                .zip(area.top()..area.bottom())
            {
                put(buffer, area, area.x, y, line, brush.bold());
            }
            return;
        }
    };
    let head = head(text);
    let style = match model.focus {
        Focus::List => brush.id(),
        Focus::Record | Focus::Whole => brush.selected(),
    };
    put(buffer, area, area.x, area.y, &head, style);
    let shown = lines.iter().skip(model.scroll);
    for (line, y) in shown.zip(area.top() + 1..area.bottom()) {
        let style = if line.starts_with('#') {
            brush.bold()
        } else {
            Style::new()
        };
        put(buffer, area, area.x, y, line, style);
    }
}

/// The line above a record.
fn head(text: &Text) -> String {
    let mut head = text.item.words();
    let reason = text
        .item
        .freshness
        .as_ref()
        .and_then(|it| it.reason.as_ref());
    if let Some(reason) = reason {
        head.push_str(": ");
        head.push_str(reason);
    }
    head
}

/// The record's lines, as wide as there is room.
fn lines(model: &Model, width: u16) -> Vec<String> {
    match &model.record {
        Some(Ok(text)) => wrapped(&text.content, width.min(WIDEST)),
        _ => Vec::new(),
    }
}

fn wrapped(text: &str, width: u16) -> Vec<String> {
    if width == 0 {
        return Vec::new();
    }
    let mut lines = Vec::new();
    for line in text.lines() {
        let options = Options::new(width.into());
        let pieces = textwrap::wrap(line, options);
        lines.extend(pieces.into_iter().map(std::borrow::Cow::into_owned));
    }
    lines
}

/// Puts a text where there is room for it in an area; gives the column after it.
fn put(buffer: &mut Buffer, area: Rect, x: u16, y: u16, text: &str, style: Style) -> u16 {
    if x >= area.right() || y >= area.bottom() || y < area.top() {
        return x;
    }
    let room = usize::from(area.right() - x);
    buffer.set_stringn(x, y, text, room, style).0
}

/// How things are marked; colors only where they are wanted.
#[derive(Clone, Copy)]
struct Brush {
    paints: bool,
}

#[allow(
    clippy::unused_self,
    reason = "callers ask their brush, with colors or without"
)]
impl Brush {
    fn bold(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    fn dim(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    fn id(self) -> Style {
        self.colored(Color::Yellow)
    }

    /// As the command line shows it.
    fn status(self, lifecycle: Lifecycle) -> Style {
        match lifecycle {
            Lifecycle::Current => self.colored(Color::Green),
            Lifecycle::Proposed => self.colored(Color::Magenta),
            Lifecycle::Dropped => self.colored(Color::Red),
            Lifecycle::Finished | Lifecycle::Superseded | Lifecycle::Archived => self.dim(),
        }
    }

    fn colored(self, color: Color) -> Style {
        if self.paints {
            Style::new().fg(color)
        } else {
            Style::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asker::Answer;
    use crate::item::{Found, Freshness};
    use crate::model::Key;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    fn item(nth: usize, title: &str) -> Item {
        Item {
            id: format!("dec-{nth}"),
            kind: "decision".to_owned(),
            title: title.to_owned(),
            status: "active".to_owned(),
            scope: "project".to_owned(),
            freshness: None,
        }
    }

    fn model(titles: &[&str]) -> Model {
        let titles = titles.iter().enumerate();
        let items: Vec<Item> = titles.map(|(nth, title)| item(nth, title)).collect();
        let freshness = Freshness {
            state: "changed".to_owned(),
            reason: Some("2 commits since".to_owned()),
        };
        let text = Text {
            item: Item {
                freshness: Some(freshness),
                ..items[0].clone()
            },
            content: "# Use Postgres\n\nOne store for the events of all services.\n".to_owned(),
        };
        let mut model = Model::default();
        model.begin();
        let found = Found { items, note: None };
        model.take(Answer::Found(String::new(), Ok(found)));
        model.take(Answer::Read("dec-0".to_owned(), Ok(text)));
        model
    }

    fn terminal(model: &mut Model, width: u16, height: u16) -> Terminal<TestBackend> {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(frame, model, true)).unwrap();
        terminal
    }

    fn drawn(model: &mut Model, width: u16, height: u16) -> String {
        let shown = terminal(model, width, height).backend().to_string();
        let lines = shown.lines().map(|line| {
            // The backend says beside a line which of its cells are parts of wide letters.
            let line = line.split("\" Hidden by").next().unwrap();
            line.trim_matches('"').trim_end()
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn the_list_and_the_record_are_beside_each_other() {
        let mut model = model(&["Use Postgres", "事件 in 日本", "ثلاثة", "A flies"]);
        assert_eq!(
            drawn(&mut model, 70, 9),
            "\
>                                                            4 records
> Use Postgres              │ decision · active · project · changed: 2
  decision · active · projec│ # Use Postgres
  事件 in 日本              │
  decision · active · projec│ One store for the events of all
  ثلاثة                     │ services.
  decision · active · projec│
                            │
? keys  ↑↓ move  Enter open  Tab record  Esc back or quit"
        );
    }

    #[test]
    fn a_small_terminal_shows_one_of_the_two() {
        let mut model = model(&["Use Postgres for all of it", "Two"]);
        let list = "\
>          2 records
> Use Postgres for a
  decision · active

? keys  ↑↓ move  Ent";
        assert_eq!(drawn(&mut model, 20, 5), list);
        model.press(Key::Tab);
        let record = "\
>          2 records
decision · active ·
# Use Postgres

? keys  ↑↓ move  Ent";
        assert_eq!(drawn(&mut model, 20, 5), record);
        model.press(Key::End);
        let end = drawn(&mut model, 20, 5);
        assert!(end.contains("services."), "{end}");
        assert_eq!(model.seen.all_lines - model.seen.lines, model.scroll);
    }

    #[test]
    fn no_size_is_too_small_and_no_text_too_wide() {
        let long = "字".repeat(300);
        let mut model = model(&[&long, "b"]);
        model.words = "事件 👩‍🚀 ".repeat(40);
        for width in 0..70 {
            for height in 0..9 {
                for focus in [Focus::List, Focus::Record, Focus::Whole] {
                    model.focus = focus;
                    terminal(&mut model, width, height);
                }
            }
        }
    }

    #[test]
    fn the_keys_are_explained_in_place_of_the_list() {
        let mut model = model(&["a"]);
        model.press(Key::Letter('?'));
        let shown = drawn(&mut model, 70, 16);
        assert!(
            shown.contains("Enter         read the record in full width"),
            "{shown}"
        );
        assert!(!shown.contains("decision · active"), "{shown}");
    }

    #[test]
    fn what_fails_is_said_where_the_list_would_be() {
        let mut model = model(&["a"]);
        model.press(Key::Refresh);
        let why = Err("no memory here; 'git memory init' sets it up".to_owned());
        model.take(Answer::Found(String::new(), why));
        let shown = drawn(&mut model, 30, 6);
        let expected = "no memory here; 'git memory\ninit' sets it up";
        assert!(shown.contains(expected), "{shown}");
        model.press(Key::Letter('x'));
        model.take(Answer::Found("x".to_owned(), Ok(Found::default())));
        let shown = drawn(&mut model, 30, 6);
        assert!(
            shown.ends_with("records\nno match\n\n\n\n? keys  ↑↓ move  Enter open  T"),
            "{shown}"
        );
    }

    #[test]
    fn colors_are_left_out_where_they_are_not_wanted() {
        let mut model = model(&["a"]);
        for paints in [true, false] {
            let mut terminal = Terminal::new(TestBackend::new(70, 9)).unwrap();
            terminal
                .draw(|frame| draw(frame, &mut model, paints))
                .unwrap();
            let cells = terminal.backend().buffer().content();
            let is_colored = cells.iter().any(|cell| cell.fg != Color::Reset);
            assert_eq!(is_colored, paints);
        }
    }
}
