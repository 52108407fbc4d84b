//! Checks addresses of engines in different notations.
use engine_link::{AddressPolicy, BaseUrl};

fn main() {
    for text in ["https://1.1.1.1", "http://2130706433", "http://[::ffff:10.0.0.1]", "ftp://e.example"] {
        match text.parse::<BaseUrl>() {
            Ok(url) => println!("{text} is acceptable: {}", url.is_acceptable(AddressPolicy::PublicOnly)),
            Err(errors) => println!("{text}: {errors}"),
        }
    }
}
