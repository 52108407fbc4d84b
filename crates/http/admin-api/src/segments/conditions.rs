//! Conditions on visitors in the API document: the `match` of segments and buttons. The domain reads them
//! ([`landing_draft::rule::Rule`]).

use utoipa::ToSchema;

use crate::words::{Browser, CountryCode, Device, InAppTest, Os};

/// Conditions on the visitor. A condition on something unknown about the visitor doesn't match, and neither does its
/// negation. At most 3 levels of groups, 20 conditions, 100 values a condition and 8 KB.
#[derive(Debug, Clone, ToSchema)]
#[serde(untagged)]
pub enum Conditions {
    /// All must match.
    All(AllConditions),
    /// One must match.
    Any(AnyConditions),
}

/// Conditions that must all match.
#[derive(Debug, Clone, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"v": 1, "all": [{"field": "device", "op": "in", "values": ["mobile"]}]}))]
pub struct AllConditions {
    /// Version of the form.
    #[schema(minimum = 1, maximum = 1)]
    pub v: i64,
    /// Conditions.
    #[schema(min_items = 1, max_items = 20)]
    pub all: Vec<Condition>,
}

/// Conditions of which one must match.
#[derive(Debug, Clone, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"v": 1, "any": [{"field": "utm.source", "op": "eq", "values": ["tiktok"]}]}))]
pub struct AnyConditions {
    /// Version of the form.
    #[schema(minimum = 1, maximum = 1)]
    pub v: i64,
    /// Conditions.
    #[schema(min_items = 1, max_items = 20)]
    pub any: Vec<Condition>,
}

/// A condition on one field, or a group.
#[derive(Debug, Clone, ToSchema)]
#[serde(untagged)]
pub enum Condition {
    All(AllGroup),
    Any(AnyGroup),
    Not(NotGroup),
    Country(CountryCondition),
    Device(DeviceCondition),
    Os(OsCondition),
    Browser(BrowserCondition),
    App(InAppCondition),
    Language(LanguageCondition),
    Channel(ChannelCondition),
    Referrer(ReferrerCondition),
    ReferrerExists(ReferrerExistsCondition),
    Returning(ReturningCondition),
    Time(TimeCondition),
    Date(DateCondition),
    Parameter(ParameterCondition),
    ParameterExists(ParameterExistsCondition),
}

/// A group whose conditions must all match.
#[derive(Debug, Clone, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AllGroup {
    /// Conditions.
    #[schema(min_items = 1, no_recursion)]
    pub all: Vec<Condition>,
}

/// A group of which one condition must match.
#[derive(Debug, Clone, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnyGroup {
    /// Conditions.
    #[schema(min_items = 1, no_recursion)]
    pub any: Vec<Condition>,
}

/// The negation of a condition.
#[derive(Debug, Clone, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NotGroup {
    /// Condition that must not match.
    #[schema(no_recursion)]
    pub not: Box<Condition>,
}

/// Comparison with a list of values; `eq` takes exactly one.
#[derive(Debug, Clone, Copy, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SetOperator {
    /// One of the values.
    In,
    /// None of the values.
    NotIn,
    /// The value.
    Eq,
}

/// Comparison of a host with a list of hosts; `suffix` also matches subdomains, `eq` takes exactly one.
#[derive(Debug, Clone, Copy, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HostOperator {
    /// One of the hosts.
    In,
    /// None of the hosts.
    NotIn,
    /// The host.
    Eq,
    /// One of the hosts, or a subdomain of one.
    Suffix,
}

/// Defines sets of one word.
macro_rules! constants {
    ($($(#[doc = $doc:literal])* $name:ident { $variant:ident })*) => {$(
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $(#[doc = $doc])*
            $variant,
        }
    )*};
}

constants! {
    /// The operator of conditions that compare with one value.
    EqOperator { Eq }
    /// The operator of conditions on presence.
    ExistsOperator { Exists }
    /// The operator of conditions on a period.
    BetweenOperator { Between }
    /// The visitor's country.
    CountryField { Country }
    /// The kind of device.
    DeviceField { Device }
    /// The operating system.
    OsField { Os }
    /// The browser.
    BrowserField { Browser }
    /// The app whose built-in browser shows the page.
    InAppField { InApp }
    /// The languages of the browser.
    LangField { Lang }
    /// The way to the page.
    ChannelField { Channel }
    /// The host of the page that the visitor came from.
    ReferrerField { ReferrerHost }
    /// Whether the visitor was here before.
    ReturningField { Returning }
    /// The time of day.
    TimeField { Time }
    /// The date.
    DateField { Date }
}

/// Defines conditions on a field that take a list of values.
macro_rules! set_conditions {
    ($($(#[doc = $doc:literal])* $name:ident: $field:ident, $(#[doc = $values:literal])* $value:ident;)*) => {$(
        $(#[doc = $doc])*
        #[derive(Debug, Clone, ToSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// Field.
            pub field: $field,
            /// Comparison.
            pub op: SetOperator,
            $(#[doc = $values])*
            #[schema(min_items = 1, max_items = 100)]
            pub values: Vec<$value>,
        }
    )*};
}

set_conditions! {
    /// The visitor's country.
    CountryCondition: CountryField,
        /// Countries.
        CountryCode;
    /// The kind of device.
    DeviceCondition: DeviceField,
        /// Kinds of devices.
        Device;
    /// The operating system.
    OsCondition: OsField,
        /// Operating systems.
        Os;
    /// The browser.
    BrowserCondition: BrowserField,
        /// Browsers.
        Browser;
    /// The app whose built-in browser shows the page.
    InAppCondition: InAppField,
        /// Apps; `any` for a browser inside of any app.
        InAppTest;
    /// A language that the browser asks for. `pt` also matches `pt-BR`.
    LanguageCondition: LangField,
        /// Language codes such as `de` or `pt-BR`.
        String;
    /// The way to the page: `direct`, `qr`, or `qr-<slug>` of one code.
    ChannelCondition: ChannelField,
        /// Ways to the page.
        String;
}

/// The host of the page that the visitor came from.
#[derive(Debug, Clone, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReferrerCondition {
    /// Field.
    pub field: ReferrerField,
    /// Comparison.
    pub op: HostOperator,
    /// Hosts such as `instagram.com`.
    #[schema(min_items = 1, max_items = 100)]
    pub values: Vec<String>,
}

/// Whether the visitor came from another page.
#[derive(Debug, Clone, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReferrerExistsCondition {
    /// Field.
    pub field: ReferrerField,
    /// Comparison.
    pub op: ExistsOperator,
    /// `[true]` or `[false]`.
    #[schema(min_items = 1, max_items = 1)]
    pub values: Vec<bool>,
}

/// Whether the visitor was here before.
#[derive(Debug, Clone, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturningCondition {
    /// Field.
    pub field: ReturningField,
    /// Comparison.
    pub op: EqOperator,
    /// `[true]` or `[false]`.
    #[schema(min_items = 1, max_items = 1)]
    pub values: Vec<bool>,
}

/// Hours of a day in a time zone. A period that ends before it begins goes past midnight.
#[derive(Debug, Clone, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TimeCondition {
    /// Field.
    pub field: TimeField,
    /// Comparison.
    pub op: BetweenOperator,
    /// Time zone such as `Europe/Paris`.
    pub tz: String,
    /// Days on which the period begins; every day if empty or left out.
    #[serde(default)]
    #[schema(max_items = 7)]
    pub days: Vec<DayWord>,
    /// Beginning, `HH:MM`.
    #[schema(pattern = "^[0-9]{2}:[0-9]{2}$")]
    pub from: String,
    /// End, `HH:MM`; excluded.
    #[schema(pattern = "^[0-9]{2}:[0-9]{2}$")]
    pub to: String,
}

/// Day of the week.
#[derive(Debug, Clone, Copy, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DayWord {
    /// Monday.
    Mon,
    /// Tuesday.
    Tue,
    /// Wednesday.
    Wed,
    /// Thursday.
    Thu,
    /// Friday.
    Fri,
    /// Saturday.
    Sat,
    /// Sunday.
    Sun,
}

/// A period.
#[derive(Debug, Clone, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DateCondition {
    /// Field.
    pub field: DateField,
    /// Comparison.
    pub op: BetweenOperator,
    /// First second, in Unix seconds.
    pub from_ts: i64,
    /// Second after the last, in Unix seconds.
    pub to_ts: i64,
}

/// A parameter of the page's address.
#[derive(Debug, Clone, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ParameterCondition {
    /// `query.<name>`, or `utm.<name>` for `utm_<name>`.
    #[schema(pattern = "^(utm|query)\\.")]
    pub field: String,
    /// Comparison.
    pub op: SetOperator,
    /// Values of the parameter.
    #[schema(min_items = 1, max_items = 100)]
    pub values: Vec<String>,
}

/// Whether the page's address has a parameter.
#[derive(Debug, Clone, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ParameterExistsCondition {
    /// `query.<name>`, or `utm.<name>` for `utm_<name>`.
    #[schema(pattern = "^(utm|query)\\.")]
    pub field: String,
    /// Comparison.
    pub op: ExistsOperator,
    /// `[true]` or `[false]`.
    #[schema(min_items = 1, max_items = 1)]
    pub values: Vec<bool>,
}

/// A split test between arms.
#[derive(Debug, Clone, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"v": 1, "key": "hero", "arms": [{"id": "a", "weight": 50}, {"id": "b", "weight": 50}]}))]
pub struct SplitTest {
    /// Version of the form.
    #[schema(minimum = 1, maximum = 1)]
    pub v: i64,
    /// Name that assigns visitors to arms; another name assigns them anew.
    #[schema(min_length = 1, max_length = 64)]
    pub key: String,
    /// Arms.
    #[schema(min_items = 1, max_items = 20)]
    pub arms: Vec<TestArm>,
    /// Arm that every visitor gets; null while the test runs.
    #[schema(required = false)]
    pub winner: Option<String>,
}

/// An arm of a split test.
#[derive(Debug, Clone, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TestArm {
    /// Id of the arm.
    #[schema(pattern = "^[a-z0-9_-]{1,32}$")]
    pub id: String,
    /// Weight relative to the others.
    #[schema(minimum = 0, maximum = 10000)]
    pub weight: i64,
}

/// Properties of a button for the visitors of an arm. Left out properties are those of the button.
#[derive(Debug, Clone, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"id": "b", "label": "Join today"}))]
pub struct ButtonVariant {
    /// Id of the arm.
    #[schema(pattern = "^[a-z0-9_-]{1,32}$")]
    pub id: String,
    /// Label.
    pub label: Option<String>,
    /// Destination.
    pub url: Option<String>,
    /// Icon.
    pub icon: Option<String>,
    /// Whether the button is hidden.
    pub hidden: Option<bool>,
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    const PAGE: &str = include_str!("../../../../../docs/reference/conditions.md");

    fn fits(schema: &str, value: &Value) -> bool {
        let document = serde_json::to_value(crate::openapi::document()).unwrap();
        let whole = json!({
            "$ref": format!("#/components/schemas/{schema}"),
            "components": document["components"],
        });
        jsonschema::validator_for(&whole).unwrap().is_valid(value)
    }

    #[test]
    fn every_example_of_the_page_fits_and_nothing_else_does() {
        let blocks = PAGE.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next());
        let examples: Vec<Value> = blocks.map(|block| serde_json::from_str(block).unwrap()).collect();
        assert!(examples.len() > 10, "{}", examples.len());
        for example in &examples {
            assert!(fits("Conditions", example), "{example}");
        }
        for nonsense in [
            json!({ "nonsense": true }),
            json!({ "v": 1, "all": [] }),
            json!({ "v": 1, "all": [{ "field": "device", "op": "in", "values": ["toaster"] }] }),
            json!({ "v": 1, "all": [{ "field": "planet", "op": "in", "values": ["mars"] }] }),
            json!({ "v": 1, "all": [{ "field": "os", "op": "in", "values": ["ios"], "more": 1 }] }),
        ] {
            assert!(!fits("Conditions", &nonsense), "{nonsense}");
        }
    }

    #[test]
    fn what_the_domain_writes_fits() {
        let experiment =
            json!({ "v": 1, "key": "hero", "arms": [{ "id": "a", "weight": 1 }], "winner": null });
        let read = landing_draft::Experiment::parse(&experiment).unwrap();
        assert!(fits("SplitTest", &read.to_json()));
        let variants = json!([{ "id": "a", "label": "Join", "url": "https://example.com/", "icon": "", "hidden": true }]);
        let read = landing_draft::Variants::parse(&variants).unwrap();
        assert!(fits("ButtonVariant", &read.to_json()[0]));
        let policy = smartlink_policy::Policy::default().to_json();
        assert!(fits("Policy", &policy));
        for preset in qr_catalog::catalog() {
            assert!(fits("QrDesign", &preset.design.to_json()), "{}", preset.id);
        }
    }
}
