use kernel::UnixTime;
use touches::{first_of, is_bot};

fn main() {
    let visits = [0, 20, 40].map(|minute| UnixTime::from_seconds(minute * 60));
    assert_eq!(first_of(None, &visits), [true, false, true]);
    assert!(is_bot("curl/8.4.0"));
}
