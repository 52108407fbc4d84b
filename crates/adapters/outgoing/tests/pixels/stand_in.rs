//! Tests of the sender against the simulated platforms, which check bodies as the real platforms do.

use conversion_pixel::answer::{Answer, Verdict};
use conversion_pixel::event::Event;
use conversion_pixel::ports::{Destination, PixelSender as _};
use conversion_pixel::{AccessToken, Platform};
use engine_sim::{PixelTokens, RunningSim, Sim, SimConfig};
use kernel::UnixTime;
use outgoing::pixels::{Endpoints, HttpSender};
use secrecy::SecretString;

use crate::platform::{TOKEN, clock, conversion, destination, of_conversion, pixel_id};

struct Here {
    sim: RunningSim,
    sender: HttpSender,
}

async fn start() -> Here {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let sim = Sim::start(SimConfig::default()).await.unwrap();
    let (meta, tiktok) = (sim.meta_url(), sim.tiktok_url());
    let endpoints = Endpoints::parse(&meta, Endpoints::META_VERSION, &tiktok).unwrap();
    Here { sim, sender: HttpSender::new(endpoints, clock()).unwrap() }
}

/// Builds an event that happened `age_seconds` ago on the system clock, which the simulation uses.
fn fresh(platform: Platform, age_seconds: i64) -> Event {
    #[expect(clippy::disallowed_methods, reason = "the stand-in compares with the machine's clock")]
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    let now = UnixTime::from_seconds(i64::try_from(now).unwrap());
    let mut conversion = conversion();
    conversion.occurred_at = now.plus_seconds(-age_seconds);
    of_conversion(&conversion, platform, now)
}

async fn answer(here: &Here, to: &Destination, event: &Event) -> Answer {
    here.sender.send(to, event, None).await
}

#[tokio::test]
async fn both_platforms_take_what_is_sent() {
    let here = start().await;
    for (platform, judge) in
        [(Platform::Meta, engine_sim::Platform::Meta), (Platform::TikTok, engine_sim::Platform::Tiktok)]
    {
        let reported = answer(&here, &destination(platform), &fresh(platform, 60)).await;
        assert_eq!((reported.verdict, reported.status), (Verdict::Delivered, Some(200)), "{platform:?}");
        let received = here.sim.received(judge).await.unwrap();
        assert_eq!((received.len(), received[0].pixel_id.as_str()), (1, pixel_id(platform)));
        assert!(!received[0].address.contains(TOKEN));
    }
}

#[tokio::test]
async fn a_token_that_is_not_taken_is_distinguished_from_an_event_that_is_not() {
    let here = start().await;
    let tokens = |platform| PixelTokens { platform, pixel_id: None, tokens: vec![TOKEN.to_owned()] };
    let known = [tokens(engine_sim::Platform::Meta), tokens(engine_sim::Platform::Tiktok)];
    here.sim.set_pixel_tokens(&known).await.unwrap();
    for (platform, code) in [(Platform::Meta, 190), (Platform::TikTok, 40_105)] {
        let token = AccessToken::parse(&SecretString::from("another")).unwrap().unwrap();
        let to = Destination { token, ..destination(platform) };
        let reported = answer(&here, &to, &fresh(platform, 60)).await;
        assert_eq!((reported.verdict, reported.code), (Verdict::Auth, Some(code)), "{platform:?}");
        let reported = answer(&here, &destination(platform), &fresh(platform, 60)).await;
        assert_eq!(reported.verdict, Verdict::Delivered, "{platform:?}");
    }
    let late = answer(&here, &destination(Platform::Meta), &fresh(Platform::Meta, 8 * 86_400)).await;
    assert_eq!((late.verdict, late.code), (Verdict::Permanent, Some(100)));
}
