//! Secrets in command lines and statements.

use crate::login;
use crate::rule::{Class, Rule, pattern, reader};

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
    pattern(
        "powershell-password",
        Class::Assignment,
        &["convertto-securestring "],
        r#"(?i)\Aconvertto-securestring (?:-string )?["']([^\s"'$]{4,128})["']"#,
        &["ConvertTo-SecureString '‹{n10}›' -AsPlainText -Force"],
    ),
    pattern(
        "network-credential",
        Class::Assignment,
        &["networkcredential(", "networkcredential]::new("],
        concat!(
            r#"(?i)\Anetworkcredential(?:\]::new)?\(["'][^"'\n]{1,100}["'], ?"#,
            r#"["']([^\s"'$]{4,128})["']"#,
        ),
        &["new NetworkCredential(\"alice\", \"‹{n10}›\")"],
    ),
    pattern(
        "connect-password",
        Class::Assignment,
        &["mysqli_connect(", "mysql_connect(", "mysql_pconnect("],
        concat!(
            r#"\Amysqli?_p?connect\( ?["'][^"'\n]{0,100}["'], ?["'][^"'\n]{1,100}["'], ?"#,
            r#"["']([^\s"'$]{4,128})["']"#,
        ),
        &["mysqli_connect('db', 'app', '‹{n10}›', 'main')"],
    ),
    pattern(
        "directory-password",
        Class::Assignment,
        &["directoryentry("],
        concat!(
            r#"(?i)\Adirectoryentry\(\s{0,20}"[^"\n]{1,200}",\s{0,40}"[^"\n]{1,100}",\s{0,40}"#,
            r#""([^\s"$]{4,128})""#,
        ),
        &["new DirectoryEntry(\"LDAP://host\", \"alice\", \"‹{n10}›\")"],
    ),
    pattern(
        "jenkins-password",
        Class::Assignment,
        &["to proceed to installation:"],
        r"\Ato proceed to installation:\s{1,8}([a-f0-9]{32})",
        &["use this password to proceed to installation:\n\n‹{h32}›"],
    ),
    pattern(
        "router-secret",
        Class::Assignment,
        &["enable secret ", "snmp-server community "],
        r"(?i)\A(?:enable secret|snmp-server community) (?:[0-9]{1,2} )?([^\s]{6,128})",
        &["snmp-server community ‹{n10}› RO"],
    ),
    pattern(
        "scheduled-password",
        Class::Assignment,
        &["schtasks ", "psexec"],
        concat!(
            r"(?i)\A(?:schtasks|psexec(?:64)?(?:\.exe)?) [^\n]{1,200}? ",
            r#"(?:/rp|-p) "?([^\s"$%]{4,128})"#,
        ),
        &["schtasks /create /tn x /ru alice /rp ‹{n10}›"],
    ),
];
