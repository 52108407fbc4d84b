//! Prints a signed message as an endpoint receives it.
use kernel::UnixTime;
use webhooks::{Event, Message, Secret, Secrets};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let now = UnixTime::from_seconds(1_795_176_000);
    let current = Secret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".into()).ok_or("no secret")?;
    // A real program uses the operating system's random numbers.
    let entropy = |buffer: &mut [u8]| buffer.fill(1);
    let message = Message::of(&Event::KeyCreated { id: 7 }, now, &entropy);
    let sent = message.signed(&Secrets { current, previous: None }, now);
    println!("webhook-id: {}\nwebhook-timestamp: {}", sent.id, sent.timestamp);
    println!("webhook-signature: {}\n\n{}", sent.signature, sent.body);
    Ok(())
}
