use serde::{Deserialize, Serialize};

use crate::OwnerId;

/// Owner whose data changes, and the actor of the change. A port of audited changes takes this value in place of the
/// owner, so that no change lacks an actor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acting {
    /// Owner whose data changes.
    pub owner: OwnerId,
    /// Actor of the change.
    pub actor: Actor,
    /// Id of the request that makes the change.
    pub request_id: Option<String>,
}

/// Actor of a change. Contains no secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Actor {
    /// Holder of an API key.
    Key(ActingKey),
    /// Operator at the command line.
    Operator,
    /// The service itself, such as a job of a worker. The audit log leaves out its changes.
    Service,
}

/// API key as it is at the time of a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActingKey {
    /// Public part of the key.
    pub prefix: String,
    /// Name of the key.
    pub name: String,
    /// Number of the member on whose behalf the key acts; `None` for a key of the owner.
    pub member: Option<i64>,
}

impl Acting {
    /// Creates the actor of changes that the service makes by itself.
    pub const fn service(owner: OwnerId) -> Self {
        Self { owner, actor: Actor::Service, request_id: None }
    }

    /// Creates the actor of commands.
    pub const fn operator(owner: OwnerId) -> Self {
        Self { owner, actor: Actor::Operator, request_id: None }
    }

    /// Key that acts, if any.
    pub const fn key(&self) -> Option<&ActingKey> {
        match &self.actor {
            Actor::Key(key) => Some(key),
            Actor::Operator | Actor::Service => None,
        }
    }
}
