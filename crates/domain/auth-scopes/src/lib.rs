#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

#[cfg(feature = "use-cases")]
mod authenticate;
mod authority;
mod caller;
mod dictionary;
mod errors;
mod hash;
mod key;
#[cfg(feature = "use-cases")]
mod keys;
mod last_used;
mod member;
#[cfg(feature = "use-cases")]
mod members;
mod minting;
mod owner;
#[cfg(feature = "use-cases")]
mod owners;
#[cfg(feature = "use-cases")]
mod ports;
mod restriction;
mod rights;
#[cfg(feature = "use-cases")]
mod rotation;
mod scope;
mod session;
#[cfg(feature = "use-cases")]
mod sessions;
#[cfg(test)]
mod testing;
mod text;
mod token;

#[cfg(feature = "use-cases")]
pub use authenticate::{Authenticate, AuthenticateError};
pub use authority::check_authority;
pub use caller::{Caller, Denied};
pub use dictionary::{Right, Tab, permissions};
pub use errors::{KeyError, MemberError};
pub use hash::{Pepper, PepperId, Peppers, TokenHash};
pub use kernel::ParseError;
pub use key::{Grant, Holder, KeyDetails, KeyId, KeyRef, ListedKey, NewKey, Renewal, StoredKey};
#[cfg(feature = "use-cases")]
pub use keys::{Context, Keys, Minted};
pub use last_used::{KeyUse, LastUsed};
pub use member::{
    Member, MemberChange, MemberEdit, MemberId, MemberPatch, MemberRequest, NewMember, check_within,
};
#[cfg(feature = "use-cases")]
pub use members::Members;
pub use minting::MintRequest;
pub use owner::{NewOwner, Owner, Plan};
#[cfg(feature = "use-cases")]
pub use owners::{OwnerError, Owners};
#[cfg(feature = "use-cases")]
pub use ports::{KeyStore, MemberStore, OwnerStore, SessionStore};
#[cfg(all(feature = "use-cases", any(test, feature = "_mock")))]
#[doc(hidden)]
pub use ports::{MockKeyStore, MockMemberStore, MockOwnerStore, MockSessionStore};
pub use restriction::{CapWords, Restriction};
pub use rights::Rights;
#[cfg(feature = "use-cases")]
pub use rotation::{OldKey, Rotation};
pub use scope::{Scope, Scopes, ScopesError};
pub use session::{BrowserName, Session, SessionId};
#[cfg(feature = "use-cases")]
pub use sessions::{SessionError, Sessions};
pub use text::{Email, KeyName, MemberName, OwnerName};
pub use token::{KeyPrefix, NewToken, PresentedToken};

#[cfg(test)]
mod serde_tests;
