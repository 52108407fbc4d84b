//! Rights that each screen and each write needs, in one table. The menu, the links, the forms and the check of
//! each request follow from it.

use funnel_sdk::types::{EffectiveRights, Tab};

/// Scope and function of a tab, as the API has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Right {
    scope: &'static str,
    tab: &'static str,
    cap: &'static str,
}

const fn read(tab: &'static str, cap: &'static str) -> Right {
    Right { scope: "read", tab, cap }
}

const fn write(tab: &'static str, cap: &'static str) -> Right {
    Right { scope: "write", tab, cap }
}

impl Right {
    /// Returns whether a key has this right.
    pub(crate) fn is_in(self, rights: &EffectiveRights) -> bool {
        let functions = Tab::parse(self.tab).and_then(|tab| rights.functions.get(&tab));
        rights.scopes.iter().any(|known| *known == self.scope)
            && functions.is_some_and(|caps| caps.iter().any(|known| *known == self.cap))
    }
}

/// Right or scope that a screen or a write needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Need {
    /// Every key.
    Key,
    All(&'static [Right]),
    Any(&'static [Right]),
}

impl Need {
    fn is_met(self, rights: &EffectiveRights) -> bool {
        match self {
            Self::Key => true,
            Self::All(all) => all.iter().all(|right| right.is_in(rights)),
            Self::Any(any) => any.iter().any(|right| right.is_in(rights)),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Method {
    Get,
    Post,
}

use Method::{Get, Post};
use Need::{All, Any, Key};

const LANDINGS: &[Right] = &[read("landings", "view")];
const LINKS: &[Right] = &[read("links", "view")];
const CODES: &[Right] = &[read("qr", "view")];
const SOURCES: &[Right] = &[read("stats", "sources")];
const PIXELS: &[Right] = &[read("links", "pixels")];
const VAULT: &[Right] = &[read("vault", "view")];
const HOOKS: &[Right] = &[read("integrations", "view")];
const EXPORT: &[Right] = &[read("integrations", "export")];

const REGISTER: &[Right] = &[write("landings", "register")];
const EDIT: &[Right] = &[write("landings", "edit_content")];
const PUBLISH: &[Right] = &[write("landings", "publish")];
const LOOK: &[Right] = &[write("appearance", "edit")];
const LINK_EDIT: &[Right] = &[write("links", "create")];
const PIXEL_EDIT: &[Right] = &[write("links", "pixels")];
const CODE_EDIT: &[Right] = &[write("qr", "edit")];
const LIBRARY: &[Right] = &[write("notifications", "library")];
const HOOK_EDIT: &[Right] = &[write("integrations", "webhooks")];
const TEAM: &[Right] = &[write("team", "edit")];
const MINT: &[Right] = &[write("keys", "mint")];

/// Tabs of one domain that a key can hold without the list of domains.
const OF_A_DOMAIN: &[Right] =
    &[read("landings", "view"), read("links", "view"), read("qr", "view"), read("stats", "sources")];

/// The first row that fits counts. A part in braces stands for any text.
const TABLE: &[(Method, &str, Need)] = &[
    (Get, "/", Key),
    (Get, "/overview/attention", All(LANDINGS)),
    (Get, "/domains", Any(OF_A_DOMAIN)),
    (Post, "/domains", All(REGISTER)),
    (Get, "/domains/{domain}", Any(OF_A_DOMAIN)),
    (Get, "/domains/{domain}/setup", All(LANDINGS)),
    (Post, "/domains/{domain}/provision", All(REGISTER)),
    (Post, "/domains/{domain}/delete", All(REGISTER)),
    (Get, "/domains/{domain}/page", All(LANDINGS)),
    (Get, "/domains/{domain}/preview", All(LANDINGS)),
    (Post, "/domains/{domain}/segments", All(EDIT)),
    (Post, "/domains/{domain}/segments/{segment}", All(EDIT)),
    (Post, "/domains/{domain}/segments/{segment}/delete", All(EDIT)),
    (Post, "/domains/{domain}/segments/{segment}/experiment", All(EDIT)),
    (Post, "/domains/{domain}/segments/{segment}/experiment/end", All(EDIT)),
    (Post, "/domains/{domain}/segments/{segment}/buttons", All(EDIT)),
    (Post, "/domains/{domain}/segments/{segment}/buttons/order", All(EDIT)),
    (Post, "/domains/{domain}/segments/{segment}/buttons/{button}", All(EDIT)),
    (Post, "/domains/{domain}/segments/{segment}/buttons/{button}/delete", All(EDIT)),
    (Post, "/domains/{domain}/look/background/{variant}", All(LOOK)),
    (Post, "/domains/{domain}/look/background/{variant}/delete", All(LOOK)),
    (Post, "/domains/{domain}/look/canvas/delete", All(LOOK)),
    (
        Post,
        "/domains/{domain}/look/banner",
        All(&[write("notifications", "edit"), read("notifications", "view")]),
    ),
    (Post, "/domains/{domain}/look/{part}", All(&[write("appearance", "edit"), read("appearance", "view")])),
    (Get, "/domains/{domain}/publish", All(LANDINGS)),
    (Post, "/domains/{domain}/publish", All(PUBLISH)),
    (Get, "/domains/{domain}/rollback", All(&[read("landings", "view"), write("landings", "publish")])),
    (Post, "/domains/{domain}/rollback", All(PUBLISH)),
    (Get, "/domains/{domain}/why", All(LANDINGS)),
    (Get, "/domains/{domain}/smart-links", All(LINKS)),
    (Post, "/domains/{domain}/smart-links", All(LINK_EDIT)),
    (Get, "/domains/{domain}/smart-links/{id}", All(LINKS)),
    (Post, "/domains/{domain}/smart-links/{id}", All(&[read("links", "view"), write("links", "create")])),
    (Post, "/domains/{domain}/smart-links/{id}/active", All(LINK_EDIT)),
    (Post, "/domains/{domain}/smart-links/{id}/delete", All(LINK_EDIT)),
    (Get, "/domains/{domain}/funnel-links", All(LINKS)),
    (Post, "/domains/{domain}/funnel-links", All(&[write("links", "provision")])),
    (Post, "/domains/{domain}/funnel-links/plan", All(&[read("links", "provision")])),
    (Post, "/domains/{domain}/funnel-links/{link}", All(&[write("links", "toggle")])),
    (Get, "/domains/{domain}/links/{link}/spenders", All(&[read("stats", "links")])),
    (Get, "/domains/{domain}/codes", All(CODES)),
    (Post, "/domains/{domain}/codes", All(CODE_EDIT)),
    (Get, "/domains/{domain}/codes/preset/{preset}", All(CODES)),
    (Post, "/domains/{domain}/codes/check", All(&[read("qr", "view"), write("qr", "edit")])),
    (Get, "/domains/{domain}/codes/sheet.pdf", All(CODES)),
    (Get, "/domains/{domain}/codes/{id}", All(CODES)),
    (Post, "/domains/{domain}/codes/{id}", All(&[read("qr", "view"), write("qr", "edit")])),
    (Post, "/domains/{domain}/codes/{id}/check", All(&[read("qr", "view"), write("qr", "edit")])),
    (Get, "/domains/{domain}/codes/{id}/image.png", All(CODES)),
    (Get, "/domains/{domain}/codes/{id}/image.svg", All(CODES)),
    (Get, "/domains/{domain}/codes/{id}/image.pdf", All(CODES)),
    (Get, "/domains/{domain}/codes/{id}/image.eps", All(CODES)),
    (Get, "/domains/{domain}/statistics", All(SOURCES)),
    (Get, "/domains/{domain}/statistics/days.csv", All(SOURCES)),
    (Get, "/domains/{domain}/statistics/spenders.csv", All(SOURCES)),
    (Get, "/domains/{domain}/statistics/fans/{fan}", All(SOURCES)),
    (Get, "/links", All(LINKS)),
    (Get, "/links/health", All(LINKS)),
    (Post, "/links/health", All(LINK_EDIT)),
    (Post, "/links/health/check", All(LINK_EDIT)),
    (Get, "/links/{link}/pixels", All(PIXELS)),
    // A pixel is sent conversions.
    (Post, "/links/{link}/pixels/{platform}", All(&[write("links", "pixels"), read("stats", "sources")])),
    (Post, "/links/{link}/pixels/{platform}/test", All(PIXEL_EDIT)),
    (Post, "/links/{link}/pixels/{platform}/delete", All(PIXEL_EDIT)),
    (Get, "/links/{link}/pixels/{platform}/deliveries", All(PIXELS)),
    (Post, "/links/{link}/pixels/{platform}/redrive", All(PIXEL_EDIT)),
    (Get, "/broadcasts", All(&[read("broadcasts", "view")])),
    (Get, "/broadcasts/new", All(&[write("broadcasts", "create"), read("broadcasts", "preview")])),
    (Post, "/broadcasts/new", All(&[write("broadcasts", "create"), read("broadcasts", "preview")])),
    (Post, "/broadcasts/new/count", All(&[read("broadcasts", "preview")])),
    (Get, "/broadcasts/{id}", All(&[read("broadcasts", "view")])),
    (Post, "/broadcasts/{id}/{verb}", All(&[write("broadcasts", "deliver")])),
    (Get, "/vault", All(VAULT)),
    (Get, "/vault/{id}", All(VAULT)),
    (Get, "/requests", All(VAULT)),
    (Post, "/requests/{id}", All(&[write("vault", "respond")])),
    (Get, "/library", All(&[read("notifications", "view")])),
    (Post, "/library", All(LIBRARY)),
    (Post, "/library/capture", All(LIBRARY)),
    (Post, "/library/{id}", All(LIBRARY)),
    (Post, "/library/{id}/delete", All(LIBRARY)),
    (Post, "/library/{id}/assign", All(&[write("notifications", "edit")])),
    (Get, "/copy", All(&[read("landings", "view"), write("landings", "copy")])),
    (Post, "/copy", All(&[read("landings", "view"), write("landings", "copy")])),
    (Get, "/webhooks", All(HOOKS)),
    (Post, "/webhooks", All(HOOK_EDIT)),
    (Get, "/webhooks/{id}", All(HOOKS)),
    (Post, "/webhooks/{id}", All(HOOK_EDIT)),
    (Post, "/webhooks/{id}/active", All(HOOK_EDIT)),
    (Post, "/webhooks/{id}/delete", All(HOOK_EDIT)),
    (Post, "/webhooks/{id}/rotate", All(HOOK_EDIT)),
    (Post, "/webhooks/{id}/test", All(HOOK_EDIT)),
    (Post, "/webhooks/{id}/redrive", All(HOOK_EDIT)),
    (Post, "/webhooks/{id}/deliveries/{delivery}/redeliver", All(HOOK_EDIT)),
    (Get, "/transfer", Any(&[read("integrations", "export"), write("integrations", "import")])),
    (Get, "/transfer/export.json", All(EXPORT)),
    (Get, "/transfer/export.zip", All(EXPORT)),
    (Get, "/transfer/links.csv", All(&[read("integrations", "export"), read("landings", "view")])),
    (Post, "/transfer/import", All(&[write("integrations", "import")])),
    (Get, "/audit", All(&[read("keys", "view")])),
    (Get, "/conversions", All(SOURCES)),
    (Get, "/conversions.csv", All(SOURCES)),
    (Get, "/sessions", Key),
    (Post, "/sessions/end", Key),
    (Post, "/sessions/{id}/end", Key),
    (Get, "/team", Key),
    (Post, "/team/keys", All(MINT)),
    (Post, "/team/keys/{key}/rotate", All(MINT)),
    (Post, "/team/keys/{key}/revoke", All(&[write("keys", "revoke")])),
    (Post, "/team/members", All(TEAM)),
    (Post, "/team/members/{id}", All(TEAM)),
    (Post, "/team/members/{id}/delete", All(TEAM)),
];

/// Returns whether a path has the form of a pattern.
fn fits(pattern: &str, path: &str) -> bool {
    let (mut wanted, mut found) = (pattern.split('/'), path.split('/'));
    loop {
        match (wanted.next(), found.next()) {
            (None, None) => return true,
            (Some(part), Some(step)) if part == step => {}
            (Some(part), Some(step)) if part.starts_with('{') && !step.is_empty() => {}
            _ => return false,
        }
    }
}

/// Returns whether a key may open a screen or send a form. The query and the fragment of a path don't matter. A path
/// without a row belongs to no screen.
pub(crate) fn is_allowed(rights: &EffectiveRights, method: Method, path: &str) -> bool {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let row = TABLE.iter().find(|(known, pattern, _)| *known == method && fits(pattern, path));
    row.is_some_and(|(.., need)| need.is_met(rights))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Value, json};

    use super::*;

    /// Paths of screens for everybody, signed in or not.
    const OPEN: [&str; 11] = [
        "/assets/{digest}/{name}",
        "/f/{name}",
        "/f/face/{name}",
        "/healthz",
        "/sign-in",
        "/sign-in/links",
        "/link/{token}",
        "/sign-out",
        "/workspaces",
        "/look",
        "/styleguide",
    ];

    /// Returns the method and the path of each route.
    fn routes() -> BTreeSet<(String, String)> {
        let source = include_str!("routes.rs");
        let (before, after) = source.split_once("fn domain(").unwrap();
        let (of_domain, owner) = after.split_once("fn owner(").unwrap();
        let of = |text: &str, start: &str| {
            let rows = text.split(".route(\"").skip(1).filter_map(|row| {
                let (path, rest) = row.split_once("\", ")?;
                let method = rest.split_once('(')?.0;
                Some((method.to_owned(), format!("{start}{}", path.replace("{preset}.svg", "{preset}"))))
            });
            rows.collect::<Vec<_>>()
        };
        let all = of(before, "").into_iter().chain(of(of_domain, "/domains/{domain}")).chain(of(owner, ""));
        all.filter(|(_, path)| !OPEN.contains(&path.as_str())).collect()
    }

    #[test]
    fn each_route_has_a_row_and_each_row_a_route() {
        let routes = routes();
        assert!(routes.len() > 100, "{}", routes.len());
        let rows: BTreeSet<(String, String)> = TABLE
            .iter()
            .map(|(method, path, _)| {
                let method = if *method == Get { "get" } else { "post" };
                // The banner is a part of the look with a right of its own.
                (method.to_owned(), path.replace("/look/banner", "/look/{part}"))
            })
            .collect();
        assert_eq!(routes.symmetric_difference(&rows).collect::<Vec<_>>(), Vec::<&(String, String)>::new());
    }

    #[test]
    fn each_right_is_one_of_the_api() {
        let document: Value = serde_json::from_str(include_str!("../../../docs/openapi.json")).unwrap();
        let paths = document["paths"].as_object().unwrap();
        let known: BTreeSet<(String, String, String)> = paths
            .values()
            .flat_map(|methods| methods.as_object().unwrap().values())
            .filter_map(|operation| {
                let right = operation.get("x-permission")?;
                let word = |name: &str| right.get(name).and_then(Value::as_str).map(str::to_owned);
                Some((word("scope")?, word("tab")?, word("function")?))
            })
            .collect();
        for (_, path, need) in TABLE {
            let (All(rights) | Any(rights)) = need else { continue };
            for right in *rights {
                let [scope, tab, cap] = [right.scope, right.tab, right.cap].map(str::to_owned);
                assert!(known.contains(&(scope, tab, cap)), "{path}: {right:?}");
            }
        }
    }

    fn rights(scopes: &[&str], functions: Value) -> EffectiveRights {
        let rights = json!({
            "scopes": scopes, "functions": functions, "expires_at": null, "workspace": "w", "currency": "USD",
        });
        serde_json::from_value(rights).unwrap()
    }

    #[test]
    fn a_key_opens_what_its_rights_show() {
        let codes = rights(&["read"], json!({ "qr": ["view", "edit"] }));
        let export = rights(
            &["read", "write"],
            json!({ "integrations": ["view", "export"], "notifications": ["edit"] }),
        );
        for (rights, method, path, expected) in [
            (&codes, Get, "/domains/a.example/codes?family=dots#studio", true),
            (&codes, Get, "/domains/a.example", true),
            (&codes, Get, "/domains/a.example/page", false),
            (&codes, Get, "/domains/a.example/codes/7/image.svg", true),
            // The key may only read.
            (&codes, Post, "/domains/a.example/codes", false),
            (&codes, Get, "/", true),
            (&codes, Get, "/copy", false),
            (&export, Get, "/transfer", true),
            (&export, Post, "/transfer/import", false),
            (&export, Get, "/transfer/links.csv", false),
            (&export, Post, "/domains/a.example/look/gate", false),
            (&export, Get, "/nowhere", false),
        ] {
            assert_eq!(is_allowed(rights, method, path), expected, "{method:?} {path}");
        }
    }

    #[test]
    fn the_banner_has_a_right_of_its_own() {
        let banner = rights(&["read", "write"], json!({ "notifications": ["view", "edit"] }));
        assert!(is_allowed(&banner, Post, "/domains/a.example/look/banner"));
        assert!(!is_allowed(&banner, Post, "/domains/a.example/look/gate"));
    }
}
