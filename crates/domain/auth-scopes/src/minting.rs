//! Rules for new keys: a key gets at most the caller's permissions.

use kernel::{ErrorKind, Location, UnixTime, ValidationErrors};
use serde::{Deserialize, Serialize};

use crate::restriction::{self, rights_of};
use crate::{Caller, CapWords, Grant, KeyError, KeyName, MemberId, Restriction, Scopes, ScopesError};

/// Last second of the year 9999, the limit of calendars and databases.
const LATEST: i64 = 253_402_300_799;

/// Request to mint a key, unchecked.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MintRequest {
    /// Name, 1-80 characters.
    pub name: String,
    /// Scopes of the key; both if absent.
    pub scopes: Option<Vec<String>>,
    /// Tabs that the key may use; `None` for no restriction by tab.
    pub tabs: Option<Vec<String>>,
    /// Functions that the key may use, by tab.
    #[serde(default, with = "restriction::by_tab")]
    pub caps: Option<CapWords>,
    /// Expiry in Unix seconds; must be in the future.
    pub expires_at: Option<i64>,
    /// Member on whose behalf the key acts; only the owner's own keys may set it.
    pub member_id: Option<MemberId>,
}

impl MintRequest {
    /// Decides the permissions of the new key. The form is checked first, with an unknown scope before all other
    /// errors. Then the rights must not exceed the caller's. The use-case checks that the member exists.
    ///
    /// Restriction, member and expiry default to those of the caller.
    pub fn decide(&self, caller: &Caller, now: UnixTime) -> Result<Grant, KeyError> {
        let asked = self.check(now)?;
        let grant = Grant {
            restriction: asked.restriction.or_else(|| caller.restriction.clone()),
            member: asked.member.or(caller.member),
            expires_at: asked.expires_at.or(caller.expires_at),
            ..asked
        };
        let foreign = self.member_id.is_some() && caller.member.is_some();
        // An unrestricted key of a member is allowed, because its effective rights are always limited by the member's.
        let exceeds = self.restricts() && !rights_of(grant.restriction.as_ref()).is_within(caller.rights);
        let escalates = foreign
            || exceeds
            || !grant.scopes.is_within(caller.scopes)
            || caller.is_outlived_by(grant.expires_at);
        if escalates { Err(KeyError::ScopeEscalation) } else { Ok(grant) }
    }

    fn restricts(&self) -> bool {
        self.tabs.is_some() || self.caps.is_some()
    }

    /// Checks the request without regard to the caller, and returns all errors.
    pub fn check(&self, now: UnixTime) -> Result<Grant, KeyError> {
        let mut errors = ValidationErrors::none();
        let root = Location::root();
        let scopes = match self.scopes.as_deref().map(Scopes::parse) {
            None => Some(Scopes::ALL),
            Some(Ok(scopes)) => Some(scopes),
            Some(Err(ScopesError::Unknown(word))) => return Err(KeyError::InvalidScope(word)),
            Some(Err(ScopesError::Empty(empty))) => errors.take(&root, Err(empty)),
        };
        let name = errors.take(&root.at("name"), KeyName::parse(&self.name));
        let restriction = Restriction::parse(self.tabs.as_deref(), self.caps.as_deref());
        let restriction = errors.take(&root, restriction);
        let expires_at = errors.take(&root.at("expires_at"), check_expiry(self.expires_at, now));
        match (name, scopes, restriction, expires_at) {
            (Some(name), Some(scopes), Some(restriction), Some(expires_at)) => {
                Ok(Grant { name, scopes, restriction, member: self.member_id, expires_at })
            }
            _ => Err(KeyError::ValidationErrors(errors)),
        }
    }
}

fn check_expiry(seconds: Option<i64>, now: UnixTime) -> Result<Option<UnixTime>, ValidationErrors> {
    let Some(seconds) = seconds else { return Ok(None) };
    let error = |kind, message| Err(ValidationErrors::one(Location::root(), kind, message));
    if seconds > LATEST {
        error(ErrorKind::LessThanEqual, "must be before the year 10000")
    } else if UnixTime::from_seconds(seconds) <= now {
        error(ErrorKind::Value, "must be in the future")
    } else {
        Ok(Some(UnixTime::from_seconds(seconds)))
    }
}

#[cfg(test)]
mod tests;
