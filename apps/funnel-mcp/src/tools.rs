//! Table of tools: toolset, effect and description of each API operation.

use std::collections::BTreeSet;

/// Effect of a tool outside of the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Changes nothing.
    Reads,
    /// Changes a draft, or other data that only the team sees.
    Drafts,
    /// Changes data for visitors, fans, members or other systems, or deletes something permanently.
    Acts,
    /// Returns or accepts a secret, which the conversation then contains.
    Secret,
}

impl Effect {
    /// Returns whether the tool first shows its effect, and needs a second call with a
    /// confirmation.
    pub(crate) fn needs_confirmation(self) -> bool {
        matches!(self, Self::Acts | Self::Secret)
    }
}

macro_rules! toolsets {
    ($($variant:ident $name:literal)*) => {
        /// A group of tools that is offered or omitted as a whole.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Toolset {
            $($variant,)*
        }

        impl Toolset {
            /// All toolsets by name.
            pub const ALL: &[(&str, Self)] = &[$(($name, Self::$variant),)*];
        }
    };
}

toolsets! {
    Pages "pages"
    Links "links"
    Qr "qr"
    Stats "stats"
    Team "team"
    Broadcasts "broadcasts"
    Vault "vault"
    Integrations "integrations"
    Accounts "accounts"
}

/// Toolsets that a connection offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toolsets(BTreeSet<Toolset>);

impl Default for Toolsets {
    /// Returns pages, links and statistics.
    fn default() -> Self {
        Self(BTreeSet::from([Toolset::Pages, Toolset::Links, Toolset::Stats]))
    }
}

impl Toolsets {
    /// Parses comma-separated names, such as `pages,qr`. `all` stands for every toolset.
    ///
    /// # Errors
    ///
    /// Fails for an unknown name; the error lists the known ones.
    pub fn parse(names: &str) -> Result<Self, String> {
        let known = || Toolset::ALL.iter();
        let mut chosen = BTreeSet::new();
        for name in names.split(',').map(str::trim) {
            match known().find(|(known, _)| *known == name) {
                Some((_, toolset)) => {
                    chosen.insert(*toolset);
                }
                None if name == "all" => chosen.extend(known().map(|(_, toolset)| toolset)),
                None => {
                    let all: Vec<&str> = known().map(|(name, _)| *name).collect();
                    return Err(format!(
                        "unknown toolset `{name}`: must be `all` or one of: {}",
                        all.join(", ")
                    ));
                }
            }
        }
        Ok(Self(chosen))
    }

    pub(crate) fn offers(&self, tool: &Tool) -> bool {
        tool.toolset.is_none_or(|toolset| self.0.contains(&toolset))
    }
}

/// A row of the table.
#[derive(Debug)]
pub(crate) struct Tool {
    pub(crate) id: &'static str,
    /// Toolset; `None` for a tool that every connection offers.
    pub(crate) toolset: Option<Toolset>,
    pub(crate) effect: Effect,
    /// Operation whose response a confirmation shows.
    pub(crate) shown_by: Option<&'static str>,
    pub(crate) description: &'static str,
}

/// Returns the row of an operation.
pub(crate) fn tool(id: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.id == id)
}

/// Operations without a tool: they transfer files that an assistant can't read, or sign people in
/// to the dashboard.
#[cfg(test)]
pub(crate) const LEFT_OUT: &[&str] = &[
    "appearance_source_upload",
    "banner_presets_avatar_upload",
    "banner_presets_sound_upload",
    "banners_avatar_upload",
    "banners_sound_upload",
    "qr_codes_eps_download",
    "qr_codes_logo_upload",
    "qr_codes_pdf_download",
    "qr_codes_sheet_download",
    "sessions_create",
    "sessions_end",
    "sessions_end_all",
    "sessions_list",
    "sessions_show",
    "transfer_archive_import",
];

const fn row(
    id: &'static str,
    toolset: Toolset,
    effect: Effect,
    shown_by: Option<&'static str>,
    description: &'static str,
) -> Tool {
    Tool { id, toolset: Some(toolset), effect, shown_by, description }
}

const fn reads(id: &'static str, toolset: Toolset, description: &'static str) -> Tool {
    row(id, toolset, Effect::Reads, None, description)
}

const fn drafts(id: &'static str, toolset: Toolset, description: &'static str) -> Tool {
    row(id, toolset, Effect::Drafts, None, description)
}

/// Builds a tool whose confirmation shows the response of `shown_by`.
const fn acts(id: &'static str, toolset: Toolset, shown_by: &'static str, description: &'static str) -> Tool {
    row(id, toolset, Effect::Acts, Some(shown_by), description)
}

/// Builds a tool that adds something; its confirmation shows only the arguments.
const fn adds(id: &'static str, toolset: Toolset, description: &'static str) -> Tool {
    row(id, toolset, Effect::Acts, None, description)
}

use Toolset::{Accounts, Broadcasts, Integrations, Links, Pages, Qr, Stats, Team, Vault};

#[rustfmt::skip]
pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        id: "api_keys_self_show", toolset: None, effect: Effect::Reads, shown_by: None,
        description: "Shows what you may do: scopes and functions of the API key in use. Look here when a tool is refused.",
    },
    reads("usage_show", Accounts, "Shows how many domains and uploads the owner has, and how many the plan allows."),

    // Pages.
    reads("domains_list", Pages, "Lists the domains with their landing pages' state. `search` and `state` narrow the list."),
    reads("domains_show", Pages, "Shows one domain: its state, and why setting it up failed."),
    adds("domains_create", Pages, "Registers a domain for a new landing page. Setting it up starts at once and needs its DNS record."),
    acts("domains_provision", Pages, "domains_show", "Starts setting up a domain again after it failed, for instance once its DNS record is right."),
    acts("domains_delete", Pages, "domains_show", "Deletes a domain with its page, draft and versions. Its address stops working."),
    acts("domains_draft_copy", Pages, "drafts_diff", "Replaces a domain's draft by a copy of another domain's draft."),
    adds("domains_content_copy", Pages, "Replaces parts of the drafts of several domains by copies from one domain, and reports how each went."),
    reads("drafts_diff", Pages, "Lists what publishing a domain's draft would change on its live page."),
    reads("drafts_preview", Pages, "Returns the HTML of the draft's page for an imagined visitor."),
    reads("drafts_simulate", Pages, "Explains which segment and buttons an imagined visitor gets, rule by rule; `draft=true` reads the draft."),
    reads("drafts_versions_list", Pages, "Lists the published versions of a domain's page."),
    acts("drafts_publish", Pages, "drafts_diff", "Publishes a domain's draft. Visitors get it at once."),
    acts("drafts_rollback", Pages, "drafts_diff", "Makes an earlier version the draft and the live page. Unpublished changes are lost."),
    reads("segments_list", Pages, "Lists a draft's segments: groups of visitors that get buttons of their own, in the order in which they are tried."),
    drafts("segments_create", Pages, "Adds a segment to a draft. The first one serves everybody who fits no other."),
    drafts("segments_update", Pages, "Changes a segment of a draft: name, countries, conditions, experiment, or whether it is the default."),
    acts("segments_delete", Pages, "segments_list", "Removes a segment from a draft; with `force=true` its buttons too. The default segment can't be removed."),
    reads("buttons_list", Pages, "Lists the buttons of one segment of a draft, in their order. `tier` is the segment's id."),
    drafts("buttons_create", Pages, "Adds a button to a segment of a draft. `tier` is the segment's id."),
    drafts("buttons_update", Pages, "Changes a button of a draft: label, address, icon, visibility, conditions or variants."),
    drafts("buttons_reorder", Pages, "Puts the buttons of a segment into a new order. All of their ids are needed."),
    acts("buttons_delete", Pages, "buttons_list", "Removes a button from a draft."),
    reads("appearance_show", Pages, "Shows how a draft's page looks: theme, colours, background, link preview."),
    reads("appearance_source_show", Pages, "Tells whether a background picture was uploaded for a draft."),
    drafts("appearance_canvas_color_set", Pages, "Sets the colour beside the page on wide screens, in the draft."),
    acts("appearance_canvas_color_delete", Pages, "appearance_show", "Resets the colour beside the page on wide screens, in the draft."),
    acts("appearance_source_delete", Pages, "appearance_source_show", "Removes a background picture from a draft."),
    drafts("appearance_design_set", Pages, "Chooses what draws the draft's page: the built-in design, or HTML of the owner's own."),
    drafts("appearance_ui_set", Pages, "Sets the look of the draft's page: buttons, profile, age gate, link preview, campaign parameters. Each section that is given replaces the old one."),
    reads("banners_show", Pages, "Shows the banner of a domain's draft."),
    drafts("banners_update", Pages, "Changes the banner of a domain's draft: texts, link, delay, style, translations."),
    drafts("banners_preset_assign", Pages, "Lets a domain's banner follow a preset of the library, or follow none."),
    reads("banner_presets_list", Pages, "Lists the banner presets of the library."),
    drafts("banner_presets_create", Pages, "Adds a banner preset to the library. Missing texts can follow later."),
    drafts("banner_presets_capture", Pages, "Keeps a domain's banner as a new preset of the library, which the domain then follows."),
    drafts("banner_presets_update", Pages, "Changes a banner preset, and with it the drafts of all domains that follow it."),
    acts("banner_presets_delete", Pages, "banner_presets_list", "Deletes a banner preset. Domains that follow it keep its texts, and their banners are switched off."),

    // Links.
    reads("smart_links_list", Links, "Lists a domain's smart links: addresses that split visitors between a paid offer and a free trial."),
    reads("smart_links_show", Links, "Shows a smart link with its split."),
    reads("smart_links_simulate", Links, "Explains where visitors of a country would be led by a smart link, and why."),
    adds("smart_links_create", Links, "Creates a smart link. Its address works at once."),
    acts("smart_links_update", Links, "smart_links_show", "Changes a smart link's split, state, end or name. Visitors are led by the new split at once."),
    acts("smart_links_delete", Links, "smart_links_show", "Deletes a smart link. Its address stops working."),
    reads("funnel_links_list", Links, "Lists the funnel links on the platform, paid and trial, with their clicks, subscribers and revenue in cents."),
    reads("funnel_links_plan", Links, "Lists which funnel links of a domain exist and which would be created. Creates nothing."),
    acts("funnel_links_provision", Links, "funnel_links_plan", "Creates the funnel links that a domain lacks on the platform, and puts their addresses on the draft's buttons."),
    reads("funnel_links_show", Links, "Shows one funnel link of a domain: where it leads and whether it is switched on."),
    acts("funnel_links_toggle", Links, "funnel_links_show", "Switches a funnel link on or off on the platform."),
    reads("destinations_list", Links, "Lists the addresses that buttons and smart links lead to, and whether they work."),
    acts("destinations_switch", Links, "destinations_list", "Switches the daily check of destinations on or off. Off deletes what is known of them."),
    drafts("destinations_check", Links, "Checks one destination now. Takes up to half a minute."),

    // QR codes.
    reads("qr_codes_list", Qr, "Lists a domain's QR codes with their scans."),
    reads("qr_codes_show", Qr, "Shows one QR code with its design and scans."),
    reads("qr_codes_presets_list", Qr, "Lists the 100 ready-made designs of QR codes."),
    reads("qr_codes_preview", Qr, "Draws a QR code that is not stored, as SVG."),
    reads("qr_codes_png_download", Qr, "Returns the picture of a QR code as PNG."),
    reads("qr_codes_svg_download", Qr, "Returns the drawing of a QR code as SVG."),
    adds("qr_codes_create", Qr, "Creates a QR code. Its path on the domain works at once."),
    acts("qr_codes_update", Qr, "qr_codes_show", "Changes a QR code: design, title, path, target or state. Printed codes follow at once."),

    // Statistics. Amounts are in cents.
    reads("statistics_overview_show", Stats, "Shows visits, clicks, subscriptions and revenue of all domains, compared with the days before."),
    reads("statistics_show", Stats, "Shows a domain's visits, clicks, subscriptions and revenue by day and source; `by` splits them once more."),
    reads("statistics_experiments_list", Stats, "Compares the arms of the experiments on a domain's live page."),
    reads("statistics_spenders_list", Stats, "Lists the paying fans of a domain with what they spent."),
    reads("statistics_spender_explain", Stats, "Explains event by event why a fan counts for a domain."),
    reads("statistics_link_spenders_list", Stats, "Lists the paying fans of one funnel link, of all time."),
    reads("conversions_list", Stats, "Lists subscriptions, payments, refunds and messages, of all domains or of one."),

    // Team.
    reads("members_list", Team, "Lists the people of the team with their rights."),
    reads("members_show", Team, "Shows one person of the team with their rights."),
    adds("members_create", Team, "Adds a person to the team, with the rights that are given."),
    acts("members_update", Team, "members_show", "Changes a person's name, address of mail or rights. Their API keys follow at once."),
    acts("members_delete", Team, "members_show", "Removes a person from the team. Their API keys stop working."),
    reads("api_keys_list", Team, "Lists the API keys, without their secrets."),
    reads("api_keys_show", Team, "Shows one API key: its rights, holder, end of life and last use."),
    row("api_keys_create", Team, Effect::Secret, None, "Creates an API key and returns its secret into this conversation, once."),
    row("api_keys_rotate", Team, Effect::Secret, Some("api_keys_show"), "Replaces an API key's secret and returns the new one into this conversation, once."),
    acts("api_keys_revoke", Team, "api_keys_show", "Revokes an API key for good. Whatever uses it stops working."),
    reads("audit_list", Team, "Lists who changed what in the last 400 days, newest first."),

    // Broadcasts.
    reads("broadcasts_list", Broadcasts, "Lists the broadcasts: mass messages to fans."),
    reads("broadcasts_show", Broadcasts, "Shows a broadcast with its state, and how many messages are sent, waiting and withheld."),
    reads("broadcasts_report", Broadcasts, "Reports on a broadcast: outcomes, replies, and revenue in cents."),
    reads("broadcasts_audit", Broadcasts, "Lists who changed the state of a broadcast, and when."),
    reads("broadcasts_gate_show", Broadcasts, "Tells whether messages may be sent now, and what prevents it."),
    reads("broadcasts_preview", Broadcasts, "Counts the fans that an audience would reach. Sends nothing."),
    drafts("broadcasts_create", Broadcasts, "Creates a broadcast as a draft. Nothing is sent until it is launched."),
    acts("broadcasts_launch", Broadcasts, "broadcasts_show", "Starts sending a broadcast to fans, or schedules it."),
    acts("broadcasts_resume", Broadcasts, "broadcasts_show", "Goes on sending a paused broadcast."),
    // These only withhold messages, so they need no confirmation.
    drafts("broadcasts_pause", Broadcasts, "Pauses a broadcast. No further message is sent until it is resumed."),
    drafts("broadcasts_unschedule", Broadcasts, "Makes a scheduled broadcast a draft again."),
    acts("broadcasts_cancel", Broadcasts, "broadcasts_show", "Ends a broadcast for good."),

    // Vault.
    reads("content_list", Vault, "Lists the photos, videos and sounds of the vault with buyers, tips and sales."),
    reads("content_show", Vault, "Shows one item of the vault with its sales and bundles."),
    reads("content_requests_list", Vault, "Lists what fans have asked for, with state and offered price."),
    acts("content_requests_respond", Vault, "content_requests_list", "Answers a fan's request: starts, fulfils or declines it. The fan is notified."),

    // Integrations.
    reads("pixels_list", Integrations, "Lists the conversion pixels of a funnel link, without their tokens."),
    row("pixels_set", Integrations, Effect::Secret, Some("pixels_list"), "Creates or changes a conversion pixel of a funnel link, with the ad platform's access token. Conversions go to the ad platform at once."),
    acts("pixels_delete", Integrations, "pixels_list", "Deletes a conversion pixel. Nothing goes to that ad platform any more."),
    acts("pixels_test", Integrations, "pixels_list", "Sends one marked test event to the ad platform and returns its answer."),
    reads("pixel_deliveries_list", Integrations, "Lists what was sent to an ad platform, and what it answered."),
    acts("pixel_deliveries_redrive", Integrations, "pixel_deliveries_list", "Sends the conversions again that an ad platform did not take."),
    reads("webhooks_list", Integrations, "Lists the webhooks, without their secrets."),
    reads("webhooks_show", Integrations, "Shows a webhook, and why it was switched off."),
    row("webhooks_create", Integrations, Effect::Secret, None, "Creates a webhook. Events go to its address at once; its signing secret is returned into this conversation, once."),
    acts("webhooks_update", Integrations, "webhooks_show", "Changes a webhook's address, events or state. Events go to the new address at once."),
    acts("webhooks_delete", Integrations, "webhooks_show", "Deletes a webhook with its deliveries. No further event is sent."),
    row("webhooks_rotate", Integrations, Effect::Secret, Some("webhooks_show"), "Replaces a webhook's signing secret and returns the new one into this conversation, once."),
    acts("webhooks_test", Integrations, "webhooks_show", "Sends a test message to a webhook's address and returns what came back."),
    reads("webhook_deliveries_list", Integrations, "Lists a webhook's deliveries of the last 30 days with their outcomes."),
    acts("webhook_deliveries_redeliver", Integrations, "webhook_deliveries_list", "Sends one webhook delivery again."),
    acts("webhook_deliveries_redrive", Integrations, "webhook_deliveries_list", "Sends a webhook's failed and waiting deliveries again."),
    reads("transfer_export", Integrations, "Exports all domains, links, codes, presets and people as one large JSON document."),
    reads("transfer_links_export", Integrations, "Exports the buttons of all domains, or of one, as a CSV table."),
    adds("transfer_import", Integrations, "Imports an exported JSON document: replaces drafts, and adds links, codes and people. `dry_run` in the body only reports."),
    adds("transfer_links_import", Integrations, "Imports buttons from a CSV table, a list of addresses or browser bookmarks into drafts. `dry_run` only reports."),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_choose_toolsets() {
        assert_eq!(Toolsets::parse("links, pages,stats").unwrap(), Toolsets::default());
        assert_eq!(Toolsets::parse("all").unwrap().0.len(), Toolset::ALL.len());
        let refused = Toolsets::parse("pages,page").unwrap_err();
        assert!(
            refused.starts_with("unknown toolset `page`: must be `all` or one of: pages, links"),
            "{refused}"
        );
        assert!(Toolsets::parse("").is_err());
    }
}
