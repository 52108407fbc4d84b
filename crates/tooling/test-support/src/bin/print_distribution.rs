//! Prints the statements that distribute the tables by owner, or what stands against it.

use std::process::ExitCode;

use test_support::TestDatabase;
use test_support::distribution::{Catalogue, exceptions};

fn main() -> anyhow::Result<ExitCode> {
    tokio::runtime::Runtime::new()?.block_on(async {
        let database = TestDatabase::create().await?;
        let catalogue = Catalogue::read(database.url()).await?;
        let errors = catalogue.errors();
        if !errors.is_empty() {
            errors.iter().for_each(|error| eprintln!("error: {error}"));
            return Ok(ExitCode::FAILURE);
        }
        for (table, reason) in exceptions() {
            println!("-- {table}: {reason}");
        }
        catalogue.statements().iter().for_each(|statement| println!("{statement}"));
        Ok(ExitCode::SUCCESS)
    })
}
