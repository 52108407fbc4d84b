use kernel::{Fingerprint, Location, Precondition, UnixTime, ValidationErrors};
use serde::{Deserialize, Serialize};

use crate::authority::check_authority;
use crate::restriction::{self, rights_of};
use crate::{CapWords, Email, MemberError, MemberName, Restriction, Rights};

kernel::stored_id! {
    /// Stored number of a member.
    MemberId
}

/// Member of an owner's team, not removed. serde requires the `restriction` field; null means no restriction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// Number of the member.
    pub id: MemberId,
    /// Name of the member.
    pub name: MemberName,
    /// E-mail address of the member.
    pub email: Email,
    /// Restriction of the member's rights; `None` for all rights of the owner.
    #[serde(deserialize_with = "Option::deserialize")]
    pub restriction: Option<Restriction>,
    /// Time of the creation.
    pub created_at: UnixTime,
}

/// Member to be stored. serde requires the `restriction` field; null means no restriction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewMember {
    /// Reserved number, if any.
    pub id: Option<MemberId>,
    /// Name of the member.
    pub name: MemberName,
    /// E-mail address of the member.
    pub email: Email,
    /// Restriction of the member's rights.
    #[serde(deserialize_with = "Option::deserialize")]
    pub restriction: Option<Restriction>,
    /// Time of the creation.
    pub created_at: UnixTime,
}

/// Changes of a member; `None` keeps a value.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MemberChange {
    /// New name.
    pub name: Option<MemberName>,
    /// New address.
    pub email: Option<Email>,
    /// New restriction; `Some(None)` removes the restriction.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "kernel::named")]
    pub restriction: Option<Option<Restriction>>,
}

impl Member {
    /// State of the member for `ETag` and `If-Match`.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(self)
    }

    /// Returns the member after a change.
    #[must_use]
    pub fn changed(&self, change: &MemberChange) -> Self {
        Self {
            id: self.id,
            name: change.name.as_ref().unwrap_or(&self.name).clone(),
            email: change.email.as_ref().unwrap_or(&self.email).clone(),
            restriction: change.restriction.as_ref().unwrap_or(&self.restriction).clone(),
            created_at: self.created_at,
        }
    }
}

/// Request to add a member, unchecked.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MemberRequest {
    /// Name, 1-80 characters.
    pub name: String,
    /// E-mail address of the member.
    pub email: String,
    /// Tabs that the member may use; `None` for no restriction by tab.
    pub tabs: Option<Vec<String>>,
    /// Functions that the member may use, by tab.
    #[serde(default, with = "restriction::by_tab")]
    pub caps: Option<CapWords>,
}

impl MemberRequest {
    /// Checks the request, and returns the member or all errors.
    pub fn check(&self, now: UnixTime) -> Result<NewMember, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let root = Location::root();
        let name = errors.take(&root.at("name"), MemberName::parse(&self.name));
        let email = errors.take(&root.at("email"), Email::parse(&self.email));
        let restriction = Restriction::parse(self.tabs.as_deref(), self.caps.as_deref());
        match (name, email, errors.take(&root, restriction)) {
            (Some(name), Some(email), Some(restriction)) => {
                Ok(NewMember { id: None, name, email, restriction, created_at: now })
            }
            _ => Err(errors),
        }
    }
}

/// Request to change a member, unchecked. The outer `None` keeps a value, the inner `None` clears it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MemberPatch {
    /// New name.
    pub name: Option<String>,
    /// New address.
    pub email: Option<String>,
    /// New tabs.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "kernel::named")]
    pub tabs: Option<Option<Vec<String>>>,
    /// New functions by tab.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "restriction::named_by_tab")]
    pub caps: Option<Option<CapWords>>,
}

impl MemberPatch {
    /// Checks the request, and returns the change or all errors. `tabs` and `caps` are checked together, including
    /// unchanged parts of `current`.
    pub fn check(&self, current: &Member) -> Result<MemberChange, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let root = Location::root();
        let name = self.name.as_deref().map(MemberName::parse).transpose();
        let name = errors.take(&root.at("name"), name);
        let email = self.email.as_deref().map(Email::parse).transpose();
        let email = errors.take(&root.at("email"), email);
        let restriction = errors.take(&root, self.restriction(current.restriction.as_ref()));
        match (name, email, restriction) {
            (Some(name), Some(email), Some(restriction)) => Ok(MemberChange { name, email, restriction }),
            _ => Err(errors),
        }
    }

    fn restriction(
        &self,
        current: Option<&Restriction>,
    ) -> Result<Option<Option<Restriction>>, ValidationErrors> {
        if self.tabs.is_none() && self.caps.is_none() {
            return Ok(None);
        }
        let tabs = self.tabs.clone().unwrap_or_else(|| current.and_then(Restriction::tab_words));
        let caps = self.caps.clone().unwrap_or_else(|| current.and_then(Restriction::cap_words));
        Restriction::parse(tabs.as_deref(), caps.as_deref()).map(Some)
    }
}

/// Requested change of a member, decided on the member's state at the time of writing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberEdit {
    /// Requested change.
    pub patch: MemberPatch,
    /// Rights of the caller.
    pub rights: Rights,
    /// State that the member must have.
    pub expected: Precondition,
}

impl MemberEdit {
    /// Returns the change for the current member. Fails if the member has more rights than the caller.
    pub fn decide(&self, current: &Member) -> Result<MemberChange, MemberError> {
        check_authority(self.rights, current)?;
        self.expected.check(current.fingerprint())?;
        let change = self.patch.check(current)?;
        if let Some(restriction) = &change.restriction {
            check_within(self.rights, restriction.as_ref())?;
        }
        Ok(change)
    }
}

/// Checks that a caller with these rights may set this restriction. Otherwise a caller with the right to edit the team
/// could give a member, even themselves, more rights than the caller has.
pub fn check_within(rights: Rights, restriction: Option<&Restriction>) -> Result<(), MemberError> {
    if rights_of(restriction).is_within(rights) { Ok(()) } else { Err(MemberError::Escalation) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{cap_words, member, restriction, tab_words};

    #[test]
    fn a_change_leaves_what_it_does_not_name() {
        let member = member();
        assert_eq!(member.changed(&MemberChange::default()), member);
        let name = MemberName::parse("Grace").unwrap();
        let email = Email::parse("grace@example.com").unwrap();
        let change = MemberChange {
            name: Some(name.clone()),
            email: Some(email.clone()),
            restriction: Some(restriction(Some(&["qr"]), None)),
        };
        let changed = member.changed(&change);
        assert_eq!((&changed.name, &changed.email, changed.id), (&name, &email, member.id));
        assert_eq!(changed.restriction, restriction(Some(&["qr"]), None));
        let lifted = MemberChange { restriction: Some(None), ..MemberChange::default() };
        assert_eq!(changed.changed(&lifted), Member { restriction: None, ..changed });
    }

    #[test]
    fn a_change_that_is_meant_for_another_state_is_refused() {
        let renamed = Member { name: MemberName::parse("Grace").unwrap(), ..member() };
        let patch = MemberPatch { name: Some("Bo".to_owned()), ..MemberPatch::default() };
        let expected = Precondition::Is(member().fingerprint());
        let edit = MemberEdit { patch, rights: Rights::all(), expected };
        assert!(edit.decide(&member()).is_ok());
        let refused = edit.decide(&renamed);
        assert!(matches!(refused, Err(MemberError::Store(kernel::StoreError::PreconditionFailed))));
    }

    #[test]
    fn all_errors_of_a_request_are_listed() {
        let request = MemberRequest { tabs: Some(tab_words(&["nope"])), ..MemberRequest::default() };
        let errors = request.check(UnixTime::from_seconds(1)).unwrap_err();
        let places: Vec<_> = errors.iter().map(|error| error.location.to_string()).collect();
        assert_eq!(places, ["name", "email", "tabs.0"]);
    }

    #[test]
    fn a_patch_touches_what_it_names() {
        let view: &[(&str, &[&str])] = &[("qr", &["view"])];
        let current = Member { restriction: restriction(Some(&["qr", "keys"]), Some(view)), ..member() };
        let tabs =
            |tabs: Option<&[&str]>| MemberPatch { tabs: Some(tabs.map(tab_words)), ..MemberPatch::default() };
        for (patch, expected) in [
            (MemberPatch::default(), Some(None)),
            (tabs(Some(&["qr"])), Some(Some(restriction(Some(&["qr"]), Some(view))))),
            (tabs(None), Some(Some(restriction(None, Some(view))))),
            (MemberPatch { caps: Some(None), ..tabs(None) }, Some(Some(None))),
            (MemberPatch { caps: Some(Some(cap_words(view))), ..tabs(Some(&["keys"])) }, None),
            (tabs(Some(&["keys"])), None),
        ] {
            assert_eq!(patch.check(&current).ok().map(|change| change.restriction), expected, "{patch:?}");
        }
        let renamed = MemberPatch { name: Some("Bo".to_owned()), ..MemberPatch::default() };
        let change = renamed.check(&current).unwrap();
        assert_eq!(change.name, MemberName::parse("Bo").ok());
        assert_eq!((change.email, change.restriction), (None, None));
    }
}
