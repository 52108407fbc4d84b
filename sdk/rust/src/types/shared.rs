//! Types of several nouns.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::words::UnknownValue;
use crate::words::words;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Conditions that must all match.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct AllConditions {
    /// Conditions.
    pub all: Vec<Condition>,
    /// Version of the form.
    pub v: i64,
}

/// A group whose conditions must all match.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct AllGroup {
    /// Conditions.
    pub all: Vec<Condition>,
}

/// Conditions of which one must match.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct AnyConditions {
    /// Conditions.
    pub any: Vec<Condition>,
    /// Version of the form.
    pub v: i64,
}

/// A group of which one condition must match.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct AnyGroup {
    /// Conditions.
    pub any: Vec<Condition>,
}

/// One arm.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Arm {
    /// Whether the arm is served. The paid arm is served as the last resort even if disabled.
    pub enabled: bool,
    /// Name.
    pub label: String,
    /// Whether the arm is served only to countries with their own trial link.
    pub require_country_link: bool,
    /// Length of the trial in days.
    pub trial_days: i64,
    /// Weight relative to the other arm.
    pub weight: f64,
}

/// The two arms.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Arms {
    /// The free trial.
    pub ftl: Arm,
    /// The paid offer.
    pub paid: Arm,
}

words! {
    /// Basis of an attribution: a click that this service recorded, or the link that the platform named.
    AttributionBasis {
        Click = "click",
        Link = "link",
    }
}

words! {
    /// Activity that a banner shows.
    BannerActivity {
        RecentSubscribers = "recent_subscribers",
    }
}

words! {
    /// Link of a banner: empty for none, an address, or a smart link with the default policy.
    BannerLinkMode {
        Empty = "",
        Manual = "manual",
        Smartlink = "smartlink",
    }
}

/// Texts in another language.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct BannerTexts {
    /// The body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// The text of the link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_text: Option<String>,
    /// The title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// A variant of the texts.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct BannerVariant {
    /// The body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Name.
    pub key: String,
    /// The text of the link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_text: Option<String>,
    /// The title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Weight, 0-10,000.
    pub weight: i64,
}

/// The operator of conditions on a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum BetweenOperator {
    /// `between`
    #[default]
    #[serde(rename = "between")]
    Between,
}

words! {
    /// Reason why a campaign is finished.
    BroadcastFinishReason {
        Done = "done",
        AutoStop = "auto_stop",
        EndAt = "end_at",
    }
}

words! {
    /// Reason why a campaign is paused.
    BroadcastPauseReason {
        Operator = "operator",
        GateClosed = "gate_closed",
        EngineDisconnected = "engine_disconnected",
        FailureRate = "failure_rate",
        OptOutRate = "opt_out_rate",
    }
}

words! {
    /// Status of a campaign.
    BroadcastStatus {
        Draft = "draft",
        Scheduled = "scheduled",
        Running = "running",
        Paused = "paused",
        Finished = "finished",
        Cancelled = "cancelled",
        Failed = "failed",
    }
}

words! {
    /// Browser.
    Browser {
        Chrome = "chrome",
        Safari = "safari",
        Firefox = "firefox",
        Edge = "edge",
        Opera = "opera",
        Samsung = "samsung",
    }
}

/// The browser.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BrowserCondition {
    /// Field.
    pub field: BrowserField,
    /// Comparison.
    pub op: SetOperator,
    /// Browsers.
    pub values: Vec<Browser>,
}

/// The browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum BrowserField {
    /// `browser`
    #[default]
    #[serde(rename = "browser")]
    Browser,
}

/// The way to the page: `direct`, `qr`, or `qr-<slug>` of one code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChannelCondition {
    /// Field.
    pub field: ChannelField,
    /// Comparison.
    pub op: SetOperator,
    /// Ways to the page.
    pub values: Vec<String>,
}

/// The way to the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum ChannelField {
    /// `channel`
    #[default]
    #[serde(rename = "channel")]
    Channel,
}

/// Colour, `#rrggbb`.
pub type Colour = String;

/// A condition on one field, or a group.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Condition {
    /// A group whose conditions must all match.
    AllGroup(AllGroup),
    /// A group of which one condition must match.
    AnyGroup(AnyGroup),
    /// The negation of a condition.
    NotGroup(NotGroup),
    /// The visitor's country.
    CountryCondition(CountryCondition),
    /// The kind of device.
    DeviceCondition(DeviceCondition),
    /// The operating system.
    OsCondition(OsCondition),
    /// The browser.
    BrowserCondition(BrowserCondition),
    /// The app whose built-in browser shows the page.
    InAppCondition(InAppCondition),
    /// A language that the browser asks for. `pt` also matches `pt-BR`.
    LanguageCondition(LanguageCondition),
    /// The way to the page: `direct`, `qr`, or `qr-<slug>` of one code.
    ChannelCondition(ChannelCondition),
    /// The host of the page that the visitor came from.
    ReferrerCondition(ReferrerCondition),
    /// Whether the visitor came from another page.
    ReferrerExistsCondition(ReferrerExistsCondition),
    /// Whether the visitor was here before.
    ReturningCondition(ReturningCondition),
    /// Hours of a day in a time zone. A period that ends before it begins goes past midnight.
    TimeCondition(TimeCondition),
    /// A period.
    DateCondition(DateCondition),
    /// A parameter of the page's address.
    ParameterCondition(ParameterCondition),
    /// Whether the page's address has a parameter.
    ParameterExistsCondition(ParameterExistsCondition),
    /// A form that is newer than this SDK.
    Other(UnknownValue),
}

/// Conditions on the visitor. A condition on something unknown about the visitor doesn't match, and neither does its
/// negation. At most 3 levels of groups, 20 conditions, 100 values a condition and 8 KB.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Conditions {
    /// Conditions that must all match.
    AllConditions(AllConditions),
    /// Conditions of which one must match.
    AnyConditions(AnyConditions),
    /// A form that is newer than this SDK.
    Other(UnknownValue),
}

words! {
    /// Action of a fan.
    ConversionType {
        NewSubscriber = "new_subscriber",
        NewTransaction = "new_transaction",
        MessageReceived = "message_received",
        FanSent3Messages = "fan_sent_3_messages",
    }
}

/// Two-letter country code of ISO 3166-1.
pub type CountryCode = String;

/// The visitor's country.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CountryCondition {
    /// Field.
    pub field: CountryField,
    /// Comparison.
    pub op: SetOperator,
    /// Countries.
    pub values: Vec<CountryCode>,
}

/// The visitor's country.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum CountryField {
    /// `country`
    #[default]
    #[serde(rename = "country")]
    Country,
}

/// A period.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct DateCondition {
    /// Field.
    pub field: DateField,
    /// First second, in Unix seconds.
    pub from_ts: i64,
    /// Comparison.
    pub op: BetweenOperator,
    /// Second after the last, in Unix seconds.
    pub to_ts: i64,
}

/// The date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum DateField {
    /// `date`
    #[default]
    #[serde(rename = "date")]
    Date,
}

words! {
    /// Day of the week.
    DayWord {
        Mon = "mon",
        Tue = "tue",
        Wed = "wed",
        Thu = "thu",
        Fri = "fri",
        Sat = "sat",
        Sun = "sun",
    }
}

words! {
    /// Meaning of a platform's answer.
    DeliveryVerdict {
        Delivered = "delivered",
        Throttled = "throttled",
        Retry = "retry",
        Auth = "auth",
        Permanent = "permanent",
    }
}

words! {
    /// Reason why a check of a destination got no response.
    DestinationFailure {
        Dns = "dns",
        Refused = "refused",
        Connection = "connection",
        Tls = "tls",
        Timeout = "timeout",
        Redirects = "redirects",
        ForbiddenAddress = "forbidden_address",
    }
}

words! {
    /// Kind of device.
    Device {
        Mobile = "mobile",
        Tablet = "tablet",
        Desktop = "desktop",
    }
}

/// The kind of device.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DeviceCondition {
    /// Field.
    pub field: DeviceField,
    /// Comparison.
    pub op: SetOperator,
    /// Kinds of devices.
    pub values: Vec<Device>,
}

/// The kind of device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum DeviceField {
    /// `device`
    #[default]
    #[serde(rename = "device")]
    Device,
}

/// Current rights of the calling key.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EffectiveRights {
    /// Currency of all sums (ISO 4217): the currency of the owner's first account.
    pub currency: String,
    /// End in Unix seconds; null for a key without an end.
    pub expires_at: Option<i64>,
    /// Allowed functions by tab, within the restrictions of the key and its member.
    pub functions: BTreeMap<Tab, Vec<TabFunction>>,
    /// Scopes of the key.
    pub scopes: Vec<Scope>,
    /// Opaque name of the owner, the same for all keys of the owner and unique. It changes when the operator changes
    /// the secret key of the service.
    pub workspace: String,
}

/// The operator of conditions that compare with one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum EqOperator {
    /// `eq`
    #[default]
    #[serde(rename = "eq")]
    Eq,
}

/// The operator of conditions on presence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum ExistsOperator {
    /// `exists`
    #[default]
    #[serde(rename = "exists")]
    Exists,
}

words! {
    /// Font.
    Font {
        Inter = "Inter",
        Roboto = "Roboto",
        OpenSans = "Open Sans",
        Lato = "Lato",
        Montserrat = "Montserrat",
        Poppins = "Poppins",
        Raleway = "Raleway",
        Nunito = "Nunito",
        Oswald = "Oswald",
        PlayfairDisplay = "Playfair Display",
        BebasNeue = "Bebas Neue",
        Pacifico = "Pacifico",
    }
}

/// Arms for some countries.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct GeoRule {
    /// Arms for these countries.
    pub arms: Arms,
    /// Two-letter country codes.
    pub countries: Vec<CountryCode>,
}

words! {
    /// Comparison of a host with a list of hosts; `suffix` also matches subdomains, `eq` takes exactly one.
    HostOperator {
        In = "in",
        NotIn = "not_in",
        Eq = "eq",
        Suffix = "suffix",
    }
}

/// The app whose built-in browser shows the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InAppCondition {
    /// Field.
    pub field: InAppField,
    /// Comparison.
    pub op: SetOperator,
    /// Apps; `any` for a browser inside of any app.
    pub values: Vec<InAppTest>,
}

/// The app whose built-in browser shows the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum InAppField {
    /// `in_app`
    #[default]
    #[serde(rename = "in_app")]
    InApp,
}

words! {
    /// App with a built-in browser, or `any` of them.
    InAppTest {
        Any = "any",
        Instagram = "instagram",
        Tiktok = "tiktok",
        Facebook = "facebook",
        Snapchat = "snapchat",
        X = "x",
        Telegram = "telegram",
        Reddit = "reddit",
        Threads = "threads",
        Linkedin = "linkedin",
        Pinterest = "pinterest",
        Wechat = "wechat",
        Line = "line",
        Whatsapp = "whatsapp",
        Viber = "viber",
        Discord = "discord",
        Unknown = "unknown",
        None = "none",
    }
}

/// The languages of the browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum LangField {
    /// `lang`
    #[default]
    #[serde(rename = "lang")]
    Lang,
}

/// A language that the browser asks for. `pt` also matches `pt-BR`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LanguageCondition {
    /// Field.
    pub field: LangField,
    /// Comparison.
    pub op: SetOperator,
    /// Language codes such as `de` or `pt-BR`.
    pub values: Vec<String>,
}

/// The negation of a condition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NotGroup {
    /// Condition that must not match.
    pub not: Box<Condition>,
}

words! {
    /// Offer of a funnel link: paid, or a free trial.
    Offer {
        Ftl = "ftl",
        Paid = "paid",
    }
}

words! {
    /// Operating system.
    Os {
        Ios = "ios",
        Android = "android",
        Windows = "windows",
        Macos = "macos",
        Linux = "linux",
        Chromeos = "chromeos",
    }
}

/// The operating system.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OsCondition {
    /// Field.
    pub field: OsField,
    /// Comparison.
    pub op: SetOperator,
    /// Operating systems.
    pub values: Vec<Os>,
}

/// The operating system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum OsField {
    /// `os`
    #[default]
    #[serde(rename = "os")]
    Os,
}

/// A parameter of the page's address.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ParameterCondition {
    /// `query.<name>`, or `utm.<name>` for `utm_<name>`.
    pub field: String,
    /// Comparison.
    pub op: SetOperator,
    /// Values of the parameter.
    pub values: Vec<String>,
}

/// Whether the page's address has a parameter.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ParameterExistsCondition {
    /// `query.<name>`, or `utm.<name>` for `utm_<name>`.
    pub field: String,
    /// Comparison.
    pub op: ExistsOperator,
    /// `[true]` or `[false]`.
    pub values: Vec<bool>,
}

words! {
    /// Reason why a platform gave no answer.
    PixelNoAnswer {
        Timeout = "timeout",
        Dns = "dns",
        Tls = "tls",
        Refused = "refused",
        Connection = "connection",
    }
}

words! {
    /// Ad platform.
    Platform {
        Meta = "meta",
        Tiktok = "tiktok",
    }
}

/// Answer of a platform.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlatformAnswer {
    /// The platform's own code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<i64>,
    /// Reason why there was no response. Null after a response, and for attempts from before the reason was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<PixelNoAnswer>,
    /// HTTP status; null without a response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<i64>,
    /// Meaning of the answer.
    pub verdict: DeliveryVerdict,
}

/// Policy that splits the visitors of a smart link.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Policy {
    /// Arms for visitors whose country no rule names.
    pub arms: Arms,
    /// Arms for visitors of some countries; a country is in one rule at most.
    pub geo: Vec<GeoRule>,
    /// Version of the policy format.
    pub v: i64,
}

/// Design of a code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QrDesign {
    /// Background colour, `#rrggbb`. Its lightness (0.299 R + 0.587 G + 0.114 B, each 0 to 1) is at least 0.70, and the
    /// contrast to every foreground colour at least 4.5:1.
    pub bg: Colour,
    /// Radius of the card's corners, as a share of its side.
    pub card_radius: f64,
    /// Shape of the eye dots.
    pub eye_dot: QrEyeDot,
    /// Shape of the eye frames.
    pub eye_frame: QrEyeFrame,
    /// The colours of the foreground.
    pub fg_grad: QrGradient,
    /// Frame with a call to action; left out, or null in a request, for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<QrFrame>,
    /// Picture in the middle; left out, or null in a request, for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo: Option<QrLogo>,
    /// Shape of the modules.
    pub module: QrModule,
}

words! {
    /// Shape of the eye dots of a code.
    QrEyeDot {
        Square = "square",
        Rounded = "rounded",
        Dot = "dot",
        Leaf = "leaf",
        Diamond = "diamond",
    }
}

words! {
    /// Shape of the eye frames of a code.
    QrEyeFrame {
        Square = "square",
        Rounded = "rounded",
        Circle = "circle",
        Leaf = "leaf",
    }
}

/// A frame around a code, with a call to action below it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QrFrame {
    /// Colour of the frame, `#rrggbb`. The text is white or nearly black, whichever contrasts more.
    pub color: Colour,
    /// Font, which must have all characters of the text; emoji are not allowed.
    pub font: Font,
    /// Call to action, on one line.
    pub text: String,
}

/// The colours of the foreground.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QrGradient {
    /// Direction; `linear` is at 45 degrees.
    pub kind: QrGradientKind,
    /// Colours with their positions, rising: one for `solid`, else two to four.
    pub stops: Vec<QrStop>,
}

words! {
    /// Direction of a gradient.
    QrGradientKind {
        Solid = "solid",
        Linear = "linear",
        Radial = "radial",
    }
}

/// A picture in the middle of a code, on the code's background.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct QrLogo {
    /// File name of a picture that the owner uploaded, for example with `PUT /qr/logo`.
    pub file: String,
    /// Share of the code's width that stays free for the picture.
    pub size: f64,
}

words! {
    /// Shape of the modules of a code.
    QrModule {
        Square = "square",
        Rounded = "rounded",
        Fluid = "fluid",
        Dots = "dots",
        Mosaic = "mosaic",
        Leaf = "leaf",
        BarsV = "bars_v",
        BarsH = "bars_h",
        Diamond = "diamond",
    }
}

/// A colour at a position of a gradient, as `[position 0-1, "#rrggbb"]`.
pub type QrStop = (f64, String);

/// The host of the page that the visitor came from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReferrerCondition {
    /// Field.
    pub field: ReferrerField,
    /// Comparison.
    pub op: HostOperator,
    /// Hosts such as `instagram.com`.
    pub values: Vec<String>,
}

/// Whether the visitor came from another page.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ReferrerExistsCondition {
    /// Field.
    pub field: ReferrerField,
    /// Comparison.
    pub op: ExistsOperator,
    /// `[true]` or `[false]`.
    pub values: Vec<bool>,
}

/// The host of the page that the visitor came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum ReferrerField {
    /// `referrer_host`
    #[default]
    #[serde(rename = "referrer_host")]
    ReferrerHost,
}

/// Whether the visitor was here before.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ReturningCondition {
    /// Field.
    pub field: ReturningField,
    /// Comparison.
    pub op: EqOperator,
    /// `[true]` or `[false]`.
    pub values: Vec<bool>,
}

/// Whether the visitor was here before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum ReturningField {
    /// `returning`
    #[default]
    #[serde(rename = "returning")]
    Returning,
}

words! {
    /// Scope of a key.
    Scope {
        Read = "read",
        Write = "write",
    }
}

words! {
    /// Comparison with a list of values; `eq` takes exactly one.
    SetOperator {
        In = "in",
        NotIn = "not_in",
        Eq = "eq",
    }
}

words! {
    /// Tab: a part of the product with its own rights.
    Tab {
        Landings = "landings",
        Appearance = "appearance",
        Notifications = "notifications",
        Links = "links",
        Qr = "qr",
        Stats = "stats",
        Vault = "vault",
        Broadcasts = "broadcasts",
        Keys = "keys",
        Team = "team",
        Integrations = "integrations",
    }
}

words! {
    /// Function of a tab. Each tab has some of them.
    TabFunction {
        View = "view",
        Register = "register",
        EditContent = "edit_content",
        Copy = "copy",
        Publish = "publish",
        Edit = "edit",
        Library = "library",
        Create = "create",
        Provision = "provision",
        Toggle = "toggle",
        Pixels = "pixels",
        Sources = "sources",
        Links = "links",
        Overview = "overview",
        Respond = "respond",
        Preview = "preview",
        Deliver = "deliver",
        Mint = "mint",
        Revoke = "revoke",
        Webhooks = "webhooks",
        Import = "import",
        Export = "export",
    }
}

/// Hours of a day in a time zone. A period that ends before it begins goes past midnight.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct TimeCondition {
    /// Days on which the period begins; every day if empty or left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days: Option<Vec<DayWord>>,
    /// Field.
    pub field: TimeField,
    /// Beginning, `HH:MM`.
    pub from: String,
    /// Comparison.
    pub op: BetweenOperator,
    /// End, `HH:MM`; excluded.
    pub to: String,
    /// Time zone such as `Europe/Paris`.
    pub tz: String,
}

/// The time of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum TimeField {
    /// `time`
    #[default]
    #[serde(rename = "time")]
    Time,
}

words! {
    /// Reason why the service disabled a webhook.
    WebhookDisabledReason {
        Gone = "gone",
        Failing = "failing",
    }
}
