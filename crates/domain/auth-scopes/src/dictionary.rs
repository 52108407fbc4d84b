//! The dictionary of tabs and functions, held once.

use std::fmt;

macro_rules! dictionary {
    ($(
        $(#[$tab_doc:meta])*
        $tab:ident $module:ident {
            $($(#[$doc:meta])* $right:ident $permission:ident $function:ident,)*
        }
    )*) => {
        /// A part of the product that rights are given for, in the order of the dictionary.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Tab { $($(#[$tab_doc])* $tab,)* }

        impl Tab {
            /// Every tab.
            pub const ALL: &'static [Self] = &[$(Self::$tab,)*];

            /// The name of the tab on the wire.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$tab => stringify!($module),)* }
            }
        }

        /// One function of one tab: the smallest thing that a key may be allowed to do.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Right { $($($(#[$doc])* $right,)*)* }

        impl Right {
            /// Every right, grouped by tab.
            pub const ALL: &'static [Self] = &[$($(Self::$right,)*)*];

            /// The tab that the function belongs to.
            pub const fn tab(self) -> Tab {
                match self { $($(Self::$right => Tab::$tab,)*)* }
            }

            /// The name of the function on the wire, unique within its tab.
            pub const fn function(self) -> &'static str {
                match self { $($(Self::$right => stringify!($function),)*)* }
            }
        }

        /// Types without values that an operation names its scope and its right with.
        pub mod permissions {
            use crate::{Right, Scope};

            /// The right that an operation needs, as a type.
            pub trait Requires {
                /// The right.
                const RIGHT: Right;
            }

            /// The scope that an operation needs, as a type.
            pub trait RequiresScope {
                /// The scope.
                const SCOPE: Scope;
            }

            /// The operation changes nothing.
            #[derive(Debug, Clone, Copy)]
            pub struct Read;

            impl RequiresScope for Read {
                const SCOPE: Scope = Scope::Read;
            }

            /// The operation changes something.
            #[derive(Debug, Clone, Copy)]
            pub struct Write;

            impl RequiresScope for Write {
                const SCOPE: Scope = Scope::Write;
            }

            $(
                $(#[$tab_doc])*
                pub mod $module {
                    use super::Requires;
                    use crate::Right;

                    $(
                        $(#[$doc])*
                        #[derive(Debug, Clone, Copy)]
                        pub struct $permission;

                        impl Requires for $permission {
                            const RIGHT: Right = Right::$right;
                        }
                    )*
                }
            )*
        }
    };
}

dictionary! {
    /// Domains with their segments, buttons and versions.
    Landings landings {
        /// See domains and drafts.
        LandingsView View view,
        /// Register, restart and delete domains.
        LandingsRegister Register register,
        /// Edit the content of drafts.
        LandingsEditContent EditContent edit_content,
        /// Copy content between domains.
        LandingsCopy Copy copy,
        /// Make drafts live.
        LandingsPublish Publish publish,
    }
    /// How pages look.
    Appearance appearance {
        /// See the appearance.
        AppearanceView View view,
        /// Change the appearance.
        AppearanceEdit Edit edit,
    }
    /// Banners on pages and the library of banners.
    Notifications notifications {
        /// See banners.
        NotificationsView View view,
        /// Change the banner of a domain.
        NotificationsEdit Edit edit,
        /// Keep the library of banners.
        NotificationsLibrary Library library,
    }
    /// Smart links and funnel links.
    Links links {
        /// See links.
        LinksView View view,
        /// Create and change smart links.
        LinksCreate Create create,
        /// Provision funnel links.
        LinksProvision Provision provision,
        /// Switch links on and off.
        LinksToggle Toggle toggle,
        /// Keep conversion pixels.
        LinksPixels Pixels pixels,
    }
    /// QR entry points.
    Qr qr {
        /// See QR entry points.
        QrView View view,
        /// Create and change QR entry points.
        QrEdit Edit edit,
    }
    /// Attribution statistics.
    Stats stats {
        /// See paying fans by source domain.
        StatsSources Sources sources,
        /// See paying fans by link.
        StatsLinks Links links,
        /// See the statistics of all domains together.
        StatsOverview Overview overview,
    }
    /// Vault content and content requests.
    Vault vault {
        /// See content and requests.
        VaultView View view,
        /// Answer requests.
        VaultRespond Respond respond,
    }
    /// Mass messages.
    Broadcasts broadcasts {
        /// See campaigns.
        BroadcastsView View view,
        /// Create campaigns.
        BroadcastsCreate Create create,
        /// See what a campaign would reach.
        BroadcastsPreview Preview preview,
        /// Send campaigns.
        BroadcastsDeliver Deliver deliver,
    }
    /// API keys.
    Keys keys {
        /// See keys.
        KeysView View view,
        /// Mint and rotate keys.
        KeysMint Mint mint,
        /// Revoke keys.
        KeysRevoke Revoke revoke,
    }
    /// The members of the owner's team.
    Team team {
        /// See members.
        TeamView View view,
        /// Add, change and remove members.
        TeamEdit Edit edit,
    }
    /// What other systems are connected by.
    Integrations integrations {
        /// See webhooks and their deliveries.
        IntegrationsView View view,
        /// Keep webhooks.
        IntegrationsWebhooks Webhooks webhooks,
        /// Take data in.
        IntegrationsImport Import import,
        /// Give data out.
        IntegrationsExport Export export,
    }
}

kernel::text_value!(Tab, "the name of a tab, such as links");
kernel::text_value!(Right, "a tab and one of its functions, such as links.view");

impl fmt::Display for Tab {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Right {
    /// Writes `tab.function`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.tab(), self.function())
    }
}

impl Right {
    /// The right of this name, `tab.function`; names are exact.
    pub fn parse(name: &str) -> Option<Self> {
        let (tab, function) = name.split_once('.')?;
        Tab::parse(tab)?.function(function)
    }
}

impl Tab {
    /// The tab of this name; names are exact.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|tab| tab.as_str() == word)
    }

    /// The function of this name in this tab; names are exact.
    pub fn function(self, word: &str) -> Option<Right> {
        Right::ALL.iter().copied().find(|right| right.tab() == self && right.function() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::permissions::{Requires, RequiresScope, Write, landings, links};
    use super::*;
    use crate::Scope;

    #[test]
    fn every_right_is_found_by_its_names_and_only_by_them() {
        for &right in Right::ALL {
            let tab = Tab::parse(right.tab().as_str());
            assert_eq!(tab.and_then(|tab| tab.function(right.function())), Some(right));
        }
        assert_eq!(Tab::parse("Landings"), None);
        assert_eq!(Tab::Landings.function("edit"), None);
        assert_eq!(Right::LandingsEditContent.function(), "edit_content");
    }

    #[test]
    fn rights_fit_their_set() {
        assert!(Right::ALL.len() <= 64);
    }

    #[test]
    fn marks_name_their_right() {
        assert_eq!(landings::Publish::RIGHT, Right::LandingsPublish);
        assert_eq!(links::Pixels::RIGHT, Right::LinksPixels);
        assert_eq!(Write::SCOPE, Scope::Write);
    }
}
