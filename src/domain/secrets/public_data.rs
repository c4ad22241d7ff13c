//! Data that looks like a token and opens nothing: ids, addresses and public keys of block chains,
//! alphabets, and files in Base64.

use sha2::{Digest, Sha256};

/// How files and structures begin in Base64: PNG, GIF, gzip, zip, PDF; a certificate and a
/// signature in DER; what Fernet has encrypted.
const FILES: &[&str] = &[
    "iVBORw0KGgo",
    "R0lGOD",
    "H4sI",
    "UEsDB",
    "JVBERi",
    "MII",
    "MEQCI",
    "MEUCI",
    "gAAAAA",
];

/// How the extended public keys of a wallet begin (BIP 32; SLIP 132), and how long they are.
const EXTENDED_KEYS: &[&str] = &[
    "xpub", "ypub", "zpub", "tpub", "upub", "vpub", "Ypub", "Zpub", "Upub", "Vpub",
];
const LENGTH_OF_EXTENDED_KEY: usize = 111;

/// The digits of Base58, as Bitcoin writes it.
const BASE58: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

const BASE: u16 = 58;

/// The bytes of an address: a version, the hash of a key, a checksum.
const ADDRESS: usize = 25;
const CHECKSUM: usize = 4;

/// The shortest run in which no letter comes twice that chance has not made.
const SHORTEST_ALPHABET: usize = 28;

/// Whether a run is such data.
pub(crate) fn is_public(run: &str) -> bool {
    FILES.iter().any(|head| run.starts_with(head))
        || is_extended_key(run)
        || is_alphabet(run)
        || is_address(run)
        || is_id(run)
}

/// Whether a run is the id of a record or of a file, by how its kind begins: a ULID, which shows a
/// time since 2016, a KSUID, a file of Google Drive.
fn is_id(run: &str) -> bool {
    let bytes = run.as_bytes();
    match bytes {
        [b'0', b'1', ..] if bytes.len() == 26 => bytes.iter().all(|byte| in_ulid(*byte)),
        [b'0'..=b'3', ..] if bytes.len() == 27 => bytes.iter().all(u8::is_ascii_alphanumeric),
        [b'0', b'B', ..] => bytes.len() == 28,
        [b'1', ..] => matches!(bytes.len(), 33 | 44),
        _ => false,
    }
}

fn in_ulid(byte: u8) -> bool {
    // Those that could be mistaken for others are left out.
    byte.is_ascii_digit() || (byte.is_ascii_uppercase() && !b"ILOU".contains(&byte))
}

fn is_extended_key(run: &str) -> bool {
    run.len() == LENGTH_OF_EXTENDED_KEY && EXTENDED_KEYS.iter().any(|head| run.starts_with(head))
}

/// Whether no letter of a run comes twice, as in the list of an encoding's digits.
fn is_alphabet(run: &str) -> bool {
    let mut seen = [false; 256];
    let is_new = |byte: u8| !std::mem::replace(&mut seen[usize::from(byte)], true);
    run.len() >= SHORTEST_ALPHABET && run.bytes().all(is_new)
}

/// Whether a run is the address of an account whose checksum is right (Base58Check): chance makes
/// one of four billion runs so. A private key is longer.
fn is_address(run: &str) -> bool {
    let Some(bytes) = address_bytes(run) else {
        return false;
    };
    let (payload, checksum) = bytes.split_at(ADDRESS - CHECKSUM);
    let hash = Sha256::digest(Sha256::digest(payload));
    hash[..CHECKSUM] == *checksum
}

/// The bytes of a number in Base58, where it is as long as an address.
fn address_bytes(run: &str) -> Option<[u8; ADDRESS]> {
    if !(25..=36).contains(&run.len()) {
        return None;
    }
    let mut number = [0_u8; ADDRESS];
    for letter in run.bytes() {
        let digit = BASE58.iter().position(|other| *other == letter)?;
        let mut carry = u16::try_from(digit).ok()?;
        for byte in number.iter_mut().rev() {
            // At most 255 times 58, and a carry of less than 58.
            let [high, low] = (carry + u16::from(*byte) * BASE).to_be_bytes();
            carry = u16::from(high);
            *byte = low;
        }
        if carry > 0 {
            return None;
        }
    }
    Some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_everybody_may_see_is_told_from_keys() {
        let key = format!("xpub{}", "661MyMwAqRb".repeat(10));
        for public in [
            // The first of all, and one of a script (BIP 13).
            "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
            "3P14159f73E4gFr7JterCCQh9QjiTjiZrG",
            "qpzry9x8gf2tvdw0s3jn54khce6mua7l",
            "01ARZ3NDEKTSV4RRFFQ69G5FAV",
            "0ujtsYcgvSTl8PAuAdqWYSMnLOv",
            "1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgVE2upms",
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8",
            &key[..LENGTH_OF_EXTENDED_KEY],
        ] {
            assert!(is_public(public), "{public}");
        }
        for other in [
            // One letter is another one.
            "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb",
            // A private key in the same form.
            "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ",
            "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jP",
            "a7Kq2ZxW9vB4nM1pL8sD3fG6",
            "",
        ] {
            assert!(!is_public(other), "{other}");
        }
    }
}
