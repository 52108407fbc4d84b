//! Types of audit.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::words::words;
use serde::{Deserialize, Serialize};

words! {
    /// Action of the audit log.
    AuditAction {
        BroadcastCancel = "broadcast.cancel",
        BroadcastChange = "broadcast.change",
        BroadcastCreate = "broadcast.create",
        BroadcastLaunch = "broadcast.launch",
        BroadcastPause = "broadcast.pause",
        BroadcastResume = "broadcast.resume",
        BroadcastUnschedule = "broadcast.unschedule",
        DestinationHealthSwitch = "destination_health.switch",
        DomainDelete = "domain.delete",
        DomainProvision = "domain.provision",
        DomainRegister = "domain.register",
        DomainRename = "domain.rename",
        EngineConnect = "engine.connect",
        EngineDisconnect = "engine.disconnect",
        FanErase = "fan.erase",
        FunnelLinkConfigure = "funnel_link.configure",
        FunnelLinkProvision = "funnel_link.provision",
        FunnelLinkSwitch = "funnel_link.switch",
        GateClose = "gate.close",
        GateOpen = "gate.open",
        KeyMint = "key.mint",
        KeyRevoke = "key.revoke",
        KeyRotate = "key.rotate",
        LandingEdit = "landing.edit",
        LandingPublish = "landing.publish",
        LandingRollback = "landing.rollback",
        MemberAdd = "member.add",
        MemberChange = "member.change",
        MemberRemove = "member.remove",
        PixelChange = "pixel.change",
        PixelCreate = "pixel.create",
        PixelDelete = "pixel.delete",
        PixelRedrive = "pixel.redrive",
        PresetAssign = "preset.assign",
        PresetChange = "preset.change",
        PresetCreate = "preset.create",
        PresetDelete = "preset.delete",
        QrCodeChange = "qr_code.change",
        QrCodeCreate = "qr_code.create",
        RequestDecline = "request.decline",
        RequestFulfill = "request.fulfill",
        RequestStart = "request.start",
        SmartLinkChange = "smart_link.change",
        SmartLinkCreate = "smart_link.create",
        SmartLinkDelete = "smart_link.delete",
        WebhookChange = "webhook.change",
        WebhookCreate = "webhook.create",
        WebhookDelete = "webhook.delete",
        WebhookRedeliver = "webhook.redeliver",
        WebhookRedrive = "webhook.redrive",
        WebhookRotate = "webhook.rotate",
    }
}

words! {
    /// Action of the audit log, or a kind of actions.
    AuditActionFilter {
        Broadcast = "broadcast",
        DestinationHealth = "destination_health",
        Domain = "domain",
        Engine = "engine",
        Fan = "fan",
        FunnelLink = "funnel_link",
        Gate = "gate",
        Key = "key",
        Landing = "landing",
        Member = "member",
        Pixel = "pixel",
        Preset = "preset",
        QrCode = "qr_code",
        Request = "request",
        SmartLink = "smart_link",
        Webhook = "webhook",
        BroadcastCancel = "broadcast.cancel",
        BroadcastChange = "broadcast.change",
        BroadcastCreate = "broadcast.create",
        BroadcastLaunch = "broadcast.launch",
        BroadcastPause = "broadcast.pause",
        BroadcastResume = "broadcast.resume",
        BroadcastUnschedule = "broadcast.unschedule",
        DestinationHealthSwitch = "destination_health.switch",
        DomainDelete = "domain.delete",
        DomainProvision = "domain.provision",
        DomainRegister = "domain.register",
        DomainRename = "domain.rename",
        EngineConnect = "engine.connect",
        EngineDisconnect = "engine.disconnect",
        FanErase = "fan.erase",
        FunnelLinkConfigure = "funnel_link.configure",
        FunnelLinkProvision = "funnel_link.provision",
        FunnelLinkSwitch = "funnel_link.switch",
        GateClose = "gate.close",
        GateOpen = "gate.open",
        KeyMint = "key.mint",
        KeyRevoke = "key.revoke",
        KeyRotate = "key.rotate",
        LandingEdit = "landing.edit",
        LandingPublish = "landing.publish",
        LandingRollback = "landing.rollback",
        MemberAdd = "member.add",
        MemberChange = "member.change",
        MemberRemove = "member.remove",
        PixelChange = "pixel.change",
        PixelCreate = "pixel.create",
        PixelDelete = "pixel.delete",
        PixelRedrive = "pixel.redrive",
        PresetAssign = "preset.assign",
        PresetChange = "preset.change",
        PresetCreate = "preset.create",
        PresetDelete = "preset.delete",
        QrCodeChange = "qr_code.change",
        QrCodeCreate = "qr_code.create",
        RequestDecline = "request.decline",
        RequestFulfill = "request.fulfill",
        RequestStart = "request.start",
        SmartLinkChange = "smart_link.change",
        SmartLinkCreate = "smart_link.create",
        SmartLinkDelete = "smart_link.delete",
        WebhookChange = "webhook.change",
        WebhookCreate = "webhook.create",
        WebhookDelete = "webhook.delete",
        WebhookRedeliver = "webhook.redeliver",
        WebhookRedrive = "webhook.redrive",
        WebhookRotate = "webhook.rotate",
    }
}

/// Changes, newest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AuditList {
    /// The changes.
    pub items: Vec<AuditLogEntry>,
    /// Cursor of the next page; null on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// Actor of a change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AuditLogActor {
    /// Whether an operator used the command line of the service.
    pub cli: bool,
    /// Prefix of the key; null on the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_prefix: Option<String>,
    /// Member who holds the key; null for the owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member_id: Option<i64>,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AuditLogEntry {
    /// Action.
    pub action: AuditAction,
    /// Actor of the change.
    pub actor: AuditLogActor,
    /// Changed values after the change, in the same form; null if the subject was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<serde_json::Value>,
    /// Time of the change.
    pub at: String,
    /// Changed values before the change; null if the subject did not exist. Values of a draft are keyed by path. A
    /// value above 1 KiB is `{"cut_bytes": n}`. At most 100 values and 16 KiB are stored; `left_out` counts the rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<serde_json::Value>,
    /// Id of the request; null on the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// Subject of the change.
    pub subject: AuditSubject,
}

/// Subject of a change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AuditSubject {
    /// Id of the subject, as in its own operations.
    pub id: String,
    /// Type.
    pub r#type: AuditSubjectType,
}

words! {
    /// Type of a changed object.
    AuditSubjectType {
        ApiKey = "api_key",
        Broadcast = "broadcast",
        DestinationHealth = "destination_health",
        Domain = "domain",
        Engine = "engine",
        Fan = "fan",
        FunnelLink = "funnel_link",
        Gate = "gate",
        Member = "member",
        Pixel = "pixel",
        Preset = "preset",
        QrCode = "qr_code",
        Request = "request",
        SmartLink = "smart_link",
        Webhook = "webhook",
    }
}
