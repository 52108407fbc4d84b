use kernel::{CountryCode, Hostname};

fn main() {
    assert_eq!(Hostname::parse("Links.Example.com").unwrap().as_str(), "links.example.com");
    assert_eq!(CountryCode::parse("Germany"), None);
}
