//! Process that holds the server of a data folder until its standard input closes. Tests kill it.

use std::error::Error;
use std::path::Path;

use local_postgres::{Durability, Server, Settings};

fn main() -> Result<(), Box<dyn Error>> {
    let data = std::env::args_os().nth(1).ok_or("the argument must be a data folder")?;
    let settings = Settings { durability: Durability::Unsafe, ..Settings::new(Path::new(&data)) };
    let server = Server::start_or_join(&settings)?;
    println!("holding {}", server.port());
    std::io::stdin().read_line(&mut String::new())?;
    Ok(())
}
