//! What a call costs, in processor time of this thread: another process may take the processor.

use std::hint::black_box;

use rustix::time::{ClockId, clock_gettime};

/// The smaller size of an input, in bytes. The larger one is within the limits of front matter.
pub const SIZE: usize = 7 << 10;
/// An input of twice the size may cost so many hundredths of the smaller one: n log n takes 215, the
/// square 400.
pub const MOST: u64 = 300;

/// Something that reads a text.
pub type Reader = fn(&str);

/// An input of about so many bytes.
pub fn input(unit: &str, bytes: usize) -> String {
    unit.repeat(bytes / unit.len())
}

/// How much more an input of twice the size costs, in hundredths; the least of some tries.
pub fn growth(reader: Reader, unit: &str) -> u64 {
    let [once, twice] = [SIZE, 2 * SIZE].map(|size| input(unit, size));
    let mut least = u64::MAX;
    for _ in 0..4 {
        let [once, twice] = [&once, &twice].map(|it| cost(reader, it));
        least = least.min(twice * 100 / once.max(1));
        if least <= MOST {
            break;
        }
    }
    least
}

/// The nanoseconds of a call: the fewest of some.
fn cost(reader: Reader, text: &str) -> u64 {
    let calls = (0..8).map(|_| {
        let begin = now();
        reader(black_box(text));
        now() - begin
    });
    calls.min().unwrap()
}

fn now() -> u64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    u64::try_from(time.tv_sec * 1_000_000_000 + time.tv_nsec).unwrap()
}
