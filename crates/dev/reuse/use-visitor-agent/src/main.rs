use visitor_agent::{Sender, read};

fn main() {
    assert_eq!(read(b"curl/8.4.0").sender, Sender::Program);
    assert_eq!(read(b"WhatsApp/2.23.20.0 A").sender, Sender::Preview);
}
