//! From an invocation to the last key.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::TryRecvError;
use std::time::{Duration, SystemTime};

use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::asker::Asker;
use super::draw::draw;
use super::edit::edit;
use super::model::{Key, Model, Step};
use super::screen::{Screen, Signals};
use git_memory_app::workspace::{Invocation, Repositories};

/// How soon an answer is seen that is waited for.
const SOON: Duration = Duration::from_millis(15);
/// How soon a signal is seen where nothing is waited for.
const IDLE: Duration = Duration::from_millis(150);

/// Shows the memory of an invocation's repository until the person has seen enough. `clock` tells
/// the time of each question; with `paints` there are colors.
///
/// # Errors
/// Where the terminal fails. It is as it was in any case.
pub fn browse(invocation: &Invocation, clock: fn() -> SystemTime, paints: bool) -> io::Result<()> {
    let repositories = Arc::new(Repositories::new(invocation, clock));
    let signals = Signals::catch()?;
    // Asked before the terminal is ready: it takes longer than that.
    let mut asker = Asker::start(Arc::clone(&repositories));
    let shown = Screen::take()
        .and_then(|mut screen| show(&mut screen, &mut asker, &repositories, &signals, paints));
    signals.obey()?;
    shown
}

fn show(
    screen: &mut Screen,
    asker: &mut Asker,
    repositories: &Repositories,
    signals: &Signals,
    paints: bool,
) -> io::Result<()> {
    let mut model = Model::default();
    let mut steps = vec![model.begin()];
    loop {
        for step in steps.drain(..) {
            match step {
                Step::Quit => return Ok(()),
                Step::Ask(question) => asker.ask(question),
                Step::Edit(id) => {
                    let told = screen.lend(|| edit(repositories, &id))?;
                    signals.forget();
                    if let Some(Step::Ask(question)) = model.press(Key::Refresh) {
                        asker.ask(question);
                    }
                    model.note = Some(told);
                }
            }
        }
        screen
            .terminal
            .draw(|frame| draw(frame, &mut model, paints))?;
        let wait = if asker.is_waited_for() { SOON } else { IDLE };
        let mut has_come = false;
        while !has_come {
            if signals.came() {
                return Ok(());
            }
            // All that is typed already is taken before anything is drawn.
            let mut wait = wait;
            while event::poll(wait)? {
                wait = Duration::ZERO;
                has_come = true;
                if let Event::Key(key) = event::read()?
                    && let Some(key) = meaning(key)
                {
                    steps.extend(model.press(key));
                }
            }
            loop {
                match asker.answer() {
                    Ok(answer) => {
                        has_come = true;
                        steps.extend(model.take(answer));
                    }
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => {
                        return Err(io::Error::other("the repository cannot be read any more"));
                    }
                }
            }
        }
    }
}

/// Returns the meaning of a key of the keyboard.
fn meaning(key: KeyEvent) -> Option<Key> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match key.code {
        KeyCode::Char('c' | 'q') if is_control => Key::Quit,
        KeyCode::Char('e') if is_control => Key::Edit,
        KeyCode::Char('r') if is_control => Key::Refresh,
        KeyCode::Char('u') if is_control => Key::EraseAll,
        KeyCode::Char('w') if is_control => Key::EraseWord,
        KeyCode::Char('h') if is_control => Key::Backspace,
        KeyCode::Char('p') if is_control => Key::Up,
        KeyCode::Char('n') if is_control => Key::Down,
        KeyCode::Char(_) if is_control => return None,
        KeyCode::Char(letter) => Key::Letter(letter),
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::Tab | KeyCode::BackTab => Key::Tab,
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Back,
        _ => return None,
    })
}
