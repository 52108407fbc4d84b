use kernel::UnixTime;
use touches::first_of;

fn main() {
    let visits = [0, 20, 40].map(|minute| UnixTime::from_seconds(minute * 60));
    assert_eq!(first_of(None, &visits), [true, false, true]);
}
