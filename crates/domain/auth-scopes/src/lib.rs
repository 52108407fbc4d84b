#![doc = include_str!("../README.md")]

mod authenticate;
mod caller;
mod dictionary;
mod hash;
mod key;
mod keys;
mod last_used;
mod member;
mod members;
mod minting;
mod owner;
mod owners;
mod ports;
mod restriction;
mod rights;
mod rotation;
mod scope;
#[cfg(test)]
mod testing;
mod text;
mod token;

pub use authenticate::{Authenticate, AuthenticateError};
pub use caller::{Caller, Denied};
pub use dictionary::{Right, Tab, permissions};
pub use hash::{Pepper, PepperId, Peppers, TokenHash};
pub use key::{Grant, Holder, KeyId, KeyRef, ListedKey, NewKey, Renewal, StoredKey};
pub use keys::{Context, KeyError, Keys, Minted};
pub use last_used::{KeyUse, LastUsed};
pub use member::{Member, MemberChange, MemberId, MemberPatch, MemberRequest, NewMember};
pub use members::{MemberEdit, MemberError, Members};
pub use minting::MintRequest;
pub use owner::{NewOwner, Owner, Plan};
pub use owners::{OwnerError, Owners};
pub use ports::{KeyStore, MemberStore, OwnerStore};
#[cfg(any(test, feature = "mock"))]
pub use ports::{MockKeyStore, MockMemberStore, MockOwnerStore};
pub use restriction::{CapWords, Restriction};
pub use rights::Rights;
pub use rotation::{OldKey, Rotation};
pub use scope::{Scope, Scopes, ScopesError};
pub use text::{Email, KeyName, MemberName, OwnerName};
pub use token::{KeyPrefix, NewToken, PresentedToken};
