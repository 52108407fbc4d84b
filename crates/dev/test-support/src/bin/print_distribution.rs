//! Prints the statements that distribute the tables by owner, or the reason why that is impossible.

use std::process::ExitCode;

use adapter_postgres::distribution::{Catalogue, exceptions};
use test_support::TestDatabase;

fn main() -> anyhow::Result<ExitCode> {
    tokio::runtime::Runtime::new()?.block_on(async {
        let database = TestDatabase::create().await?;
        let (client, driver) = adapter_postgres::connect(database.url()).await?;
        tokio::spawn(driver);
        let catalogue = Catalogue::read(&client).await?;
        let errors = catalogue.errors();
        if !errors.is_empty() {
            errors.iter().for_each(|error| eprintln!("error: {error}"));
            return Ok(ExitCode::FAILURE);
        }
        for (table, reason) in exceptions() {
            println!("-- {table}: {reason}");
        }
        println!("BEGIN;");
        catalogue.statements().iter().for_each(|statement| println!("{statement};"));
        println!("COMMIT;");
        Ok(ExitCode::SUCCESS)
    })
}
