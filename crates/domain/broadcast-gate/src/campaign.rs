//! Campaign: its definition and its state.

use kernel::{ErrorKind, Location, UnixTime, ValidationErrors};
use serde::{Deserialize, Serialize};

use crate::audience::{Audience, AudienceInput};
use crate::gate::GateEpoch;
use crate::message::{MessageInput, Messages};
use crate::pace::{OwnPace, PaceInput};
use crate::state::{Actor, AuditEntry, InvalidTransition, Status, Transition};
use crate::stop::{AutoStop, AutoStopInput, moment};
use crate::text::{AccountId, CampaignId, Title};

kernel::words! {
    /// Sending mode of a campaign. The order of the modes is the order of priority.
    Mode {
        /// Sends to fans as they come online after the launch. Has the highest priority, because it can't wait.
        Online = "online",
        /// Sends one message to the whole selection.
        Segmented = "segmented",
        /// Sends a message and price for each tier.
        Tiered = "tiered",
        /// Sends to a limited number of fans per day, until all are done or the campaign stops.
        Drip = "drip",
    }
}

impl Mode {
    /// Whether the audience is fixed before the first message. Otherwise, the audience is evaluated during the
    /// campaign.
    pub fn freezes_audience(self) -> bool {
        matches!(self, Self::Segmented | Self::Tiered)
    }
}

/// Unvalidated definition of a campaign.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct CampaignInput {
    /// Title; required.
    pub title: Option<String>,
    /// Mode: `segmented`, `tiered`, `drip` or `online`; required.
    pub mode: Option<String>,
    /// Audience; required.
    pub audience: Option<AudienceInput>,
    /// Message; required.
    pub message: Option<MessageInput>,
    /// Start of a launched campaign, in Unix seconds (`schedule.start_at`).
    pub start_at: Option<i64>,
    /// Number of the operator for whom the campaign runs, 1 or more.
    pub operator_id: Option<i64>,
    /// Account that sends; by default the connected account.
    pub platform_account_id: Option<String>,
    /// Sending pace.
    pub pace: Option<PaceInput>,
    /// Conditions under which the campaign ends automatically.
    pub auto_stop: Option<AutoStopInput>,
}

/// Validated definition of a campaign. Never changes after creation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "CampaignInput", into = "CampaignInput")]
pub struct Definition {
    title: Title,
    mode: Mode,
    audience: Audience,
    messages: Messages,
    start_at: Option<UnixTime>,
    operator_id: Option<i64>,
    account: Option<AccountId>,
    pace: OwnPace,
    stop: AutoStop,
}
crate::text::by_input!(Definition: CampaignInput, stored);

impl Definition {
    /// Validates a campaign. Each error has its path in the body: `title`, `mode`, `audience.<field>`,
    /// `message.<field>`, `schedule.start_at`, `operator_id`, `platform_account_id`, `pace.<field>`,
    /// `auto_stop.<field>`.
    pub fn parse(input: &CampaignInput) -> Result<Self, ValidationErrors> {
        Self::read(input, Audience::parse)
    }

    /// Validates a stored campaign, whose audience may contain country codes that inputs reject.
    pub fn stored(input: &CampaignInput) -> Result<Self, ValidationErrors> {
        Self::read(input, Audience::stored)
    }

    fn read(
        input: &CampaignInput,
        audience: fn(&AudienceInput) -> Result<Audience, ValidationErrors>,
    ) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let here = Location::root();
        let title = required(&mut errors, "title", input.title.as_deref(), Title::parse);
        let mode = required(&mut errors, "mode", input.mode.as_deref(), |word| {
            let known = "must be one of: segmented, tiered, drip, online";
            Mode::parse(word).ok_or_else(|| ValidationErrors::one(Location::root(), ErrorKind::Enum, known))
        });
        let audience = required(&mut errors, "audience", input.audience.as_ref(), audience);
        let messages = required(&mut errors, "message", input.message.as_ref(), Messages::parse);
        check_tiers(&mut errors, input, mode);
        let mut schedule = ValidationErrors::none();
        let start_at = moment(&mut schedule, "start_at", input.start_at);
        errors.absorb(&here.at("schedule"), schedule);
        if input.operator_id.is_some_and(|id| id < 1) {
            errors.push(here.at("operator_id"), ErrorKind::GreaterThanEqual, "must be at least 1");
        }
        let account = input.platform_account_id.as_deref();
        let account =
            account.and_then(|id| errors.take(&here.at("platform_account_id"), AccountId::parse(id)));
        let pace = input.pace.as_ref().map_or(Ok(OwnPace::default()), OwnPace::parse);
        let pace = errors.take(&here.at("pace"), pace);
        let stop = input.auto_stop.as_ref().map_or(Ok(AutoStop::default()), AutoStop::parse);
        let stop = errors.take(&here.at("auto_stop"), stop);
        check_end(&mut errors, start_at, stop);
        errors.into_result()?;
        let values = title.zip(mode).zip(audience.zip(messages)).zip(pace.zip(stop));
        let Some((((title, mode), (audience, messages)), (pace, stop))) = values else {
            return Err(ValidationErrors::none());
        };
        let operator_id = input.operator_id;
        Ok(Self { title, mode, audience, messages, start_at, operator_id, account, pace, stop })
    }

    /// Returns the campaign in the form for [`Self::parse`].
    pub fn to_input(&self) -> CampaignInput {
        let pace = self.pace.to_input();
        let stop = self.stop.to_input();
        CampaignInput {
            title: Some(self.title.as_str().to_owned()),
            mode: Some(self.mode.as_str().to_owned()),
            audience: Some(self.audience.to_input()),
            message: Some(self.messages.to_input()),
            start_at: self.start_at.map(UnixTime::seconds),
            operator_id: self.operator_id,
            platform_account_id: self.account.as_ref().map(|id| id.as_str().to_owned()),
            pace: (pace != PaceInput::default()).then_some(pace),
            auto_stop: (stop != AutoStopInput::default()).then_some(stop),
        }
    }

    /// Title for the owner.
    pub fn title(&self) -> &Title {
        &self.title
    }

    /// Sending mode.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Selector of the fans.
    pub fn audience(&self) -> &Audience {
        &self.audience
    }

    /// Messages, common and by tier.
    pub fn messages(&self) -> &Messages {
        &self.messages
    }

    /// Start of a launched campaign; `None` to start at the launch.
    pub fn start_at(&self) -> Option<UnixTime> {
        self.start_at
    }

    /// Number of the operator for whom the campaign runs.
    pub fn operator_id(&self) -> Option<i64> {
        self.operator_id
    }

    /// Account that must send, if the owner chose one.
    pub fn account(&self) -> Option<&AccountId> {
        self.account.as_ref()
    }

    /// Requested sending pace.
    pub fn pace(&self) -> &OwnPace {
        &self.pace
    }

    /// Conditions under which the campaign ends automatically.
    pub fn stop(&self) -> &AutoStop {
        &self.stop
    }

    /// Returns an error if the campaign requires another account than the connected one.
    pub fn check_account(&self, connected: Option<&AccountId>) -> Result<(), ValidationErrors> {
        if self.account.is_none() || self.account.as_ref() == connected {
            return Ok(());
        }
        let at = Location::root().at("platform_account_id");
        Err(ValidationErrors::one(at, ErrorKind::Value, "is not the connected account"))
    }
}

fn check_tiers(errors: &mut ValidationErrors, input: &CampaignInput, mode: Option<Mode>) {
    let own_tiers = input.message.as_ref().is_some_and(|message| !message.tiers.is_empty());
    if own_tiers && mode.is_some_and(|mode| mode != Mode::Tiered) {
        let at = Location::root().at("message").at("tiers");
        errors.push(at, ErrorKind::ExtraForbidden, "only a tiered campaign has messages by tier");
    }
}

fn check_end(errors: &mut ValidationErrors, start_at: Option<UnixTime>, stop: Option<AutoStop>) {
    let end_at = stop.and_then(|stop| stop.end_at());
    if start_at.zip(end_at).is_some_and(|(start, end)| end <= start) {
        let at = Location::root().at("auto_stop").at("end_at");
        errors.push(at, ErrorKind::GreaterThanEqual, "is not after schedule.start_at");
    }
}

fn required<I, T>(
    errors: &mut ValidationErrors,
    key: &str,
    input: Option<I>,
    parse: impl FnOnce(I) -> Result<T, ValidationErrors>,
) -> Option<T> {
    let at = Location::root().at(key);
    match input {
        Some(input) => errors.take(&at, parse(input)),
        None => {
            errors.push(at, ErrorKind::Missing, format!("{key:?} is missing"));
            None
        }
    }
}

/// Stored campaign, without its ledger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Campaign {
    /// Number of the campaign.
    pub id: CampaignId,
    /// Definition of the campaign.
    pub definition: Definition,
    /// Status of the campaign.
    #[serde(flatten)]
    pub status: Status,
    /// Account that sends; set from the launch on.
    pub account: Option<AccountId>,
    /// Gate opening under which the campaign runs; set from the launch or the last resume on.
    pub gate: Option<GateEpoch>,
    /// Launch time, if launched.
    pub launched_at: Option<UnixTime>,
    /// Start of the period whose attempts count for alarms: the launch or the last resume.
    pub alarms_since: Option<UnixTime>,
    /// Creation time.
    pub created_at: UnixTime,
    /// Time of the latest status change.
    pub updated_at: UnixTime,
    /// Number of status changes. A change names the revision that it is based on.
    pub revision: i64,
}

impl Campaign {
    /// Creates a draft at `now`: not launched, without an account and a gate opening, at revision 0.
    pub fn draft(id: CampaignId, definition: Definition, now: UnixTime) -> Self {
        Self {
            id,
            definition,
            status: Status::Draft,
            account: None,
            gate: None,
            launched_at: None,
            alarms_since: None,
            created_at: now,
            updated_at: now,
            revision: 0,
        }
    }
}

/// Account and gate opening to which a launch or a resume binds a campaign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Binding {
    /// Account that sends.
    pub account: AccountId,
    /// Gate opening under which the campaign runs.
    pub gate: GateEpoch,
}

impl Campaign {
    /// Returns the campaign after a transition, together with its audit entry. A launch or a resume applies `bound`.
    pub fn moved(
        &self,
        step: Transition,
        bound: Option<Binding>,
        actor: Actor,
        now: UnixTime,
    ) -> Result<(Self, AuditEntry), InvalidTransition> {
        let to = self.status.after(step, now)?;
        let entry = AuditEntry { at: now, actor, from: self.status, to };
        let mut moved = Self { status: to, updated_at: now, revision: self.revision + 1, ..self.clone() };
        match step {
            Transition::Launch { .. } | Transition::Start => {
                moved.launched_at = Some(now);
                moved.alarms_since = Some(now);
            }
            Transition::Resume => moved.alarms_since = Some(now),
            Transition::Unschedule => {
                (moved.launched_at, moved.alarms_since, moved.account, moved.gate) = Default::default()
            }
            Transition::Pause(_) | Transition::Cancel | Transition::Finish(_) | Transition::Fail => {}
        }
        if let Some(Binding { account, gate }) = bound {
            (moved.account, moved.gate) = (Some(account), Some(gate));
        }
        Ok((moved, entry))
    }

    /// Priority among the running campaigns of an account, smallest first: by mode, then by launch. Fans who are online
    /// can't wait, but a drip can.
    pub fn priority(&self) -> (Mode, Option<UnixTime>, CampaignId) {
        (self.definition.mode, self.launched_at, self.id)
    }
}

#[cfg(test)]
mod tests;
