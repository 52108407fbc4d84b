//! The service with a simulated engine.

use std::collections::BTreeMap;

use engine_sim::{AccountConfig, RunningSim, Sim, SimConfig};
use serde_json::{Value, json};

use crate::real::{Real, Reply};

pub(crate) const ACCOUNT: &str = "acct_1";
pub(crate) const TOKEN: &str = "token-of-the-tests";

/// A service, connected to a simulated engine, with a landing whose buttons need funnel links.
pub(crate) struct Funnel {
    pub(crate) real: Real,
    pub(crate) sim: RunningSim,
    /// The default segment.
    pub(crate) everyone: String,
    /// The segment of visitors from Germany.
    pub(crate) germany: String,
}

pub(crate) const HOST: &str = "a.example";
/// Settings that let test visitors send their country in a header.
pub(crate) const COUNTRY: [(&str, &str); 2] =
    [("FUNNEL_COUNTRY_HEADER", "x-country"), ("FUNNEL_TRUSTED_PROXIES", "127.0.0.1")];

impl Funnel {
    pub(crate) async fn start() -> Self {
        Self::with(&[]).await
    }

    pub(crate) async fn with(settings: &[(&str, &str)]) -> Self {
        let owned = settings.iter().map(|(name, value)| (*name, (*value).to_owned())).collect::<Vec<_>>();
        Self::with_platforms(|_| owned).await
    }

    /// Starts the service. `settings` gets the address of the simulation, and returns the service's settings.
    pub(crate) async fn with_platforms<'a>(settings: impl FnOnce(&str) -> Vec<(&'a str, String)>) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let account = AccountConfig {
            fans: 50,
            links: 0,
            ..AccountConfig::new(ACCOUNT, TOKEN, "event-secret-of-the-tests")
        };
        let sim = Sim::start(SimConfig { accounts: vec![account], ..SimConfig::default() }).await.unwrap();
        let settings = settings(sim.url());
        let settings = settings.iter().map(|(name, value)| (*name, value.as_str()));
        let settings: Vec<_> = COUNTRY.into_iter().chain(settings).collect();
        let real = Real::with("agency", &settings).await;
        real.connect(real.owner, sim.url(), ACCOUNT, TOKEN).await;
        let everyone = real.landing(HOST).await;
        let germany = json!({ "name": "Germany", "countries": ["DE"] });
        let germany = real.api.post(&format!("/segments/{HOST}"), &germany).await.expect(201);
        let germany = germany.text_at("segment_id");
        let funnel = Self { real, sim, everyone, germany };
        funnel.button(&funnel.everyone, "funnel:paid").await;
        funnel.button(&funnel.germany, "funnel:ftl").await;
        funnel
    }

    /// Creates a button that leads to `url`; returns its id.
    pub(crate) async fn button(&self, tier: &str, url: &str) -> String {
        let body = json!({ "label": url, "url": url });
        let made = self.real.api.post(&format!("/buttons/{HOST}/{tier}"), &body).await;
        made.expect(201).text_at("button_id")
    }

    pub(crate) async fn provision(&self, countries: &[&str]) -> Reply {
        let body = slots(countries);
        self.real.api.post(&format!("/domains/{HOST}/provision-links"), &body).await
    }

    pub(crate) async fn dry_run(&self, countries: &[&str]) -> Value {
        let path = format!("/domains/{HOST}/provision-links/dry-run");
        self.real.api.post(&path, &slots(countries)).await.expect(200).json()
    }

    pub(crate) async fn dry_run_summary(&self, countries: &[&str]) -> String {
        let path = format!("/domains/{HOST}/provision-links/dry-run");
        self.real.api.post(&path, &slots(countries)).await.summary()
    }

    pub(crate) async fn smart_link(&self, slug: &str, policy: Value) -> i64 {
        let body = json!({ "domain": HOST, "slug": slug, "policy": policy });
        self.real.api.post("/smartlinks", &body).await.expect(201).json()["id"].as_i64().unwrap()
    }

    /// Returns the number of upstream links of each name.
    pub(crate) async fn upstream(&self) -> BTreeMap<String, usize> {
        let url = format!("{}/v1/links?limit=200", self.sim.url());
        let request = reqwest::Client::new().get(url).bearer_auth(TOKEN);
        let mut names = BTreeMap::new();
        for link in Reply::of(request).await.expect(200).json()["items"].as_array().unwrap() {
            *names.entry(link["name"].as_str().unwrap().to_owned()).or_default() += 1;
        }
        names
    }

    /// Returns the redirect target of `path` for a visitor from `country`.
    pub(crate) async fn led(&self, path: &str, country: &str) -> String {
        let request = self.real.visit(reqwest::Method::GET, HOST, path).header("x-country", country);
        let request = request.header("user-agent", PHONE);
        Reply::of(request).await.expect(302).header("location").to_owned()
    }
}

pub(crate) const PHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1";

pub(crate) fn slots(countries: &[&str]) -> Value {
    json!({ "trial_countries": countries, "paid_countries": "rest", "default_paid": true, "trial_days": 7 })
}

/// Builds a policy with only this arm, in every country.
pub(crate) fn only(arm: &str) -> Value {
    let arms = |on: &str| json!({ "enabled": on == arm, "weight": 50, "label": on, "trial_days": 0, "require_country_link": false });
    json!({ "v": 1, "arms": { "paid": arms("paid"), "ftl": arms("ftl") }, "geo": [] })
}
