//! Files, pictures, sounds and labels: the ports of the landing crate on the assets adapter.

use std::path::Path;
use std::sync::Arc;

use actix_web::web::Bytes;
use adapter_assets::{
    AssetError, AssetName, AssetStore, Label, LocalAssets, PictureLimits, accept_picture, accept_sound,
    render_label,
};
use async_trait::async_trait;
use kernel::{Rgb, StoreError};
use landing_draft::appearance::Face;
use landing_draft::file::FileName;
use landing_draft::ports::{AcceptedFile, FileStore, IntakeError, LabelRenderer, MediaIntake, RenderedLabel};

/// The height of a label's text in pixels.
const LABEL_SIZE: u16 = 17;
/// The widest label that a phone shows on one line at full size; longer ones are live text, which wraps.
const LABEL_WIDTH: u32 = 300;

/// The files of the service.
#[derive(Clone)]
pub struct Files(Arc<dyn AssetStore>);

impl Files {
    /// Files in the data folder.
    pub fn in_folder(data_dir: &Path) -> Result<Self, AssetError> {
        Ok(Self(Arc::new(LocalAssets::open(data_dir.join("assets"))?)))
    }

    /// A file with the type that it is served with.
    pub async fn served(&self, name: &str) -> Result<Option<(Bytes, &'static str)>, StoreError> {
        let Ok(name) = AssetName::parse(name) else { return Ok(None) };
        let content = self.0.get(&name).await.map_err(store_error)?;
        Ok(content.map(|content| (content, name.content_type())))
    }
}

fn store_error(error: AssetError) -> StoreError {
    match error {
        AssetError::Unavailable(_) => StoreError::Unavailable(error.into()),
        AssetError::Failed(_) | AssetError::WrongName(_) => StoreError::Failed(error.into()),
    }
}

/// A name of the domain as the adapter's. The domain allows more forms; what has another form was never stored.
fn asset_name(name: &FileName) -> Result<AssetName, StoreError> {
    AssetName::parse(name.as_str()).map_err(|error| StoreError::Failed(error.into()))
}

#[async_trait]
impl FileStore for Files {
    async fn put(&self, name: &FileName, content: Vec<u8>) -> Result<(), StoreError> {
        self.0.put(&asset_name(name)?, content.into()).await.map_err(store_error)
    }

    async fn get(&self, name: &FileName) -> Result<Option<Vec<u8>>, StoreError> {
        let Ok(name) = asset_name(name) else { return Ok(None) };
        Ok(self.0.get(&name).await.map_err(store_error)?.map(|content| content.to_vec()))
    }

    async fn exists(&self, name: &FileName) -> Result<bool, StoreError> {
        let Ok(name) = asset_name(name) else { return Ok(false) };
        self.0.exists(&name).await.map_err(store_error)
    }
}

/// Sets labels in the faces that are shipped with the program.
#[derive(Debug, Clone, Copy, Default)]
pub struct Typesetter;

impl LabelRenderer for Typesetter {
    fn render(&self, text: &str, face: Face, colour: Rgb) -> Option<RenderedLabel> {
        let label = render_label(text, face, LABEL_SIZE, colour);
        let file = FileName::parse(&label.file_name()?.to_string())?;
        match label {
            Label::Outlined { svg, width, .. } if width <= LABEL_WIDTH => Some(RenderedLabel { file, svg }),
            Label::Outlined { .. } | Label::LiveText(_) => None,
        }
    }
}

/// Takes uploads in on threads that may be kept busy.
#[derive(Debug, Clone, Copy, Default)]
pub struct Intake;

#[async_trait]
impl MediaIntake for Intake {
    async fn picture(&self, upload: Vec<u8>) -> Result<AcceptedFile, IntakeError> {
        apart(move || {
            let picture =
                accept_picture(&upload, &PictureLimits::default()).map_err(|error| error.to_string())?;
            Ok((AssetName::of(&picture.bytes, picture.extension), picture.bytes))
        })
        .await
    }

    async fn sound(&self, upload: Vec<u8>) -> Result<AcceptedFile, IntakeError> {
        apart(move || {
            let sound = accept_sound(&upload).map_err(|error| error.to_string())?;
            Ok((AssetName::of(&sound.bytes, sound.extension), sound.bytes))
        })
        .await
    }
}

async fn apart(
    work: impl FnOnce() -> Result<(AssetName, Bytes), String> + Send + 'static,
) -> Result<AcceptedFile, IntakeError> {
    let done = tokio::task::spawn_blocking(work).await.map_err(|lost| StoreError::Failed(lost.into()))?;
    let (name, bytes) = done.map_err(IntakeError::Refused)?;
    let odd = || StoreError::Failed("a file name that the domain does not know".into());
    let file = FileName::parse(&name.to_string()).ok_or_else(odd)?;
    Ok(AcceptedFile { file, content: bytes.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_of_the_domain_is_shipped() {
        for face in Face::ALL {
            let label = Typesetter.render("Hello", face, Rgb::new(0, 0, 0));
            assert!(label.is_some_and(|label| label.svg.contains("aria-label=\"Hello\"")), "{face:?}");
        }
    }

    #[test]
    fn what_does_not_fit_stays_live_text() {
        for text in ["party ✨🎉", "قناتي", &"long ".repeat(40)] {
            assert_eq!(Typesetter.render(text, Face::Inter, Rgb::new(0, 0, 0)), None, "{text}");
        }
    }
}
