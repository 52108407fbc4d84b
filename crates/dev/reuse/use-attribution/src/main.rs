use attribution::assign::{KnownLink, LinkId, attribute};
use kernel::Hostname;

fn main() {
    let link = KnownLink { id: LinkId::new(7), domain: Hostname::parse("links.example.com").unwrap() };
    let attributed = attribute(None, Some(&link));
    assert_eq!(attributed.and_then(|found| found.link), Some(LinkId::new(7)));
}
