//! TLS to the server, configured by the libpq parameters of the address.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use percent_encoding::percent_decode_str;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{WebPkiServerVerifier, verify_server_name};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use tokio_postgres::config::SslNegotiation;

/// Invalid parameter of the address, described in one line.
#[derive(Debug, thiserror::Error)]
#[error("{name} {problem}")]
pub struct WrongParameter {
    name: &'static str,
    problem: String,
}

fn wrong(name: &'static str, problem: impl Into<String>) -> WrongParameter {
    WrongParameter { name, problem: problem.into() }
}

/// TLS mode (`sslmode`); each mode is stricter than the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mode {
    /// No TLS.
    Disable,
    /// TLS only if the server requires it.
    Allow,
    /// TLS if the server supports it.
    Prefer,
    /// TLS always, with any certificate.
    Require,
    /// TLS always, with a certificate issued by `sslrootcert`.
    VerifyCa,
    /// Like [`Mode::VerifyCa`], and the certificate must name the host.
    VerifyFull,
}

impl Mode {
    const WORDS: [(&'static str, Self); 6] = [
        ("disable", Self::Disable),
        ("allow", Self::Allow),
        ("prefer", Self::Prefer),
        ("require", Self::Require),
        ("verify-ca", Self::VerifyCa),
        ("verify-full", Self::VerifyFull),
    ];

    fn parse(word: &str) -> Result<Self, WrongParameter> {
        let found = Self::WORDS.iter().find(|(known, _)| *known == word);
        let unknown =
            || wrong("sslmode", "must be disable, allow, prefer, require, verify-ca or verify-full");
        found.map(|(_, mode)| *mode).ok_or_else(unknown)
    }
}

/// Source of trusted root certificates.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Roots {
    System,
    File(PathBuf),
}

/// TLS parameters of an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tls {
    pub(crate) mode: Mode,
    roots: Option<Roots>,
    /// Files of the client certificate and its key.
    client: Option<(PathBuf, PathBuf)>,
}

impl Tls {
    /// Parses the TLS parameters of an address, and returns the address without them: the driver knows only half of
    /// these parameters.
    pub(crate) fn take_from(address: &str) -> Result<(String, Self), WrongParameter> {
        let after_user = address.find('@').unwrap_or_default();
        let query = address.get(after_user..).and_then(|rest| rest.find('?')).map(|at| after_user + at);
        let Some((rest, query)) = query.and_then(|at| Some((address.get(..at)?, address.get(at + 1..)?)))
        else {
            return Ok((address.to_owned(), Self::of([None, None, None, None])?));
        };
        let names = ["sslmode", "sslrootcert", "sslcert", "sslkey"];
        let mut values = [const { None }; 4];
        let mut others = Vec::new();
        for pair in query.split('&') {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            match names.iter().zip(&mut values).find(|(known, _)| **known == name) {
                // An empty value counts as missing, as in libpq.
                Some((_, given)) => *given = (!value.is_empty()).then_some(value),
                None => others.push(pair),
            }
        }
        let rest = if others.is_empty() { rest.to_owned() } else { format!("{rest}?{}", others.join("&")) };
        let values =
            values.map(|value| value.map(|text| percent_decode_str(text).decode_utf8_lossy().into_owned()));
        Ok((rest, Self::of(values)?))
    }

    fn of([mode, roots, cert, key]: [Option<String>; 4]) -> Result<Self, WrongParameter> {
        let roots = roots.map(|roots| match roots.as_str() {
            "system" => Roots::System,
            file => Roots::File(file.into()),
        });
        let mode = mode.as_deref().map(Mode::parse).transpose()?;
        let mode = match (mode, &roots) {
            (None, Some(Roots::System)) => Mode::VerifyFull,
            // Without a check of the name, a certificate from any public authority proves nothing.
            (Some(mode), Some(Roots::System)) if mode < Mode::VerifyFull => {
                return Err(wrong("sslmode", "must be verify-full with sslrootcert=system"));
            }
            (Some(Mode::Require), Some(Roots::File(_))) => Mode::VerifyCa,
            (Some(Mode::VerifyCa | Mode::VerifyFull), None) => {
                return Err(wrong(
                    "sslrootcert",
                    "is missing: sslmode=verify-ca and verify-full need a file of certificates, or verify-full the word system",
                ));
            }
            (mode, _) => mode.unwrap_or(Mode::Prefer),
        };
        let client = match (cert, key) {
            (Some(cert), Some(key)) => Some((cert.into(), key.into())),
            (None, None) => None,
            (Some(_), None) => return Err(wrong("sslkey", "is missing beside sslcert")),
            (None, Some(_)) => return Err(wrong("sslcert", "is missing beside sslkey")),
        };
        Ok(Self { mode, roots, client })
    }

    /// Checks whether the mode allows TLS without an SSLRequest.
    pub(crate) fn fits(&self, negotiation: SslNegotiation) -> Result<(), WrongParameter> {
        if negotiation == SslNegotiation::Direct && self.mode < Mode::Require {
            return Err(wrong("sslnegotiation", "must not be direct with an sslmode weaker than require"));
        }
        Ok(())
    }

    /// Builds the rustls configuration. Reads the certificate files.
    pub(crate) fn config(&self) -> Result<ClientConfig, WrongParameter> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = ClientConfig::builder_with_provider(Arc::clone(&provider));
        let builder = builder.with_safe_default_protocol_versions();
        let builder = builder.map_err(|error| wrong("sslmode", format!("can't be applied: {error}")))?;
        let builder = builder.dangerous().with_custom_certificate_verifier(self.verifier(provider)?);
        let Some((cert, key)) = &self.client else { return Ok(builder.with_no_client_auth()) };
        let chain = certificates("sslcert", cert)?;
        let secret = PrivateKeyDer::from_pem_file(key).map_err(|error| unreadable("sslkey", key, error))?;
        builder
            .with_client_auth_cert(chain, secret)
            .map_err(|error| wrong("sslkey", format!("does not go with sslcert: {error}")))
    }

    fn verifier(&self, provider: Arc<CryptoProvider>) -> Result<Arc<dyn ServerCertVerifier>, WrongParameter> {
        if self.mode < Mode::VerifyCa {
            return Ok(Arc::new(AnyCertificate(provider)));
        }
        let trusted = match &self.roots {
            Some(Roots::File(file)) => certificates("sslrootcert", file)?,
            Some(Roots::System) | None => rustls_native_certs::load_native_certs().certs,
        };
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(trusted.iter().cloned());
        let verifier = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider).build();
        let verifier = verifier.map_err(|error| wrong("sslrootcert", format!("can't be used: {error}")))?;
        Ok(Arc::new(Known { verifier, trusted, by_name: self.mode == Mode::VerifyFull }))
    }
}

fn certificates(name: &'static str, file: &Path) -> Result<Vec<CertificateDer<'static>>, WrongParameter> {
    let certificates = CertificateDer::pem_file_iter(file).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    match certificates {
        Ok(found) if found.is_empty() => Err(wrong(name, format!("{} holds no certificate", file.display()))),
        found => found.map_err(|error| unreadable(name, file, error)),
    }
}

fn unreadable(name: &'static str, file: &Path, error: impl std::fmt::Display) -> WrongParameter {
    wrong(name, format!("{} can't be read: {error}", file.display()))
}

/// Accepts every certificate. The server still proves that it holds the key, which channel binding relies on.
#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

/// Accepts certificates issued by a trusted one; checks the host name only if `by_name` is set.
#[derive(Debug)]
struct Known {
    verifier: Arc<WebPkiServerVerifier>,
    trusted: Vec<CertificateDer<'static>>,
    by_name: bool,
}

impl ServerCertVerifier for Known {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        between: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        use CertificateError::{NotValidForName, NotValidForNameContext, Other};
        match self.verifier.verify_server_cert(certificate, between, name, ocsp, now) {
            // The verifier checks the name last, so the certificate is valid here.
            Err(Error::InvalidCertificate(NotValidForName | NotValidForNameContext { .. }))
                if !self.by_name => {}
            // `openssl req -x509` creates a certificate of an authority, which webpki rejects as a server certificate.
            // Here it is trusted itself, and the verifier has already checked its dates.
            Err(Error::InvalidCertificate(Other(_))) if self.trusted.contains(certificate) => {
                if self.by_name {
                    verify_server_name(&ParsedCertificate::try_from(certificate)?, name)?;
                }
            }
            verified => return verified,
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.verifier.verify_tls12_signature(message, certificate, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.verifier.verify_tls13_signature(message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.verifier.supported_verify_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Result<(String, Tls), WrongParameter> {
        Tls::take_from(&format!("postgres://user:p%3Fw@db:5432/funnel{query}"))
    }

    #[test]
    fn modes_are_those_of_libpq() {
        for (query, mode) in [
            ("", Mode::Prefer),
            ("?", Mode::Prefer),
            ("?sslmode=", Mode::Prefer),
            ("?sslmode=disable", Mode::Disable),
            ("?sslmode=allow", Mode::Allow),
            ("?sslmode=prefer&sslrootcert=/ca.pem", Mode::Prefer),
            ("?sslmode=require", Mode::Require),
            ("?sslmode=require&sslrootcert=/ca.pem", Mode::VerifyCa),
            ("?sslmode=verify-ca&sslrootcert=/ca.pem", Mode::VerifyCa),
            ("?sslrootcert=/ca.pem&sslmode=verify-full", Mode::VerifyFull),
            ("?sslrootcert=system", Mode::VerifyFull),
            ("?sslmode=verify-full&sslrootcert=system", Mode::VerifyFull),
        ] {
            assert_eq!(read(query).unwrap().1.mode, mode, "{query}");
        }
    }

    #[test]
    fn what_is_wrong_is_reported_by_the_name_of_the_parameter() {
        for (query, name) in [
            ("?sslmode=sure", "sslmode "),
            ("?sslmode=verify-ca", "sslrootcert "),
            ("?sslmode=verify-full", "sslrootcert "),
            ("?sslmode=require&sslrootcert=system", "sslmode "),
            ("?sslmode=verify-ca&sslrootcert=system", "sslmode "),
            ("?sslcert=/c.pem", "sslkey "),
            ("?sslkey=/k.pem", "sslcert "),
        ] {
            let given = read(query).unwrap_err().to_string();
            assert!(given.starts_with(name) && !given.contains('\n'), "{query}: {given}");
        }
        let missing = |query: &str| read(query).unwrap().1.config().unwrap_err().to_string();
        let roots = missing("?sslmode=verify-full&sslrootcert=/no%20such.pem");
        assert!(roots.starts_with("sslrootcert /no such.pem can't be read: "), "{roots}");
        assert!(missing("?sslcert=/no-such.pem&sslkey=/no-such.key").starts_with("sslcert /no-such.pem "));
    }

    #[test]
    fn the_other_parameters_stay() {
        let (address, _) = read("?connect_timeout=3&sslmode=require&application_name=a%20b").unwrap();
        assert_eq!(address, "postgres://user:p%3Fw@db:5432/funnel?connect_timeout=3&application_name=a%20b");
        assert_eq!(read("?sslmode=require").unwrap().0, "postgres://user:p%3Fw@db:5432/funnel");
        assert_eq!(Tls::take_from("host=db user=me").unwrap().0, "host=db user=me");
    }
}
