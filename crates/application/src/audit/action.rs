//! Actions of the audit log, and the objects that they change.

use auth_scopes::Right;

kernel::words! {
    /// Change that has an entry.
    Action {
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

kernel::words! {
    /// Kind of actions: the part of an action before the dot.
    Kind {
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
    }
}

kernel::words! {
    /// Type of a changed object.
    Subject {
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

impl Kind {
    /// Returns the kind of a stored action; `None` if this release does not know the kind.
    pub fn of(action: &str) -> Option<Self> {
        action.split_once('.').and_then(|(kind, _)| Self::parse(kind))
    }

    /// Right to see the objects that actions of this kind change.
    pub const fn right_to_see(self) -> Right {
        match self {
            Self::Broadcast | Self::Gate => Right::BroadcastsView,
            Self::DestinationHealth | Self::Engine | Self::FunnelLink | Self::SmartLink => Right::LinksView,
            Self::Domain | Self::Landing => Right::LandingsView,
            Self::Fan => Right::StatsSources,
            Self::Key => Right::KeysView,
            Self::Member => Right::TeamView,
            Self::Pixel => Right::LinksPixels,
            Self::Preset => Right::NotificationsView,
            Self::QrCode => Right::QrView,
            Self::Request => Right::VaultView,
            Self::Webhook => Right::IntegrationsView,
        }
    }
}
