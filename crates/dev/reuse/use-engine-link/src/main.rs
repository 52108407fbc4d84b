use engine_link::{AddressPolicy, BaseUrl};

fn main() {
    let url: BaseUrl = "http://2130706433".parse().unwrap();
    assert!(!url.is_acceptable(AddressPolicy::PublicOnly));
}
