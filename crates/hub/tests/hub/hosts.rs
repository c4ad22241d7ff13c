//! Machines on a network, as far as one machine can make them: network namespaces, each with a link
//! of its own to the hub. Where this process may not make any, addresses of the loopback stand for
//! them.

use std::process::Command;

/// Number of machines.
const HOSTS: usize = 4;

/// The machines, until they are dropped.
pub struct Hosts {
    /// The names of their namespaces; none where they are addresses only.
    names: Vec<String>,
    /// The first two parts of all addresses.
    network: String,
}

impl Hosts {
    /// Makes them, and says which they are.
    pub fn made() -> Self {
        let number = std::process::id();
        let network = format!("10.{}", 64 + number % 128);
        let names = (0..HOSTS).map(|nth| format!("gmh{}n{nth}", number % 100_000));
        let mut made = Self {
            names: names.collect(),
            network,
        };
        if (0..HOSTS).all(|nth| made.make(nth)) {
            println!("{HOSTS} network namespaces");
        } else {
            made.remove();
            made.names.clear();
            println!("skipped: network namespaces; {HOSTS} addresses of the loopback instead");
        }
        made
    }

    fn make(&self, nth: usize) -> bool {
        let (name, network) = (&self.names[nth], &self.network);
        let own = format!("{network}.{nth}.2/24");
        let hub = format!("{network}.{nth}.1/24");
        let calls = [
            format!("netns add {name}"),
            format!("link add {name} type veth peer name hub netns {name}"),
            format!("addr add {hub} dev {name}"),
            format!("link set {name} up"),
            format!("-n {name} addr add {own} dev hub"),
            format!("-n {name} link set hub up"),
        ];
        calls.iter().all(|call| ip(call))
    }

    /// Address at which the agent with a number finds a hub that listens at a port of all addresses.
    pub fn address(&self, agent: usize, port: &str) -> String {
        let nth = agent % HOSTS;
        match self.names.get(nth) {
            Some(_) => format!("{}.{nth}.1:{port}", self.network),
            None => format!("127.0.0.{}:{port}", nth + 2),
        }
    }

    /// Moves this thread to the machine of an agent.
    #[cfg(target_os = "linux")]
    pub fn enter(&self, agent: usize) {
        use rustix::thread::{LinkNameSpaceType, move_into_link_name_space};
        use std::os::fd::AsFd;

        if let Some(name) = self.names.get(agent % HOSTS) {
            let place = std::fs::File::open(format!("/run/netns/{name}")).unwrap();
            let network = Some(LinkNameSpaceType::Network);
            move_into_link_name_space(place.as_fd(), network).unwrap();
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub fn enter(&self, _: usize) {}

    fn remove(&self) {
        for name in &self.names {
            ip(&format!("netns del {name}"));
        }
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        self.remove();
    }
}

/// True if it was done.
fn ip(call: &str) -> bool {
    let done = Command::new("ip").args(call.split(' ')).output();
    done.is_ok_and(|it| it.status.success())
}
