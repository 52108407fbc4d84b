//! Optional encryption with age.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek as _, Write};
use std::path::Path;
use std::str::FromStr as _;

use age::stream::StreamWriter;
use age::x25519::Recipient;
use age::{Decryptor, Encryptor, IdentityFile};

use super::{Error, at};

/// Prefix of every age file.
const MAGIC: &[u8] = b"age-encryption.org/v1";

pub(crate) fn recipients(texts: &[String]) -> Result<Vec<Recipient>, Error> {
    let parse = |text: &String| {
        Recipient::from_str(text).map_err(|reason| Error::Recipient { text: text.clone(), reason })
    };
    texts.iter().map(parse).collect()
}

/// Output file, encrypted if there are recipients.
pub(crate) enum Output {
    Plain(BufWriter<File>),
    Sealed(Box<StreamWriter<BufWriter<File>>>),
}

impl Output {
    pub(crate) fn open(file: File, recipients: &[Recipient]) -> Result<Self, Error> {
        let file = BufWriter::new(file);
        if recipients.is_empty() {
            return Ok(Self::Plain(file));
        }
        let sealing_error = |error: &dyn std::fmt::Display| Error::Sealed(error.to_string());
        let encryptor = Encryptor::with_recipients(recipients.iter().map(|one| one as _));
        let writer = encryptor.map_err(|error| sealing_error(&error))?.wrap_output(file);
        Ok(Self::Sealed(Box::new(writer.map_err(|error| sealing_error(&error))?)))
    }

    /// Completes the file, and syncs it to disk.
    pub(crate) fn finish(self) -> io::Result<()> {
        let file = match self {
            Self::Plain(file) => file,
            Self::Sealed(writer) => writer.finish()?,
        };
        file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.write(bytes),
            Self::Sealed(writer) => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.flush(),
            Self::Sealed(writer) => writer.flush(),
        }
    }
}

/// Opens the archive of a backup, and decrypts it with the identities of a file if needed.
pub(crate) fn open(path: &Path, identity: Option<&Path>) -> Result<Box<dyn Read>, Error> {
    let mut file = BufReader::new(File::open(path).map_err(at(path))?);
    let mut start = Vec::new();
    file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut start).map_err(at(path))?;
    file.rewind().map_err(at(path))?;
    if start != MAGIC {
        return Ok(Box::new(file));
    }
    let sealed = |error: &dyn std::fmt::Display| Error::Sealed(error.to_string());
    let identity =
        identity.ok_or_else(|| Error::Sealed("it is encrypted: name an identity file".to_owned()))?;
    let text = BufReader::new(File::open(identity).map_err(at(identity))?);
    let identities = IdentityFile::from_buffer(text).map_err(at(identity))?;
    let identities = identities.into_identities().map_err(|error| sealed(&error))?;
    let decryptor = Decryptor::new_buffered(file).map_err(|error| sealed(&error))?;
    let keys = identities.iter().map(|one| one.as_ref() as &dyn age::Identity);
    Ok(Box::new(decryptor.decrypt(keys).map_err(|error| sealed(&error))?))
}

#[cfg(test)]
mod tests {
    use age::secrecy::ExposeSecret as _;
    use age::x25519::Identity;

    use super::*;

    #[test]
    fn what_is_sealed_is_opened_by_a_recipient_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (path, right, wrong) =
            (folder.path().join("sealed"), folder.path().join("right"), folder.path().join("wrong"));
        let identity = Identity::generate();
        std::fs::write(&right, identity.to_string().expose_secret()).unwrap();
        std::fs::write(&wrong, Identity::generate().to_string().expose_secret()).unwrap();
        let keys = recipients(&[identity.to_public().to_string()]).unwrap();
        let mut output = Output::open(File::create(&path).unwrap(), &keys).unwrap();
        output.write_all(b"the content").unwrap();
        output.finish().unwrap();

        assert!(!std::fs::read(&path).unwrap().windows(11).any(|bytes| bytes == b"the content"));
        let read = |identity| io::read_to_string(open(&path, identity)?).map_err(at(&path));
        assert_eq!(read(Some(right.as_path())).unwrap(), "the content");
        assert!(matches!(read(Some(wrong.as_path())), Err(Error::Sealed(_))));
        assert!(matches!(read(None), Err(Error::Sealed(_))));
        // The end of the file is authenticated too.
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        assert!(read(Some(right.as_path())).is_err());
    }

    #[test]
    fn what_is_no_recipient_is_reported() {
        let refused = recipients(&["age1nobody".to_owned()]);
        assert!(matches!(refused, Err(Error::Recipient { text, .. }) if text == "age1nobody"));
    }
}
