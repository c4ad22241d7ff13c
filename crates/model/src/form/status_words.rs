//! The words for a decision's status, in the languages that records are written in.

use crate::kind::{ACTIVE, ARCHIVED, PROPOSED, REJECTED, SUPERSEDED};

/// The words that people write, parted by spaces, under the status that they mean here.
// `reverted` is rejected and not superseded: it was tried, and has no successor. One that names its
// successor is superseded by that. `expired` ones were never accepted.
pub const WORDS: [(&str, &str); 5] = [
    (
        ACTIVE,
        "active accepted approved decided implemented implementable adopted agreed \
         ratified done final finalized finalised complete completed effective effect \
         merged stable living enforced current valid resolved shipped released deployed \
         applied accept confirmed signed landed recommended akzeptiert angenommen beschlossen \
         entschieden umgesetzt genehmigt gültig aktiv freigegeben accepté acceptée \
         approuvé approuvée adopté adoptée validé validée décidé décidée aceptado \
         aceptada aprobado aprobada adoptado adoptada implementado implementada aceito \
         aceita aceite aprovado aprovada accettato accettata approvato approvata \
         geaccepteerd goedgekeurd aanvaard zaakceptowana zaakceptowany przyjęta przyjęty \
         godkänd accepterad принято принят принята утверждено одобрено прийнято",
    ),
    (
        PROPOSED,
        "proposed proposal draft hold pending wip progress review discussion open new \
         idea deferred postponed provisional preliminary rfc planned submitted previewing \
         experimental trial returned candidate initial todo tbd unknown exploratory \
         vorgeschlagen entwurf offen zurückgestellt diskussion geplant proposé proposée \
         brouillon propuesto propuesta borrador pendiente proposto proposta rascunho \
         pendente bozza voorgesteld concept proponowana propozycja szkic föreslagen \
         utkast предложено предложен черновик чернетка",
    ),
    (
        SUPERSEDED,
        "superseded superceded replaced ersetzt abgelöst überholt remplacé remplacée \
         sustituido sustituida reemplazado reemplazada substituído substituída sostituito \
         sostituita vervangen zastąpiona zastąpiony ersatt заменено заменён заменен",
    ),
    (
        REJECTED,
        "rejected declined withdrawn retracted abandoned cancelled canceled reverted \
         revoked denied dropped expired refused closed dismissed discarded wontfix \
         unaccepted disapproved abgelehnt verworfen zurückgezogen rejeté rejetée refusé \
         refusée abandonné abandonnée retiré retirée rechazado rechazada descartado \
         descartada rejeitado rejeitada recusado recusada rifiutato rifiutata respinto \
         respinta verworpen afgewezen odrzucona odrzucony avvisad отклонено отклонён \
         отклонен відхилено",
    ),
    (
        ARCHIVED,
        "deprecated obsolete obsoleted retired archived outdated inactive stagnant \
         historical historic sunset moved removed discontinued veraltet archiviert obsolet \
         obsolète déprécié dépréciée archivé archivée obsoleto obsoleta archivado archivada \
         arquivado arquivada verouderd gearchiveerd przestarzała föråldrad устарело \
         устарел застаріло",
    ),
];

/// Two words that mean something else together.
pub const PHRASES: [(&str, &str); 9] = [
    ("active review", PROPOSED),
    ("accepting comments", PROPOSED),
    ("last call", PROPOSED),
    ("final comment", PROPOSED),
    ("current draft", PROPOSED),
    ("needs revision", PROPOSED),
    ("in force", ACTIVE),
    ("en vigueur", ACTIVE),
    ("no longer", ARCHIVED),
];

/// Parts of words in scripts that put no spaces between them. Negations come before the word.
pub const UNSPACED: [(&str, &str); 33] = [
    ("未承認", PROPOSED),
    ("未接受", PROPOSED),
    ("未决", PROPOSED),
    ("取代", SUPERSEDED),
    ("替代", SUPERSEDED),
    ("置き換え", SUPERSEDED),
    ("置換", SUPERSEDED),
    ("대체", SUPERSEDED),
    ("拒绝", REJECTED),
    ("拒絕", REJECTED),
    ("否决", REJECTED),
    ("却下", REJECTED),
    ("撤回", REJECTED),
    ("거부", REJECTED),
    ("废弃", ARCHIVED),
    ("廢棄", ARCHIVED),
    ("弃用", ARCHIVED),
    ("廃止", ARCHIVED),
    ("非推奨", ARCHIVED),
    ("폐기", ARCHIVED),
    ("提", PROPOSED),
    ("草案", PROPOSED),
    ("草稿", PROPOSED),
    ("제안", PROPOSED),
    ("接受", ACTIVE),
    ("采纳", ACTIVE),
    ("承認", ACTIVE),
    ("승인", ACTIVE),
    ("採用", ACTIVE),
    ("採納", ACTIVE),
    ("批准", ACTIVE),
    ("生效", ACTIVE),
    ("決定", ACTIVE),
];

/// Words for work that came to its end, parted by spaces: of a decision, most of them say that it
/// applies.
pub const FINISHED: &str = "done complete completed finished resolved closed fixed solved shipped \
    released merged landed implemented umgesetzt erledigt";

/// Words that take back the word after them, parted by spaces.
pub const HEDGES: &str = "not never be may might will until un nicht pas não не noch yet to";

/// Words that leave the word after them true of a part, likewise.
pub const PARTS: &str = "partially partly mostly part parts teilweise parcialmente partiellement";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_means_two_things() {
        let mut words: Vec<&str> = WORDS
            .iter()
            .flat_map(|(_, words)| words.split(' '))
            .collect();
        let all = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), all);
    }
}
