//! API keys.

use actix_web::get;
use api_contract::keys::EffectiveRights;
use auth_scopes::{Caller, Scope};
use kernel::UnixTime;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::http::answer::Answer;
use crate::http::auth::Authenticated;
use crate::http::error::ApiError;

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(effective_rights);
}

/// What the calling key may do, so that an integrator sees why it is refused elsewhere. Every valid key may ask.
#[utoipa::path(tag = "keys", responses((status = 200, body = EffectiveRights)))]
#[get("/api-keys/self")]
async fn effective_rights(who: Authenticated) -> Result<Answer, ApiError> {
    Answer::ok(&rights_of(who.caller()))
}

fn rights_of(caller: &Caller) -> EffectiveRights {
    let functions = caller.rights.by_tab().map(|(tab, rights)| {
        let names = rights.into_iter().map(|right| right.function().to_owned()).collect();
        (tab.word().to_owned(), names)
    });
    EffectiveRights {
        scopes: caller.scopes.iter().map(Scope::word).map(str::to_owned).collect(),
        functions: functions.collect(),
        expires_at: caller.expires_at.map(UnixTime::seconds),
    }
}
