//! The people who can read an encrypted work log: they come, leave, and lose their keys.

use age::secrecy::ExposeSecret;

use super::encrypted::{all_have, read_by, recipients, remote_log, settle, team};
use super::{entry, seen, sync, world};
use crate::common::{has, lacks};

#[test]
fn a_person_who_was_taken_out_reads_nothing_new() {
    let world = team();
    entry(&world, "a", "before");
    settle(&world);
    read_by(&world, "a b");
    entry(&world, "a", "after");
    let said = world.memory("-C a sync").err;
    has(
        &said,
        [
            "no longer readable by c; what was fetched before stays so",
            "--reencrypt",
        ],
    );
    let said = world.memory("-C c sync").err;
    has(
        &said,
        ["1 entry of origin cannot be read here", "memory.identity"],
    );
    assert_eq!(seen(&world, "c"), ["before"]);
    lacks(
        &world.git("-C c cat-file --batch-all-objects --batch").out,
        "after\n",
    );
    // What they write still goes to the others, and joins unread.
    entry(&world, "c", "of c");
    settle(&world);
    for clone in ["a", "b"] {
        assert_eq!(seen(&world, clone), ["after", "before", "of c"], "{clone}");
    }
    world.git("-C c fsck --strict").ok();
}

#[test]
fn a_person_who_comes_in_reads_all_once_it_is_encrypted_again() {
    let world = team();
    read_by(&world, "a b");
    entry(&world, "a", "one");
    sync(&world, "a");
    sync(&world, "c");
    assert_eq!(seen(&world, "c"), [""; 0]);
    entry(&world, "c", "of c");
    sync(&world, "c");
    read_by(&world, "a b c");
    let said = world.memory("-C b sync --reencrypt").err;
    has(
        &said,
        [
            "all entries on origin are readable by a, b, c only",
            "stays readable",
        ],
    );
    settle(&world);
    all_have(&world, &["of c", "one"]);
}

#[test]
fn a_lost_key_takes_nothing_away_and_doubles_nothing() {
    let world = team();
    entry(&world, "a", "of a");
    entry(&world, "c", "of c");
    settle(&world);
    world.write("c.key", "");
    let said = world.memory("-C c sync").err;
    has(&said, "c.key' holds no private key of age or SSH");
    read_by(&world, "a b");
    world.memory("-C b sync --reencrypt").ok();
    entry(&world, "c", "later");
    for _ in 0..2 {
        world.memory("-C c sync").ok();
        assert_eq!(seen(&world, "c"), ["later", "of a", "of c"]);
        settle(&world);
    }
    assert_eq!(seen(&world, "a"), ["later", "of a", "of c"]);
    // A new key, for which everything is encrypted again.
    let key = age::x25519::Identity::generate();
    world.write("c.key", key.to_string().expose_secret());
    world.write("c.pub", key.to_public().to_string());
    read_by(&world, "a b c");
    world.memory("-C a sync --reencrypt").ok();
    settle(&world);
    all_have(&world, &["later", "of a", "of c"]);
}

#[test]
fn a_branch_of_a_stranger_adds_no_reader() {
    let world = team();
    read_by(&world, "a b");
    world.git("-C a switch -q -c stranger").ok();
    let line = format!("c {}\n", world.read("c.pub"));
    world.write("a/memory/recipients", line);
    world.git("-C a commit -qam More").ok();
    entry(&world, "a", "of the branch");
    let said = world.memory("-C a sync").err;
    has(&said, "readable by a, b");
    lacks(&said, "readable by a, b, c");
    world.git("-C a push -q origin stranger").ok();
    world.git("-C c fetch -q").ok();
    world.git("-C c switch -q stranger").ok();
    world.memory("-C c sync").ok();
    assert_eq!(seen(&world, "c"), [""; 0]);
    // On the branch that counts it is said.
    world.git("-C a switch -q main").ok();
    read_by(&world, "a b c");
    entry(&world, "a", "of main");
    has(
        &world.memory("-C a sync").err,
        "new entries are now also readable by c",
    );
}

#[test]
fn nothing_goes_while_it_is_not_certain_who_can_read() {
    let world = world();
    entry(&world, "a", "Quagga");
    for commands in ["true", "git -C a add memory", "git -C a commit -qm Readers"] {
        world.write("a/memory/recipients", "a age1\n");
        world.shell(commands).ok();
        let said = world.memory("-C a sync").fails(128);
        has(
            &said,
            "memory/recipients is here, and not yet at 'origin/main': nothing was synced",
        );
    }
    world.git("-C a push -q origin main").ok();
    let said = world.memory("-C a sync").fails(128);
    has(
        &said,
        [
            "memory/recipients names no reader at 'origin/main'",
            "hint: write a line",
        ],
    );
    assert_eq!(world.git("-C remote.git for-each-ref refs/memory").ok(), "");
}

#[test]
fn encryption_does_not_end_with_a_file() {
    let world = team();
    entry(&world, "a", "Quagga");
    settle(&world);
    world.git("-C a rm -q memory/recipients").ok();
    world.git("-C a commit -qm Gone").ok();
    world.git("-C a push -q origin main").ok();
    entry(&world, "a", "Zebrastripe");
    let said = world.memory("-C a sync").fails(128);
    has(&said, "memory/recipients is gone from 'origin/main'");
    let noted = "refs/memory-remotes/origin/recipients";
    has(&said, noted);
    // A clone that never knew of the file does not put plain entries beside encrypted ones.
    world.git(["-C", "a", "update-ref", "-d", noted]).ok();
    let said = world.memory("-C a sync").fails(1);
    has(
        &said,
        "not pushed: refs/memory/branches/main: it is encrypted on origin",
    );
    lacks(&remote_log(&world), "Zebrastripe");
}

#[test]
fn strange_lines_are_named_and_notes_are_not_encrypted() {
    let world = team();
    let key = world.read("a.pub");
    recipients(&world, &format!("a {key}\nbo ssh-rsa\n"));
    world
        .memory("-C a add-note --commit HEAD 'on a commit'")
        .ok();
    entry(&world, "a", "one");
    let said = world.memory("-C a sync").err;
    has(
        &said,
        [
            "memory/recipients:2: it is not a whole SSH public key",
            "note: notes on commits are not encrypted",
        ],
    );
    let found = world.memory("-C a check");
    has(&found.out, "memory/recipients:2");
    has(&found.out, "it is not a whole SSH public key");
}

#[test]
fn a_key_with_a_passphrase_is_named_with_a_way_out() {
    let world = team();
    world.write("a.key", "age-encryption.org/v1\n");
    entry(&world, "b", "one");
    sync(&world, "b");
    let said = world.memory("-C a sync").err;
    has(
        &said,
        [
            "a.key' is protected by a passphrase",
            "hint: name the file of a key without",
        ],
    );
    assert_eq!(seen(&world, "a"), [""; 0]);
}
