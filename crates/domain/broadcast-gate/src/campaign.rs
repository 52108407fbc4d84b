//! A campaign: what it is to do, and how far it is.

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
    /// How a campaign chooses its moments.
    Mode {
        /// To fans as they come online after the launch. First, because it can't wait.
        Online = "online",
        /// One message to the selection.
        Segmented = "segmented",
        /// A message and price for each tier.
        Tiered = "tiered",
        /// A bounded share a day, until done or stopped.
        Drip = "drip",
    }
}

impl Mode {
    /// Whether the audience is fixed before the first message; otherwise it is evaluated as the campaign goes.
    pub fn freezes_audience(self) -> bool {
        matches!(self, Self::Segmented | Self::Tiered)
    }
}

/// A campaign as it is written.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct CampaignInput {
    /// What it is called; required.
    pub title: Option<String>,
    /// `segmented`, `tiered`, `drip` or `online`; required.
    pub mode: Option<String>,
    /// Whom it is for; required.
    pub audience: Option<AudienceInput>,
    /// What it says; required.
    pub message: Option<MessageInput>,
    /// When it starts once it is launched, in Unix seconds (`schedule.start_at`).
    pub start_at: Option<i64>,
    /// Whoever it is done for, 1 or more.
    pub operator_id: Option<i64>,
    /// The account that sends; absent is the connected one.
    pub platform_account_id: Option<String>,
    /// How fast it sends.
    pub pace: Option<PaceInput>,
    /// When it ends by itself.
    pub auto_stop: Option<AutoStopInput>,
}

/// What a campaign is to do. It never changes.
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
    /// Reads a campaign, and reports every error with its place in the body: `title`, `mode`, `audience.<field>`,
    /// `message.<field>`, `schedule.start_at`, `operator_id`, `platform_account_id`, `pace.<field>`, `auto_stop.<field>`.
    pub fn parse(input: &CampaignInput) -> Result<Self, ValidationErrors> {
        Self::read(input, Audience::parse)
    }

    /// Reads a campaign that was stored, whose audience may name countries that inputs can't.
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

    /// The campaign in the form that [`Self::parse`] reads.
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

    /// What it is called.
    pub fn title(&self) -> &Title {
        &self.title
    }

    /// How it chooses its moments.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Whom it is for.
    pub fn audience(&self) -> &Audience {
        &self.audience
    }

    /// What it says.
    pub fn messages(&self) -> &Messages {
        &self.messages
    }

    /// When it starts once it is launched.
    pub fn start_at(&self) -> Option<UnixTime> {
        self.start_at
    }

    /// Whoever it is done for.
    pub fn operator_id(&self) -> Option<i64> {
        self.operator_id
    }

    /// The account that it names.
    pub fn account(&self) -> Option<&AccountId> {
        self.account.as_ref()
    }

    /// How fast it asks to send.
    pub fn pace(&self) -> &OwnPace {
        &self.pace
    }

    /// When it ends by itself.
    pub fn stop(&self) -> &AutoStop {
        &self.stop
    }

    /// The error of a campaign that names another account than the connected one.
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

/// A campaign as it is stored, its ledger aside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Campaign {
    /// Its number.
    pub id: CampaignId,
    /// What it is to do.
    pub definition: Definition,
    /// Its state.
    #[serde(flatten)]
    pub status: Status,
    /// The account that sends, from the launch on.
    pub account: Option<AccountId>,
    /// The opening of the gate that it runs under, from the launch or the last resume on.
    pub gate: Option<GateEpoch>,
    /// When it was launched.
    pub launched_at: Option<UnixTime>,
    /// From when on attempts count for its alarms: its launch or its last resume.
    pub alarms_since: Option<UnixTime>,
    /// When it was made.
    pub created_at: UnixTime,
    /// When its state last changed.
    pub updated_at: UnixTime,
    /// How often its state changed; a change names the revision that it saw.
    pub revision: i64,
}

impl Campaign {
    /// A draft that was made at `now`: not launched, without account and gate, at its first revision.
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

/// What a launch or a resume binds a campaign to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Binding {
    /// The account that sends.
    pub account: AccountId,
    /// The opening of the gate.
    pub gate: GateEpoch,
}

impl Campaign {
    /// The campaign after a move, with the line of its audit. A launch or a resume takes what it is bound to.
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

    /// Whose turn it is among the running campaigns of an account, the smallest first: by mode, since fans who are
    /// online now can't wait and a drip can, then by launch.
    pub fn priority(&self) -> (Mode, Option<UnixTime>, CampaignId) {
        (self.definition.mode, self.launched_at, self.id)
    }
}

#[cfg(test)]
mod tests;
