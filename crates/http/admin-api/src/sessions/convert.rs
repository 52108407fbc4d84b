use crate::sessions::wire::SessionOut;
use auth_scopes::Session;

/// Converts a session.
pub fn session_out(session: &Session) -> SessionOut {
    SessionOut {
        id: session.id.to_string(),
        browser: session.browser.as_ref().map(|browser| browser.as_str().to_owned()),
        created_at: session.created_at.seconds(),
        last_seen_at: session.seen_at.seconds(),
        expires_at: session.expires_at.seconds(),
    }
}
