//! git's long-running filter protocol, version 2 (gitattributes(5), "Long Running Filter Process"):
//! one process for all files of a command, packets in, packets out.

use std::io::{self, BufReader, BufWriter, Read, Write};

use super::answer::without_line_end;
use super::filter_pipes::{Attentive, output};

/// The most bytes of content in a packet (gitprotocol-common(5)).
const PACKET: usize = 65516;
/// Room for a packet and the status around it: most files then take one write.
const BUFFER: usize = PACKET + 128;

/// Operation that git asks of the filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// It goes from the work tree into an object.
    Clean,
    /// It goes from an object into the work tree.
    Smudge,
}

/// Speaks with git on the standard streams until it closes its end. `passes` decides if a file (its
/// path from the top, its content) may go on unchanged; if not, git stops.
///
/// # Errors
/// If git stops in the middle, or speaks another protocol.
pub fn serve_git(passes: impl FnMut(Operation, &str, &[u8]) -> bool) -> io::Result<()> {
    serve(
        &mut BufReader::with_capacity(BUFFER, Attentive::new(io::stdin().lock())),
        &mut BufWriter::with_capacity(BUFFER, output()?),
        passes,
    )
}

fn serve(
    input: &mut impl Read,
    output: &mut impl Write,
    mut passes: impl FnMut(Operation, &str, &[u8]) -> bool,
) -> io::Result<()> {
    let welcome = list(input)?;
    if !welcome.iter().any(|line| line == "version=2") {
        return Err(io::Error::other(
            "git does not support version 2 of the filter protocol",
        ));
    }
    say(output, &["git-filter-server", "version=2"])?;
    output.flush()?;
    list(input)?;
    say(output, &["capability=clean", "capability=smudge"])?;
    output.flush()?;
    loop {
        let mut request = match packet(input)? {
            Packet::End => return Ok(()),
            Packet::Flush => continue,
            Packet::Content(first) => vec![text(&first)],
        };
        request.extend(list(input)?);
        // git only asks for capabilities that we have announced.
        let operation = if value(&request, "command=")? == "clean" {
            Operation::Clean
        } else {
            Operation::Smudge
        };
        let path = value(&request, "pathname=")?;
        let content = content(input)?;
        if passes(operation, path, &content) {
            say(output, &["status=success"])?;
            for part in content.chunks(PACKET) {
                send(output, part)?;
            }
            // The content ends; the status, which could change until then, stays.
            output.write_all(b"00000000")?;
        } else {
            say(output, &["status=error"])?;
        }
        // All of it at once: each write could wake git up for a part of the answer.
        output.flush()?;
    }
}

/// The value of a key in the lines of a request.
fn value<'a>(request: &'a [String], key: &str) -> io::Result<&'a str> {
    for line in request {
        if let Some(value) = line.strip_prefix(key) {
            return Ok(value);
        }
    }
    Err(io::Error::other(format!("git's request has no '{key}'")))
}

enum Packet {
    Content(Vec<u8>),
    Flush,
    /// git has closed its end.
    End,
}

fn packet(input: &mut impl Read) -> io::Result<Packet> {
    let mut length = [0; 4];
    // Only between two packets is the end of the input an end, and not a break.
    match input.read(&mut length)? {
        0 => return Ok(Packet::End),
        read => input.read_exact(&mut length[read..])?,
    }
    match usize::from_str_radix(&String::from_utf8_lossy(&length), 16) {
        Ok(0) => Ok(Packet::Flush),
        // The length counts its own four digits.
        Ok(size @ 4..=0xfff0) => {
            let mut content = vec![0; size - 4];
            input.read_exact(&mut content)?;
            Ok(Packet::Content(content))
        }
        _ => Err(io::Error::other("git sent an invalid packet")),
    }
}

/// The next packet of a list; `None` at its end, the flush.
fn next_of_list(input: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    match packet(input)? {
        Packet::Content(content) => Ok(Some(content)),
        Packet::Flush => Ok(None),
        Packet::End => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

fn list(input: &mut impl Read) -> io::Result<Vec<String>> {
    let mut lines = Vec::new();
    while let Some(content) = next_of_list(input)? {
        lines.push(text(&content));
    }
    Ok(lines)
}

fn content(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut whole = Vec::new();
    while let Some(part) = next_of_list(input)? {
        whole.extend(part);
    }
    Ok(whole)
}

fn text(content: &[u8]) -> String {
    String::from_utf8_lossy(without_line_end(content)).into_owned()
}

fn say(output: &mut impl Write, lines: &[&str]) -> io::Result<()> {
    for line in lines {
        send(output, format!("{line}\n").as_bytes())?;
    }
    output.write_all(b"0000")
}

fn send(output: &mut impl Write, content: &[u8]) -> io::Result<()> {
    write!(output, "{:04x}", content.len() + 4)?;
    output.write_all(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packets_of(lines: &[&str]) -> Vec<u8> {
        let mut out = Vec::new();
        say(&mut out, lines).unwrap();
        out
    }

    #[test]
    fn files_pass_or_stop() {
        let hello = [
            packets_of(&["git-filter-client", "version=2"]),
            packets_of(&["capability=clean"]),
        ]
        .concat();
        let file = |command: &str, content: &[u8]| {
            let mut out = packets_of(&[command, "pathname=memory/a b.md"]);
            content
                .chunks(PACKET)
                .for_each(|part| send(&mut out, part).unwrap());
            [out, b"0000".to_vec()].concat()
        };
        let large = vec![b'x'; 2 * PACKET + 1];
        let input = [
            hello,
            file("command=clean", b"bad"),
            file("command=smudge", b""),
            file("command=clean", &large),
        ];
        let (mut output, mut seen) = (Vec::new(), Vec::new());
        serve(
            &mut input.concat().as_slice(),
            &mut output,
            |operation, path, content| {
                seen.push((operation, path.to_owned(), content.len()));
                content != b"bad"
            },
        )
        .unwrap();
        let expected = [
            (Operation::Clean, 3),
            (Operation::Smudge, 0),
            (Operation::Clean, large.len()),
        ];
        assert_eq!(
            seen,
            expected.map(|(operation, size)| (operation, "memory/a b.md".to_owned(), size))
        );
        let answers = String::from_utf8(output).unwrap();
        let tail = answers.split_once("capability=smudge\n0000").unwrap().1;
        assert!(tail.starts_with(
            "0011status=error\n00000013status=success\n0000000000000013status=success\n0000fff0x"
        ));
        assert!(tail.ends_with("x0005x00000000"));
    }

    #[test]
    fn a_request_without_a_path_is_an_error() {
        let input = [
            packets_of(&["git-filter-client", "version=2"]),
            packets_of(&["capability=clean"]),
            packets_of(&["command=clean"]),
            b"0000".to_vec(),
        ];
        let input = input.concat();
        let served = serve(&mut input.as_slice(), &mut Vec::new(), |_, _, _| true);
        assert!(served.unwrap_err().to_string().contains("pathname="));
    }

    #[test]
    fn nonsense_is_an_error() {
        for input in ["", "0000", "00", "zzzz", "0008vers", "0001"] {
            assert!(
                serve(&mut input.as_bytes(), &mut Vec::new(), |_, _, _| true).is_err(),
                "{input:?}"
            );
        }
    }
}
