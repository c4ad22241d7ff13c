//! The way to a parent: settings and logins are those of the repository.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::{self, JoinHandle};

use crate::common::{has, lacks};
use crate::world;

/// A server that is asked for a parent, and refuses: the requests that it gets of it.
fn refusing(requests: usize) -> (String, JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let serve = move || {
        let mut heard = Vec::new();
        for _ in 0..requests {
            let (mut stream, _) = listener.accept().unwrap();
            let mut text = String::new();
            let lines = BufReader::new(stream.try_clone().unwrap()).lines();
            for line in lines
                .map_while(Result::ok)
                .take_while(|line| !line.is_empty())
            {
                text.extend([line.as_str(), "\n"]);
            }
            heard.push(text);
            let answer = "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic\r\nContent-Length: 0\r\n\
                          Connection: close\r\n\r\n";
            stream.write_all(answer.as_bytes()).unwrap();
        }
        heard
    };
    (address, thread::spawn(serve))
}

#[test]
fn a_parent_is_reached_with_the_settings_of_the_repository() {
    let world = world(&[]);
    let (address, asked) = refusing(2);
    let login = "!f() { echo username=ada; echo password=x; }; f";
    world
        .git(["config", "credential.http://org.invalid.helper", login])
        .ok();
    world
        .git(["config", "includeIf.gitdir:**/.git.path", "more"])
        .ok();
    world.write(
        ".git/more",
        format!(
            "[http \"http://org.invalid\"]\n\tproxy = http://{address}\n\textraHeader = X-Of: us\n"
        ),
    );
    // A whole commit is not looked up: this is the fetch.
    let commit = "1".repeat(40);
    let said = world.memory(["subscribe", "http://org.invalid/org.git", "--rev", &commit]);
    said.fails(128);
    // A request that did not come does not keep the test.
    for _ in 0..2 {
        let _ = TcpStream::connect(&address);
    }
    let heard = asked.join().unwrap();
    for request in &heard {
        has(
            request,
            ["GET http://org.invalid/org.git/info/refs", "X-Of: us"],
        );
        assert_eq!(request.matches("X-Of").count(), 1);
    }
    lacks(&heard[0], "Authorization");
    has(&heard[1], "Authorization: Basic YWRhOng=");
}
