//! TLS to the database.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::Path;
use std::process::Command;

use git_memory_hub::Error;
use git_memory_hub::database::Database;
use git_memory_hub::private_server::PrivateServer;

fn openssl(folder: &Path, args: &str) {
    let mut openssl = Command::new("openssl");
    let output = openssl.args(args.split(' ')).current_dir(folder).output();
    let output = output.unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "openssl {args}: {err}");
}

/// An authority `root.crt`, and a certificate of it for `localhost`; `other.crt` is another one.
fn certificates(folder: &Path) {
    for name in ["root", "other"] {
        let make = format!("req -x509 -nodes -newkey rsa:2048 -days 2 -subj /CN={name}");
        openssl(
            folder,
            &format!("{make} -keyout {name}.key -out {name}.crt"),
        );
    }
    let request =
        "req -nodes -newkey rsa:2048 -subj /CN=localhost -keyout server.key -out server.csr";
    openssl(folder, request);
    fs::write(folder.join("names"), "subjectAltName=DNS:localhost\n").unwrap();
    let sign = "x509 -req -in server.csr -days 2 -CA root.crt -CAkey root.key -CAcreateserial";
    openssl(folder, &format!("{sign} -extfile names -out server.crt"));
}

/// A server that answers at a port by TLS alone.
fn server(folder: &Path) -> (PrivateServer, u16) {
    let pg = folder.join("pg");
    drop(PrivateServer::start(&pg).unwrap());
    let data = pg.join("data");
    let owner = fs::metadata(data.join("PG_VERSION")).unwrap();
    for name in ["server.crt", "server.key"] {
        let file = data.join(name);
        fs::copy(folder.join(name), &file).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        chown(&file, Some(owner.uid()), Some(owner.gid())).unwrap();
    }
    let rules = "local all all trust\nhostssl all all all trust\n";
    fs::write(data.join("pg_hba.conf"), rules).unwrap();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr();
    let port = port.unwrap().port();
    let options = format!("-c listen_addresses=127.0.0.1 -c port={port} -c ssl=on");
    (PrivateServer::start_with(&pg, &options).unwrap(), port)
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn the_database_is_reached_by_tls_and_known_by_its_certificate() {
    let folder = tempfile::Builder::new().prefix("tls").tempdir().unwrap();
    let at = folder.path();
    fs::set_permissions(at, fs::Permissions::from_mode(0o755)).unwrap();
    certificates(at);
    let (_server, port) = server(at);
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_all().build().unwrap();
    let asked = |host: &str, more: &str| {
        let more = more.replace("sslrootcert=", &format!("sslrootcert={}/", at.display()));
        let address = format!("host={host} port={port} user=hub dbname=postgres {more}");
        runtime.block_on(async { Database::at(&address, 1)?.is_made().await })
    };
    for (host, more, why) in [
        ("127.0.0.1", "", None),
        ("127.0.0.1", "sslmode=require", None),
        ("127.0.0.1", "sslmode=disable", Some("no encryption")),
        ("127.0.0.1", "sslmode=require sslrootcert=root.crt", None),
        (
            "127.0.0.1",
            "sslmode=require sslrootcert=other.crt",
            Some("UnknownIssuer"),
        ),
        ("127.0.0.1", "sslmode=verify-ca sslrootcert=root.crt", None),
        (
            "127.0.0.1",
            "sslmode=verify-full sslrootcert=root.crt",
            Some("not valid for name"),
        ),
        (
            "127.0.0.1",
            "sslmode=verify-full sslrootcert=other.crt",
            Some("UnknownIssuer"),
        ),
        ("127.0.0.1", "sslmode=verify-full", Some("sslrootcert=FILE")),
        (
            "127.0.0.1",
            "sslmode=verify-ca sslrootcert=none.crt",
            Some("none.crt"),
        ),
        (
            "127.0.0.1",
            "sslmode=verify-ca sslrootcert=names",
            Some("there is no certificate"),
        ),
        (
            "localhost",
            "hostaddr=127.0.0.1 sslmode=verify-full sslrootcert=root.crt",
            None,
        ),
    ] {
        let told: Result<bool, Error> = asked(host, more);
        match (told, why) {
            (Ok(false), None) => {}
            (Err(error), Some(why)) => {
                let error = error.to_string();
                assert!(error.contains(why), "{more}: {error}");
            }
            (told, _) => panic!("{host} {more}: {told:?}"),
        }
    }
}
