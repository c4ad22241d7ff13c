//! What command lines and statements carry.

use crate::domain::secrets::login;
use crate::domain::secrets::rule::{Class, Rule, pattern, reader};

// People paste commands as they ran them: the password is an argument, with no name before it that
// an assignment would be read by.
pub(super) static RULES: &[Rule] = &[
    reader(
        "login",
        Class::Assignment,
        &[
            "log in as ",
            "logged in as ",
            "log in with ",
            "login with ",
            "login as ",
            "credentials: ",
            "credentials are ",
            "creds: ",
        ],
        login::read,
        &[
            "log in as alice / ‹{n10}›",
            "staging creds: `alice:‹{n10}›`",
        ],
    ),
    pattern(
        "sshpass-password",
        Class::Assignment,
        &["sshpass -p"],
        r#"\Asshpass -p ?['"]?([^\s'"$]{4,128})"#,
        &["sshpass -p ‹{n10}› ssh alice@host"],
    ),
    pattern(
        "registry-password",
        Class::Assignment,
        &["docker login ", "podman login ", "helm registry login "],
        r#"\A[a-z ]{5,20} [^\n]{0,100}?(?:-p|--password)[ =]['"]?([^\s'"$]{4,128})"#,
        &["docker login -u alice -p ‹{n10}› registry.host.org"],
    ),
    pattern(
        "piped-password",
        Class::Assignment,
        &["echo "],
        r#"\Aecho (?:-n )?['"]?([^\s'"$|]{4,128})['"]? ?\| ?[^\n|]{0,100}--password-stdin"#,
        &["echo ‹{n10}› | docker login --password-stdin"],
    ),
    pattern(
        "mysql-password",
        Class::Assignment,
        &["mysql -", "mysqldump -", "mysqladmin -"],
        r#"\Amysql(?:dump|admin)? [^\n|;]{0,100}?-p['"]?([^\s'"$-][^\s'"$]{3,127})"#,
        &["mysql -u root -p‹{n10}› main"],
    ),
    pattern(
        "htpasswd-password",
        Class::Assignment,
        &["htpasswd -"],
        concat!(
            r"\Ahtpasswd -[a-zA-Z]{0,6}b[a-zA-Z]{0,6} [^\s]{1,100} [^\s]{1,100} ",
            r#"['"]?([^\s'"$]{4,128})"#,
        ),
        &["htpasswd -b users alice ‹{n10}›"],
    ),
    pattern(
        "sql-password",
        Class::Assignment,
        &["identified by", "create user ", "alter user "],
        concat!(
            r"\A(?:IDENTIFIED BY|(?i:create|alter) (?i:user) [^;\n]{1,120}?",
            r"(?i:identified by|password)) '([^\s'$]{4,128})'",
        ),
        &["CREATE USER app IDENTIFIED BY '‹{n10}›';"],
    ),
    pattern(
        "terraform-default",
        Class::Assignment,
        &["variable \""],
        concat!(
            r#"\Avariable "[a-z0-9_]{0,60}(?:password|secret|token|key)[a-z0-9_]{0,30}" "#,
            r#"\{[^}]{0,200}?default\s{0,20}=\s{0,20}"([^"\s$]{6,200})""#,
        ),
        &["variable \"db_password\" {\n  default = \"‹{n10}›\"\n}"],
    ),
    pattern(
        "oracle-password",
        Class::Url,
        &["jdbc:oracle:"],
        r"\Ajdbc:oracle:[a-z]{2,5}:[A-Za-z0-9_]{1,64}/([^\s@/]{4,128})@",
        &["jdbc:oracle:thin:scott/‹{n10}›@//db:1521/main"],
    ),
];
