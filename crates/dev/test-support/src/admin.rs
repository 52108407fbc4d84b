use anyhow::Context as _;
use tokio_postgres::{Client, NoTls};

/// Opens a session on the server's maintenance database.
pub(crate) async fn connect(url: &str) -> anyhow::Result<Client> {
    let (client, connection) =
        tokio_postgres::connect(url, NoTls).await.context("the test server can't be reached")?;
    tokio::spawn(async move {
        // A lost connection also fails the statement that needs it.
        let _ = connection.await;
    });
    Ok(client)
}

/// Replaces the database in a URL.
pub(crate) fn with_database(url: &str, database: &str) -> String {
    let (address, parameters) = match url.split_once('?') {
        Some((address, parameters)) => (address, format!("?{parameters}")),
        None => (url, String::new()),
    };
    let authority = address.find("://").map_or(0, |at| at + 3);
    let end =
        address.get(authority..).and_then(|rest| rest.find('/')).map_or(address.len(), |at| authority + at);
    format!("{}/{database}{parameters}", address.get(..end).unwrap_or(address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_the_database_and_nothing_else() {
        for (url, expected) in [
            ("postgres://u:p@127.0.0.1:5432/postgres", "postgres://u:p@127.0.0.1:5432/t"),
            ("postgres://u:p@127.0.0.1:5432", "postgres://u:p@127.0.0.1:5432/t"),
            ("postgres://u@h/x?sslmode=disable", "postgres://u@h/t?sslmode=disable"),
            ("postgres://u:p@%2Ftmp%2Fs:5432/x", "postgres://u:p@%2Ftmp%2Fs:5432/t"),
        ] {
            assert_eq!(with_database(url, "t"), expected);
        }
    }
}
