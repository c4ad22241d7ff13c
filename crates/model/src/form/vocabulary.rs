//! Names of the parts of a decision record, in the languages in which they are written: the keys of
//! a header, and the sections. All in lower case, with spaces for `_` and `-`.

/// Keys of the status.
pub const STATUS: &[&str] = &[
    "status",
    "decision status",
    "adr status",
    "rfc status",
    "proposal status",
    "statut",
    "état",
    "estado",
    "estatus",
    "situação",
    "stato",
    "zustand",
    "статус",
    "状态",
    "狀態",
    "状態",
    "ステータス",
    "상태",
];

/// Keys of front matter that are one if their value is a word for it: a state may be a country.
pub const STATES: &[&str] = &["state", "stage"];

/// Keys of the day on which it was made, the most exact first.
pub const CREATED: &[&str] = &[
    "created",
    "date created",
    "created on",
    "created at",
    "creation date",
    "start date",
    "date",
    "decision date",
    "date of decision",
    "decided on",
    "date proposed",
    "proposed on",
    "submitted",
    "published",
    "revdate",
    "date accepted",
    "datum",
    "erstellt",
    "erstellt am",
    "entscheidungsdatum",
    "date de création",
    "date de décision",
    "fecha",
    "fecha de creación",
    "data",
    "data de criação",
    "aangemaakt",
    "дата",
    "日期",
    "创建日期",
    "日付",
    "作成日",
    "날짜",
];

/// Keys of the day of its last change.
pub const UPDATED: &[&str] = &[
    "updated",
    "last updated",
    "updated on",
    "updated at",
    "date updated",
    "last update",
    "last modified",
    "modified",
    "last changed",
    "last revised",
    "date last revised",
    "date last modified",
    "revised",
    "aktualisiert",
    "zuletzt geändert",
    "letzte änderung",
    "mis à jour",
    "dernière mise à jour",
    "actualizado",
    "última actualización",
    "atualizado",
    "更新日期",
    "更新日",
];

/// Keys of the records that it replaces.
pub const SUPERSEDES: &[&str] = &[
    "supersedes",
    "supercedes",
    "replaces",
    "obsoletes",
    "ersetzt",
    "remplace",
    "sustituye",
    "sustituye a",
    "reemplaza",
    "reemplaza a",
    "substitui",
    "sostituisce",
    "vervangt",
    "取代",
    "代替",
    "置き換え",
];

/// Keys of the records that replaced it.
pub const SUPERSEDED_BY: &[&str] = &[
    "superseded by",
    "superceded by",
    "replaced by",
    "obsoleted by",
    "ersetzt durch",
    "abgelöst durch",
    "remplacé par",
    "remplacée par",
    "sustituido por",
    "sustituida por",
    "reemplazado por",
    "reemplazada por",
    "substituído por",
    "substituída por",
    "sostituito da",
    "vervangen door",
    "被取代",
    "被替代",
    "取代者",
];

/// Keys of related records; a change of another record leaves that one in force.
pub const RELATED: &[&str] = &[
    "related",
    "related to",
    "relates to",
    "related adrs",
    "related decisions",
    "see also",
    "requires",
    "depends on",
    "amends",
    "amended by",
    "extends",
    "extended by",
    "clarifies",
    "clarified by",
    "updates",
    "verwandt",
    "siehe auch",
    "voir aussi",
    "ver también",
];

/// Keys of its tags.
pub const TAGS: &[&str] = &[
    "tags",
    "tag",
    "labels",
    "keywords",
    "schlagworte",
    "etiquetas",
];

/// Keys of its owner.
pub const OWNER: &[&str] = &[
    "owner",
    "owners",
    "owned by",
    "responsible",
    "verantwortlich",
];

/// Keys that only the header of a decision has: a text with one of them is a decision.
pub const TELLING: &[&str] = &[
    "feature name",
    "features name",
    "rfc pr",
    "rfc pr #",
    "deciders",
    "decision makers",
    "decision maker",
    "proposal",
    "review manager",
    "technical story",
    "pep",
    "jep",
    "oep",
    "cep",
];

/// Sections of the status.
pub const STATUS_SECTIONS: &[&str] = STATUS;

/// Sections that tell the changes of the text itself, each with its day.
pub const CHANGE_SECTIONS: &[&str] = &[
    "changelog",
    "change log",
    "history",
    "revision history",
    "change history",
    "document history",
    "revisions",
    "versions",
    "version history",
    "post history",
    "änderungen",
    "historie",
    "historique",
    "historial",
    "histórico",
    "变更记录",
    "更新履歴",
    "変更履歴",
];

/// Sections of the day.
pub const DATE_SECTIONS: &[&str] = &[
    "date",
    "datum",
    "fecha",
    "data",
    "日期",
    "日付",
    "decision date",
];

/// Names of sections that only MADR uses.
pub const MADR_SECTIONS: &[&str] = &[
    "context and problem statement",
    "decision outcome",
    "considered options",
];

/// Sections that state the decision.
pub const DECISION_SECTIONS: &[&str] = &[
    "decision outcome",
    "decision",
    "decisions",
    "the decision",
    "our decision",
    "decision record",
    "outcome",
    "resolution",
    "entscheidung",
    "beschluss",
    "décision",
    "decisión",
    "decisão",
    "decisione",
    "besluit",
    "решение",
    "决策",
    "决定",
    "決策",
    "決定",
    "결정",
];

/// Sections that sum the whole up.
const SUMMARIES: &[&str] = &[
    "summary",
    "abstract",
    "executive summary",
    "tl;dr",
    "tldr",
    "overview",
    "motivation and summary",
    "zusammenfassung",
    "kurzfassung",
    "résumé",
    "resumen",
    "resumo",
    "摘要",
    "概要",
    "要約",
];

/// Sections that tell the subject, if no section states the decision.
const SUBJECTS: &[&str] = &[
    "what",
    "proposal",
    "proposed solution",
    "introduction",
    "context and problem statement",
    "context",
    "problem statement",
    "problem",
    "kontext",
    "contexte",
    "contexto",
    "contesto",
    "контекст",
    "背景",
    "コンテキスト",
    "background",
    "motivation",
];

/// Sections that an abstract is taken from, the best first: readers ask what was decided.
pub const DESCRIBING: [&[&str]; 3] = [DECISION_SECTIONS, SUMMARIES, SUBJECTS];

/// Sections that never describe.
pub const SILENT: &[&str] = &[
    "status",
    "date",
    "changelog",
    "change log",
    "history",
    "revision history",
    "post history",
    "table of contents",
    "contents",
    "note",
    "update",
    "metadata",
    "deciders",
    "decision makers",
    "authors",
    "author",
    "tags",
    "related",
    "references",
    "links",
    "copyright",
];

/// Sections that a page of decisions has and other pages rarely have; with the ones above, these
/// open the text proper.
const OPENING: &[&str] = &[
    "motivation",
    "background and motivation",
    "detailed design",
    "table of contents",
    "goals",
    "rationale",
    "specification",
    "terminology",
    "requirements",
    "consequences",
    "options",
    "alternatives",
    "decision drivers",
    "assumptions",
    "why",
    "conclusion",
];

/// True if a section of this name opens the text: every decision may have it, so it is not a title.
pub fn is_section(name: &str) -> bool {
    [
        STATUS_SECTIONS,
        CHANGE_SECTIONS,
        DATE_SECTIONS,
        MADR_SECTIONS,
        SUMMARIES,
        DECISION_SECTIONS,
        SUBJECTS,
        OPENING,
    ]
    .iter()
    .any(|names| names.contains(&name))
}

/// A text without the headings of its template, which tell nothing of its subject.
#[must_use]
pub fn without_section_names(text: &str) -> String {
    let is_template = |line: &&str| {
        let name = line.trim_start_matches('#');
        name.len() < line.len() && (is_section(&key(name)) || SILENT.contains(&&*key(name)))
    };
    let lines = text.split_inclusive('\n');
    lines.filter(|line| !is_template(line)).collect()
}

/// True if a header may have this key.
pub fn is_key(key: &str) -> bool {
    [
        STATUS,
        CREATED,
        UPDATED,
        SUPERSEDES,
        SUPERSEDED_BY,
        RELATED,
        TELLING,
    ]
    .iter()
    .any(|keys| keys.contains(&key))
}

/// A key in the form for looking up: lower case, plain, a space for `_` and `-`.
pub fn key(text: &str) -> String {
    let text = text.trim().trim_end_matches([':', '：', '?']).trim();
    let mut key = String::with_capacity(text.len());
    for letter in text.chars().flat_map(char::to_lowercase) {
        key.push(if matches!(letter, '_' | '-') {
            ' '
        } else {
            letter
        });
    }
    key
}
