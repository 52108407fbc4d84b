//! Closed sets of words in the API document. Each has the words of the domain type that reads or writes them, so that
//! code and document can't differ.

use std::borrow::Cow;

use application::audit;
use application::destinations::{Failure, HealthState};
use attribution::conversions::ConversionKind;
use attribution::{Basis, Effect, TransactionKind as Transactions};
use auth_scopes::{Plan as Plans, Right, Scope as Scopes, Tab as Tabs};
use broadcast_gate::{Bucket, ClosedBy, FinishReason, PauseReason, Reason, Status};
use kernel::UnixTime;
use landing_draft::age_gate::AgeGateMode;
use landing_draft::appearance::{Align, AnimSpeed, Animation, Fill, Shape};
use landing_draft::banner::{ActivitySource, AvatarShape as AvatarShapes, LinkMode, Position, Theme};
use landing_draft::dns::RecordType;
use landing_draft::in_app::InAppMode as InAppModes;
use landing_draft::reach::SharePicture as SharePictures;
use landing_draft::{CopyPart as CopyParts, InfraState, visitor};
use qr_catalog::design::{EyeDot, EyeFrame, GradientKind, Module};
use qr_catalog::scannability::{ErrorCorrection, Warning};
use smartlink_policy::plan::SlotStatus as SlotStates;
use smartlink_policy::{ExclusionReason, LinkKind, PaidCountries as Paid, StampReason};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};
use webhooks::{EventType, TEST_TYPE};

/// Defines types that stand for texts in the document alone.
macro_rules! texts {
    ($($(#[doc = $doc:literal])+ $name:ident: $schema:expr;)+) => {
        $(
            $(#[doc = $doc])+
            #[derive(Debug, Clone, Copy)]
            pub enum $name {}

            impl PartialSchema for $name {
                fn schema() -> RefOr<Schema> {
                    let text: ObjectBuilder = $schema;
                    text.description(Some(concat!($($doc),+).trim())).into()
                }
            }

            impl ToSchema for $name {}
        )+

        /// Returns all of these schemas with their names.
        pub(crate) fn all() -> Vec<(Cow<'static, str>, RefOr<Schema>)> {
            vec![$(($name::name(), $name::schema()),)+]
        }
    };
}

fn one_of<T: AsRef<str>>(words: impl IntoIterator<Item = T>) -> ObjectBuilder {
    let words: Vec<String> = words.into_iter().map(|word| word.as_ref().to_owned()).collect();
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words))
}

fn formed(pattern: &str) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern))
}

texts! {
    /// Two-letter country code of ISO 3166-1.
    CountryCode: formed("^[A-Za-z]{2}$").examples(["DE"]);
    /// Colour, `#rrggbb`.
    Colour: formed(COLOUR).examples(["#7a3ff2"]);

    /// Scope of a key.
    Scope: one_of(Scopes::WORDS);
    /// Tab: a part of the product with its own rights.
    Tab: one_of(Tabs::ALL.iter().map(|tab| tab.as_str()));
    /// Function of a tab. Each tab has some of them.
    TabFunction: one_of(functions());
    /// Plan of an owner.
    Plan: one_of(Plans::WORDS);

    /// Action of the audit log.
    AuditAction: one_of(audit::Action::WORDS);
    /// Action of the audit log, or a kind of actions.
    AuditActionFilter: one_of(audit::Kind::WORDS.iter().chain(audit::Action::WORDS));
    /// Type of a changed object.
    AuditSubjectType: one_of(audit::Subject::WORDS);

    /// Shape of buttons.
    ButtonShape: one_of(Shape::WORDS);
    /// Fill of buttons.
    ButtonFill: one_of(Fill::WORDS);
    /// Animation of buttons.
    ButtonAnimation: one_of(Animation::WORDS);
    /// Speed of an animation.
    AnimationSpeed: one_of(AnimSpeed::WORDS);
    /// Alignment of labels.
    LabelAlign: one_of(Align::WORDS);
    /// Font.
    Font: one_of(kernel::Font::ALL.map(kernel::Font::name));
    /// Age check of the 18+ gate.
    GateMode: one_of(AgeGateMode::WORDS);
    /// Picture of the link preview: a card that the service draws, or the uploaded picture.
    SharePicture: one_of(SharePictures::WORDS);
    /// Help for visitors inside apps: none, a hint, or opening the browser at once where that is possible.
    InAppMode: one_of(InAppModes::WORDS);
    /// Part of a draft that can be copied.
    CopyPart: one_of(CopyParts::WORDS);
    /// Result of copying to one target.
    CopyDetail: one_of(["copied", "copy_same_domain", "domain_not_found", "unavailable"]);

    /// Link of a banner: empty for none, an address, or a smart link with the default policy.
    BannerLinkMode: one_of(LinkMode::WORDS);
    /// Activity that a banner shows.
    BannerActivity: one_of(ActivitySource::WORDS);
    /// Material of a banner.
    BannerTheme: one_of(Theme::WORDS);
    /// Edge of the screen where a banner slides in.
    BannerPosition: one_of(Position::WORDS);
    /// Shape of a banner's picture.
    AvatarShape: one_of(AvatarShapes::WORDS);

    /// State of a domain's infrastructure.
    DomainState: one_of([
        InfraState::Pending { next_attempt_at: EPOCH }.as_str(),
        InfraState::Active.as_str(),
        InfraState::Failed.as_str(),
    ]);
    /// Type of a DNS record.
    DnsRecordType: one_of(RecordType::WORDS);

    /// Kind of device.
    Device: one_of(visitor::Device::WORDS);
    /// Operating system.
    Os: one_of(visitor::Os::WORDS);
    /// Browser.
    Browser: one_of(visitor::Browser::WORDS);
    /// App with a built-in browser; `unknown` is another app, and `none` is no app.
    InApp: one_of(visitor::InApp::WORDS);
    /// App with a built-in browser, or `any` of them.
    InAppTest: one_of(["any"].iter().chain(visitor::InApp::WORDS));

    /// Offer of a funnel link: paid, or a free trial.
    Offer: one_of(smartlink_policy::Offer::WORDS);
    /// Kind of a funnel link at the platform.
    FunnelLinkKind: one_of(LinkKind::WORDS);
    /// State of a tracked link.
    TrackedLinkState: one_of([FOREIGN]);
    /// Countries that get the paid link.
    PaidCountries: one_of(Paid::WORDS);
    /// State of a slot in a plan.
    SlotStatus: one_of(SlotStates::WORDS);
    /// Reason why a slot stays without a link.
    UnlinkedReason: one_of([
        "engine_not_connected",
        "engine_error",
        "bad_link",
        "wrong_offer",
        "wrong_country",
        "not_permanent",
        "link_taken",
    ]);
    /// Reason why a button stays without an address.
    UnstampedReason: one_of([
        StampReason::NoCountryLink.as_str(),
        StampReason::SeveralCountries.as_str(),
        StampReason::NotProvisioned.as_str(),
        StampReason::Inactive.as_str(),
    ]);
    /// Reason why no visitor gets an arm.
    ArmExclusion: one_of(ExclusionReason::WORDS);
    /// Reason why a check of a destination got no response.
    DestinationFailure: one_of(Failure::WORDS);
    /// Health of a destination.
    DestinationState: one_of(HealthState::WORDS);

    /// Ad platform.
    Platform: one_of(conversion_pixel::Platform::WORDS);
    /// Place of a conversion in the words of Meta.
    ActionSource: one_of(["other", "website"]);
    /// Reason why a conversion is not reported as one of a website.
    ActionSourceReason: one_of(["no_user_agent"]);
    /// State of a delivery to a pixel.
    PixelDeliveryState: one_of([
        conversion_pixel::DeliveryState::Pending { next_attempt_at: EPOCH }.as_str(),
        conversion_pixel::DeliveryState::Delivered.as_str(),
        conversion_pixel::DeliveryState::WaitingToken.as_str(),
        conversion_pixel::DeliveryState::Parked(conversion_pixel::ParkReason::TooOld).as_str(),
    ]);
    /// Reason why a delivery gets no more attempts.
    ParkReason: one_of(conversion_pixel::ParkReason::WORDS);
    /// Meaning of a platform's answer.
    DeliveryVerdict: one_of(conversion_pixel::Verdict::WORDS);
    /// Reason why a platform gave no answer.
    PixelNoAnswer: one_of(conversion_pixel::NoAnswer::WORDS);

    /// Type of a webhook event.
    WebhookEventType: one_of(EventType::WORDS);
    /// Type of a webhook event, or `*` for all types.
    WebhookFilter: one_of(EventType::WORDS.iter().chain(&["*"]));
    /// Type of a webhook message: of an event, or of a test.
    WebhookMessageType: one_of(EventType::WORDS.iter().chain(&[TEST_TYPE]));
    /// State of a delivery to a webhook.
    WebhookDeliveryState: one_of([
        webhooks::DeliveryState::Pending { next_attempt_at: EPOCH }.as_str(),
        webhooks::DeliveryState::Delivered.as_str(),
        webhooks::DeliveryState::Failed.as_str(),
    ]);
    /// Reason why a webhook gave no answer.
    WebhookNoAnswer: one_of(webhooks::NoAnswer::WORDS);
    /// Reason why the service disabled a webhook.
    WebhookDisabledReason: one_of(webhooks::DisabledReason::WORDS);
    /// Kind of a changed link.
    ChangedLinkKind: one_of(webhooks::LinkKind::WORDS);
    /// Change of a link.
    LinkChange: one_of(webhooks::LinkChange::WORDS);

    /// Action of a fan.
    ConversionType: one_of(ConversionKind::WORDS);
    /// Kind of a payment.
    TransactionKind: one_of(Transactions::WORDS);
    /// Basis of an attribution: a click that this service recorded, or the link that the platform named.
    AttributionBasis: one_of([Basis::Click(String::new()).as_str(), Basis::Link.as_str()]);
    /// Effect of an event on the statistics.
    EventEffect: one_of(Effect::WORDS);
    /// Window of statistics, back from now.
    StatsRange: one_of(["24h", "7d", "30d", "90d", "all"]);

    /// Type of media.
    MediaType: one_of(content_vault::MediaType::WORDS);
    /// State of a content request.
    RequestState: one_of(content_vault::RequestStatus::WORDS);
    /// Answer to a content request.
    RequestAction: one_of(["start", "fulfill", "decline"]);

    /// Status of a campaign.
    BroadcastStatus: one_of(statuses());
    /// Reason why a campaign is paused.
    BroadcastPauseReason: one_of(PauseReason::WORDS);
    /// Reason why a campaign is finished.
    BroadcastFinishReason: one_of(FinishReason::WORDS);
    /// Reason why a campaign is paused or finished.
    BroadcastReason: one_of(PauseReason::WORDS.iter().chain(FinishReason::WORDS));
    /// Switch of the gate for broadcasts.
    GateSwitch: one_of(ClosedBy::WORDS);
    /// Reason why a fan is excluded.
    ScreeningReason: one_of(Reason::WORDS);
    /// Actor of a change of a campaign.
    BroadcastActor: one_of(["key", "service"]);
    /// Spending tier of a fan.
    FanTier: one_of(broadcast_gate::FanTier::WORDS);
    /// Group of fans in a histogram.
    AudienceBucket: one_of(broadcast_gate::FanTier::WORDS.iter().chain(&[Bucket::Other.as_str()]));

    /// Part of an export.
    ExportPart: one_of(["domains", "smartlinks", "qr", "library", "members"]);

    /// Shape of the modules of a code.
    QrModule: one_of(Module::WORDS);
    /// Shape of the eye frames of a code.
    QrEyeFrame: one_of(EyeFrame::WORDS);
    /// Shape of the eye dots of a code.
    QrEyeDot: one_of(EyeDot::WORDS);
    /// Direction of a gradient.
    QrGradientKind: one_of(GradientKind::WORDS);
    /// Level of error correction.
    QrErrorCorrection: one_of(ErrorCorrection::WORDS);
    /// Risk for readers of a code.
    QrWarning: one_of(Warning::WORDS);
}

/// Form of a colour.
pub(crate) const COLOUR: &str = "^#[0-9A-Fa-f]{6}$";

/// State of a link of an account that was connected before.
pub(crate) const FOREIGN: &str = "foreign";

const EPOCH: UnixTime = UnixTime::from_seconds(0);

/// Returns the functions of all tabs, each once.
fn functions() -> Vec<&'static str> {
    let mut words = Vec::new();
    for right in Right::ALL {
        if !words.contains(&right.function()) {
            words.push(right.function());
        }
    }
    words
}

fn statuses() -> [&'static str; 7] {
    [
        Status::Draft,
        Status::Scheduled,
        Status::Running,
        Status::Paused(PauseReason::Operator),
        Status::Finished(FinishReason::Done),
        Status::Cancelled,
        Status::Failed,
    ]
    .map(Status::as_str)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use attribution::Range;
    use content_vault::{Answer, AnswerInput};
    use http_kit::wire::{CodedError, DetailError};
    use serde_json::Value;
    use webhooks::EventFilter;

    use super::*;

    fn words<T: PartialSchema>() -> Vec<String> {
        let schema = serde_json::to_value(T::schema()).unwrap();
        serde_json::from_value(schema["enum"].clone()).unwrap()
    }

    #[test]
    fn a_name_stands_for_one_set_of_different_words() {
        let mut names = BTreeSet::from([CodedError::name(), DetailError::name()]);
        for (name, schema) in all() {
            let schema = serde_json::to_value(schema).unwrap();
            assert!(schema["description"].is_string(), "{name}");
            if let Value::Array(words) = &schema["enum"] {
                let different: BTreeSet<_> = words.iter().map(Value::to_string).collect();
                assert!(!words.is_empty() && words.len() == different.len(), "{name}");
            }
            assert!(names.insert(name.clone()), "{name}");
        }
    }

    #[test]
    fn words_without_a_list_in_the_domain_are_all_there() {
        let ranges: Vec<_> = words::<StatsRange>();
        let read: Vec<_> = ranges.iter().map(|word| Range::parse(Some(word))).collect();
        for (word, range) in ranges.iter().zip(read) {
            assert_eq!(serde_json::to_value(range).unwrap(), Value::from(word.as_str()));
        }
        for action in words::<RequestAction>() {
            let input = AnswerInput {
                action: Some(action.clone()),
                media_ids: vec!["1".to_owned()],
                reason: Some("no".to_owned()),
            };
            assert_eq!(Answer::parse(&input).unwrap().action(), action);
        }
        for word in words::<WebhookFilter>() {
            EventFilter::parse(&[word]).unwrap();
        }
    }
}
