//! External dependencies named by the configuration. They are opened before anything is created, so
//! that a wrong name leaves no trace.

use std::fs::{self, DirBuilder};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use edge::Geoip;
use landing_draft::ports::{Provisioner, TextRecords};
use outgoing::dns::{DnsProvisioner, DnsTexts, NoopProvisioner};
use outgoing::pixels::HttpSender;

use super::{Assets, pixel_sender, prober, webhook_sender};
use crate::config::{self, Config, ConfigError};

/// Opened external dependencies.
pub struct Opened {
    /// The country database, on the edge only.
    pub geoip: Option<Arc<Geoip>>,
    /// Sends events to the ad platforms.
    pub pixel_sender: Arc<HttpSender>,
    /// Sends messages to the owners' endpoints.
    pub webhook_sender: Arc<outgoing::webhooks::HttpSender>,
    /// Checks the addresses that owners entered.
    pub prober: Arc<outgoing::destinations::HttpProber>,
    /// Checks whether domains are reachable.
    pub provisioner: Arc<dyn Provisioner>,
    /// TXT records, which prove ownership of a hostname.
    pub texts: Arc<dyn TextRecords>,
    /// Files, labels and pictures of QR codes.
    pub assets: Assets,
}

impl Opened {
    /// Opens everything. The data folder comes last, because opening it creates it.
    pub fn of(config: &Config) -> anyhow::Result<Self> {
        let geoip = config.geoip_db.as_deref().filter(|_| config.roles.edge).map(geoip).transpose()?;
        let pixel_sender = Arc::new(pixel_sender(config)?);
        let webhook_sender = Arc::new(webhook_sender(config)?);
        let prober = Arc::new(prober(config)?);
        let provisioner: Arc<dyn Provisioner> = match config.provisioner {
            config::Provisioner::None => Arc::new(NoopProvisioner),
            config::Provisioner::Dns => Arc::new(
                DnsProvisioner::from_system(&config.dns_target)
                    .context("FUNNEL_PROVISIONER: the machine's name servers could not be read")?,
            ),
        };
        let assets = Assets::open(config)?;
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&config.data_dir)
            .map_err(|error| ConfigError::new("FUNNEL_DATA_DIR", error.to_string()))?;
        let texts = Arc::new(DnsTexts::from_system());
        Ok(Self { geoip, pixel_sender, webhook_sender, prober, provisioner, texts, assets })
    }
}

fn geoip(file: &Path) -> Result<Arc<Geoip>, ConfigError> {
    let wrong = |error: &dyn std::fmt::Display| ConfigError::new("FUNNEL_GEOIP_DB", error.to_string());
    // The library's error for a missing file repeats its cause.
    fs::File::open(file).map_err(|error| wrong(&error))?;
    Geoip::open(file).map(Arc::new).map_err(|error| wrong(&error))
}
