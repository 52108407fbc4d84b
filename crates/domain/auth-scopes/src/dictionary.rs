//! Dictionary of tabs and functions, defined once.

use std::fmt;

macro_rules! dictionary {
    ($(
        $(#[$tab_doc:meta])*
        $tab:ident $module:ident {
            $($(#[$doc:meta])* $right:ident $permission:ident $function:ident,)*
        }
    )*) => {
        /// Tab: a part of the product with its own rights, in dictionary order.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Tab { $($(#[$tab_doc])* $tab,)* }

        impl Tab {
            /// Every tab.
            pub const ALL: &'static [Self] = &[$(Self::$tab,)*];

            /// Name of the tab in the API.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$tab => stringify!($module),)* }
            }
        }

        /// Right to use one function of one tab, the smallest unit of permission.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Right { $($($(#[$doc])* $right,)*)* }

        impl Right {
            /// Every right, grouped by tab.
            pub const ALL: &'static [Self] = &[$($(Self::$right,)*)*];

            /// Tab of the function.
            pub const fn tab(self) -> Tab {
                match self { $($(Self::$right => Tab::$tab,)*)* }
            }

            /// Name of the function in the API, unique within its tab.
            pub const fn function(self) -> &'static str {
                match self { $($(Self::$right => stringify!($function),)*)* }
            }
        }

        /// Marker types with which an operation declares its scope and right.
        pub mod permissions {
            use crate::{Right, Scope};

            /// Type-level right that an operation needs.
            pub trait Requires {
                /// Required right.
                const RIGHT: Right;
            }

            /// Type-level scope that an operation needs.
            pub trait RequiresScope {
                /// Required scope.
                const SCOPE: Scope;
            }

            /// Marker of an operation that changes nothing.
            #[derive(Debug, Clone, Copy)]
            pub struct Read;

            impl RequiresScope for Read {
                const SCOPE: Scope = Scope::Read;
            }

            /// Marker of an operation that changes something.
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
    /// Design of pages.
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
        /// Manage the library of banners.
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
        /// Manage conversion pixels.
        LinksPixels Pixels pixels,
    }
    /// QR codes.
    Qr qr {
        /// See QR codes.
        QrView View view,
        /// Create and change QR codes.
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
        /// Preview the recipients of a campaign.
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
    /// Connections to other systems.
    Integrations integrations {
        /// See webhooks and their deliveries.
        IntegrationsView View view,
        /// Manage webhooks.
        IntegrationsWebhooks Webhooks webhooks,
        /// Import data.
        IntegrationsImport Import import,
        /// Export data.
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
    /// Parses an exact name, `tab.function`.
    pub fn parse(name: &str) -> Option<Self> {
        let (tab, function) = name.split_once('.')?;
        Tab::parse(tab)?.function(function)
    }
}

impl Tab {
    /// Parses the exact name of a tab.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|tab| tab.as_str() == word)
    }

    /// Finds a function of this tab by its exact name.
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
