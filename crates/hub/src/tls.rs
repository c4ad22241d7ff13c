//! TLS to the database: what an address says of it, in the words of libpq
//! (postgresql.org/docs/current/libpq-ssl.html).

use std::path::PathBuf;
use std::sync::Arc;

use percent_encoding::percent_decode_str;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme,
};
use tokio_postgres::config::SslMode;
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::Error;

/// Protection of a connection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tls {
    mode: Mode,
    /// The certificates that are trusted.
    roots: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mode {
    Disable,
    #[default]
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

const MODES: [(&str, Mode); 5] = [
    ("disable", Mode::Disable),
    ("prefer", Mode::Prefer),
    ("require", Mode::Require),
    ("verify-ca", Mode::VerifyCa),
    ("verify-full", Mode::VerifyFull),
];

impl Tls {
    /// Takes `sslmode` and `sslrootcert` out of an address; returns the rest of it, too.
    ///
    /// # Errors
    /// [`Error::BadValue`] for an unknown mode, and for one that needs certificates and has none.
    pub fn of_address(address: &str) -> Result<(String, Self), Error> {
        let is_url = ["postgresql://", "postgres://"]
            .iter()
            .any(|scheme| address.starts_with(scheme));
        let mut tls = Self::default();
        let rest = if is_url {
            tls.take_from_url(address)?
        } else {
            tls.take_from_words(address)?
        };
        if matches!(tls.mode, Mode::VerifyCa | Mode::VerifyFull) && tls.roots.is_none() {
            let why = "to verify the database's certificate, name a file: sslrootcert=FILE";
            return Err(Error::BadValue(why.to_owned()));
        }
        Ok((rest, tls))
    }

    fn take_from_url(&mut self, address: &str) -> Result<String, Error> {
        let Some((before, query)) = address.split_once('?') else {
            return Ok(address.to_owned());
        };
        let mut rest = Vec::new();
        for pair in query.split('&') {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let value = percent_decode_str(value).decode_utf8_lossy();
            if !self.takes(key, &value)? {
                rest.push(pair);
            }
        }
        Ok(format!("{before}?{}", rest.join("&")))
    }

    fn take_from_words(&mut self, address: &str) -> Result<String, Error> {
        let mut rest = String::new();
        let mut left = address.trim_start();
        while let Some((key, after)) = left.split_once('=') {
            let (value, length) = word(after);
            let end = left.len() - after.len() + length;
            if !self.takes(key.trim(), &value)? {
                rest.extend([&left[..end], " "]);
            }
            left = left[end..].trim_start();
        }
        // The reader of the address refuses a word that is no pair.
        Ok(rest + left)
    }

    /// Takes one of the two words; false for any other.
    fn takes(&mut self, key: &str, value: &str) -> Result<bool, Error> {
        match key {
            "sslmode" => {
                let Some((_, mode)) = MODES.iter().find(|(name, _)| *name == value) else {
                    let known = MODES.map(|(name, _)| name).join(", ");
                    let why = format!("unknown sslmode of the database; there are: {known}");
                    return Err(Error::BadValue(why));
                };
                self.mode = *mode;
            }
            "sslrootcert" => self.roots = Some(PathBuf::from(value)),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The mode as the database's client knows it.
    pub fn mode(&self) -> SslMode {
        match self.mode {
            Mode::Disable => SslMode::Disable,
            Mode::Prefer => SslMode::Prefer,
            Mode::Require | Mode::VerifyCa | Mode::VerifyFull => SslMode::Require,
        }
    }

    /// The part of a connection that begins TLS.
    ///
    /// # Errors
    /// If the certificates cannot be read.
    pub fn connector(&self) -> Result<MakeRustlsConnect, Error> {
        let provider = Arc::new(ring::default_provider());
        let roots = match &self.roots {
            Some(file) => Some(Arc::new(read(file)?)),
            None => None,
        };
        let failed = |error: &dyn std::error::Error| Error::BadValue(format!("TLS: {error}"));
        let inner = match roots {
            Some(roots) => {
                let verifier = WebPkiServerVerifier::builder_with_provider(roots, provider.clone());
                Some(verifier.build().map_err(|error| failed(&error))?)
            }
            None => None,
        };
        let verifier = Verifier {
            inner,
            has_name: self.mode == Mode::VerifyFull,
            provider: Arc::clone(&provider),
        };
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| failed(&error))?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier))
            .with_no_client_auth();
        Ok(MakeRustlsConnect::new(config))
    }
}

/// A value at the beginning of a text, and how long it is there: until a space, or between
/// quotation marks; a backslash stands before a sign that means itself.
fn word(text: &str) -> (String, usize) {
    let begin = text.len() - text.trim_start().len();
    let is_quoted = text[begin..].starts_with('\'');
    let mut value = String::new();
    let mut signs = text[begin..].char_indices().skip(usize::from(is_quoted));
    while let Some((at, sign)) = signs.next() {
        match sign {
            '\'' if is_quoted => return (value, begin + at + 1),
            ' ' | '\t' | '\n' | '\r' if !is_quoted => return (value, begin + at),
            '\\' => value.extend(signs.next().map(|(_, sign)| sign)),
            sign => value.push(sign),
        }
    }
    (value, text.len())
}

fn read(file: &std::path::Path) -> Result<RootCertStore, Error> {
    let bytes = std::fs::read(file);
    let bytes = bytes.map_err(Error::system(format!("read '{}'", file.display())))?;
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(&bytes) {
        let added = certificate.ok().map(|certificate| roots.add(certificate));
        if !matches!(added, Some(Ok(()))) {
            let why = format!("'{}' has no certificate that can be read", file.display());
            return Err(Error::BadValue(why));
        }
    }
    if roots.is_empty() {
        let why = format!("there is no certificate in '{}'", file.display());
        return Err(Error::BadValue(why));
    }
    Ok(roots)
}

/// Checks of a server's certificate.
#[derive(Debug)]
struct Verifier {
    /// Looks who signed it; nothing is asked without.
    inner: Option<Arc<WebPkiServerVerifier>>,
    /// True if it has to be that of the host.
    has_name: bool,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let Some(inner) = &self.inner else {
            return Ok(ServerCertVerified::assertion());
        };
        let verified =
            inner.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now);
        match verified {
            // The name is looked at last.
            Err(rustls::Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if !self.has_name => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, cert, dss, known)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, cert, dss, known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider
            .signature_verification_algorithms
            .supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_how_it_is_protected() {
        for (address, rest, mode, roots) in [
            (
                "host=/run dbname=a",
                "host=/run dbname=a ",
                Mode::Prefer,
                None,
            ),
            ("sslmode=disable host=a", "host=a ", Mode::Disable, None),
            (
                r"host = 'a b' sslrootcert='/x \'y' sslmode = verify-full user=u",
                "host = 'a b' user=u ",
                Mode::VerifyFull,
                Some("/x 'y"),
            ),
            (
                "postgresql://u@h/d?sslmode=require",
                "postgresql://u@h/d?",
                Mode::Require,
                None,
            ),
            (
                "postgres://h?a=b&sslrootcert=%2Fx+y&sslmode=verify-ca&c=d",
                "postgres://h?a=b&c=d",
                Mode::VerifyCa,
                Some("/x+y"),
            ),
        ] {
            let (left, tls) = Tls::of_address(address).unwrap();
            let roots = roots.map(PathBuf::from);
            assert_eq!(
                (left.as_str(), tls),
                (rest, Tls { mode, roots }),
                "{address}"
            );
        }
        for bad in [
            "sslmode=on",
            "sslmode=verify-full",
            "postgresql://h?sslmode=",
        ] {
            assert!(Tls::of_address(bad).is_err(), "{bad}");
        }
    }
}
