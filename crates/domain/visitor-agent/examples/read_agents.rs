//! Reads user agents from the standard input, one a line, and prints what they tell.
//!
//! `cargo run -p visitor-agent --example read_agents < agents.txt`

use std::io::BufRead as _;

fn main() -> std::io::Result<()> {
    for line in std::io::stdin().lock().split(b'\n') {
        let line = line?;
        let agent = visitor_agent::read(&line);
        let device = agent.device.map_or("-", visitor_agent::Device::as_str);
        let os = agent.os.map_or("-", visitor_agent::Os::as_str);
        let browser = agent.browser.map_or("-", visitor_agent::Browser::as_str);
        let in_app = agent.in_app.map_or("-", visitor_agent::InApp::as_str);
        let text = String::from_utf8_lossy(&line);
        println!("{:?}\t{device}\t{os}\t{browser}\t{in_app}\t{text}", agent.sender);
    }
    Ok(())
}
