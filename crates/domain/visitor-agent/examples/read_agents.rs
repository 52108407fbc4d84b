//! Reads user agents from the standard input, one a line, and prints what they tell.
//!
//! `cargo run -p visitor-agent --example read_agents < agents.txt`

use std::io::{BufRead as _, Write as _};

fn main() -> std::io::Result<()> {
    let mut output = std::io::stdout().lock();
    for line in std::io::stdin().lock().split(b'\n') {
        let line = line?;
        let agent = visitor_agent::read(&line);
        let words = [
            agent.device.map_or("-", visitor_agent::Device::as_str),
            agent.os.map_or("-", visitor_agent::Os::as_str),
            agent.browser.map_or("-", visitor_agent::Browser::as_str),
            agent.in_app.map_or("-", visitor_agent::InApp::as_str),
        ];
        write!(output, "{:?}\t{}\t", agent.sender, words.join("\t"))?;
        output.write_all(&line)?;
        output.write_all(b"\n")?;
    }
    Ok(())
}
