//! `browse` on a real terminal: what it shows, what keys do, and that the terminal is as it was.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Child;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

use common::{BINARY, World, has};

/// Runs a program with its standard input as the terminal of its session.
const SETSID: &str = "/usr/bin/setsid";
const ALTERNATE: &str = "\u{1b}[?1049h";
const BACK: &str = "\u{1b}[?1049l";

/// `browse` on a terminal of its own.
struct Session {
    child: Child,
    ours: File,
    theirs: File,
    shown: Arc<Mutex<Vec<u8>>>,
}

impl Session {
    /// Starts it; `None` where this machine cannot give a program a terminal.
    fn start(world: &World, size: (u16, u16)) -> Option<Self> {
        if !Path::new(SETSID).exists() {
            return None;
        }
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&ours).unwrap();
        unlockpt(&ours).unwrap();
        let name = ptsname(&ours, Vec::new()).unwrap();
        let theirs = open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let (theirs, ours) = (File::from(theirs), File::from(ours));
        resize(&theirs, size);
        let child = world
            .command(SETSID)
            .args(["--ctty", "--wait", BINARY, "browse"])
            .env("TERM", "xterm")
            .stdin(theirs.try_clone().unwrap())
            .stdout(theirs.try_clone().unwrap())
            .stderr(theirs.try_clone().unwrap())
            .spawn()
            .unwrap();
        let shown = Arc::<Mutex<Vec<u8>>>::default();
        let (mut output, seen) = (ours.try_clone().unwrap(), Arc::clone(&shown));
        std::thread::spawn(move || {
            let mut piece = [0; 4096];
            while let Ok(length) = output.read(&mut piece)
                && length > 0
            {
                seen.lock().unwrap().extend(&piece[..length]);
            }
        });
        Some(Self {
            child,
            ours,
            theirs,
            shown,
        })
    }

    fn shown(&self) -> String {
        String::from_utf8_lossy(&self.shown.lock().unwrap()).into_owned()
    }

    /// Waits until a word is drawn (text that is on the screen already is not drawn again, so the
    /// word must not share a letter with it), and forgets everything drawn until then.
    #[track_caller]
    fn see(&self, text: &str) -> String {
        let begin = Instant::now();
        loop {
            let shown = self.shown();
            if shown.contains(text) {
                self.shown.lock().unwrap().clear();
                return shown;
            }
            assert!(
                begin.elapsed() < Duration::from_mins(1),
                "no {text:?} in {shown:?}"
            );
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn press(&mut self, keys: &str) {
        self.ours.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits for the end; gives the exit status, or the signal as a negative number.
    fn end(&mut self) -> i32 {
        use std::os::unix::process::ExitStatusExt;
        let status = self.child.wait().unwrap();
        self.see(BACK);
        let modes = tcgetattr(&self.theirs).unwrap().local_modes;
        assert!(modes.contains(LocalModes::ICANON | LocalModes::ECHO));
        status
            .code()
            .unwrap_or_else(|| -status.signal().unwrap_or_default())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn resize(terminal: &File, (columns, rows): (u16, u16)) {
    let size = Winsize {
        ws_row: rows,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(terminal, size).unwrap();
}

fn world() -> World {
    let world = World::with_memory();
    let text = |id: &str, title: &str, day: &str, body: &str| {
        format!(
            "---\nid: {id}\ntitle: {title}\nstatus: active\nscope: project\nupdated: {day}\n---\n\
             # Body\n\n{body}\n"
        )
    };
    for (id, title, day, body) in [
        (
            "dec-aaaaaa",
            "Use Postgres for events",
            "2026-01-03",
            "KKKKKKKK",
        ),
        (
            "dec-bbbbbb",
            "Mail goes through a queue",
            "2026-01-02",
            "QQQQQQQQ",
        ),
        (
            "dec-cccccc",
            r#""a\e[2J\u202Eevil \e]0;owned\a""#,
            "2026-01-01",
            "ZZZZZZZZ",
        ),
    ] {
        world.write(
            &format!("memory/decisions/{id}.md"),
            text(id, title, day, body),
        );
    }
    world
}

#[test]
fn the_list_is_searched_and_left_again() {
    let world = world();
    let Some(mut session) = Session::start(&world, (100, 24)) else {
        return;
    };
    let start = session.see("KKKKKKKK");
    assert!(start.contains(ALTERNATE), "{start:?}");
    assert!(start.contains("queue"), "{start:?}");
    // Foreign text moves no cursor, and reverses no line.
    assert!(start.contains(r"a\u{1b}[2J\u{202e}evil"), "{start:?}");
    assert!(!start.contains("\u{1b}]0;owned") && !start.contains('\u{202e}'));
    session.press("mail queue");
    session.see("QQQQQQQQ");
    session.press("\u{15}postg");
    session.see("KKKKKKKK");
    session.press("\u{15}mail queue");
    session.see("QQQQQQQQ");
    session.press("\r");
    session.press("\u{1b}");
    std::thread::sleep(Duration::from_millis(200));
    session.press("\u{1b}");
    session.see("KKKKKKKK");
    // An arrow, then a resize to the least.
    session.press("\u{1b}[B");
    session.see("QQQQQQQQ");
    resize(&session.theirs, (20, 5));
    session.see("Mail");
    session.press("\u{11}");
    assert_eq!(session.end(), 0);
}

#[test]
fn the_terminal_is_given_back_however_it_ends() {
    let world = world();
    for (signal, status) in [("TERM", -15), ("HUP", -1), ("INT", -2)] {
        let Some(mut session) = Session::start(&world, (80, 10)) else {
            return;
        };
        session.see("Postgres");
        world
            .shell(&format!("kill -{signal} {}", session.child.id()))
            .ok();
        assert_eq!(session.end(), status, "{signal}");
    }
    let Some(mut session) = Session::start(&world, (80, 10)) else {
        return;
    };
    session.see("Postgres");
    session.press("\u{3}");
    assert_eq!(session.end(), 0);
}

#[test]
fn a_record_is_edited_in_gits_editor() {
    let mut world = world();
    world.set("GIT_EDITOR", "sed -i 's/KKKKKKKK/WWWWWWWW/'");
    let Some(mut session) = Session::start(&world, (100, 24)) else {
        return;
    };
    session.see("KKKKKKKK");
    session.press("\u{5}");
    let edited = session.see("WWWWWWWW");
    has(&edited, [BACK, ALTERNATE]);
    let path = "memory/decisions/dec-aaaaaa.md";
    let text = world.read(path);
    has(&text, "WWWWWWWW");
    world.write(path, text.replace("WWWWWWWW", "XXXXXXXX"));
    session.press("\u{12}");
    session.see("XXXXXXXX");
    session.press("\u{3}");
    assert_eq!(session.end(), 0);
}

#[test]
fn a_text_that_the_checks_refuse_is_not_written_and_is_kept() {
    let mut world = world();
    world.set("GIT_EDITOR", "sed -i 's/^status: active/status: nonsense/'");
    let Some(mut session) = Session::start(&world, (160, 24)) else {
        return;
    };
    session.see("KKKKKKKK");
    session.press("\u{5}");
    session.see("saved");
    session.press("\u{3}");
    assert_eq!(session.end(), 0);
    let said = world.read("memory/decisions/dec-aaaaaa.md");
    has(&said, "status: active");
}

#[test]
fn colors_follow_the_settings() {
    let mut world = world();
    let color = "\u{1b}[38;5;";
    let Some(session) = Session::start(&world, (100, 24)) else {
        return;
    };
    assert!(session.see("KKKKKKKK").contains(color));
    drop(session);
    world.set("NO_COLOR", "1");
    let Some(session) = Session::start(&world, (100, 24)) else {
        return;
    };
    assert!(!session.see("KKKKKKKK").contains(color));
}

#[test]
fn nobody_who_waits_is_kept_busy() {
    let world = world();
    let Some(session) = Session::start(&world, (100, 24)) else {
        return;
    };
    session.see("KKKKKKKK");
    let status = format!("/proc/{}/status", session.child.id());
    let woken = || -> u64 {
        let status = std::fs::read_to_string(&status).unwrap();
        let mut lines = status.lines();
        let count = lines.find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
        count.unwrap().trim().parse().unwrap()
    };
    std::thread::sleep(Duration::from_millis(300));
    let before = woken();
    std::thread::sleep(Duration::from_millis(1500));
    let times = woken() - before;
    assert!(times < 40, "woken {times} times");
}

#[test]
fn without_a_terminal_it_says_what_to_use_instead() {
    let answer = world().memory("browse");
    assert_eq!((answer.status, answer.out.as_str()), (128, ""));
    assert_eq!(
        answer.err,
        "fatal: 'browse' needs a terminal\nhint: 'git memory list' prints what there is\n"
    );
}
