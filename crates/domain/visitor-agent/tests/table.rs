//! Single user agents, each of a kind that was read wrongly once.

use proptest::prelude::*;
use visitor_agent::{Browser, Device, InApp, Os, Sender, read};

#[test]
fn each_user_agent_of_the_table_is_read_so() {
    let lines = include_str!("table.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut wrong = Vec::new();
    for line in lines {
        let columns: Vec<&str> = line.splitn(6, '\t').collect();
        let [sender, device, os, browser, app, agent] = columns[..] else { panic!("{line}") };
        let read = read(agent.as_bytes());
        let found = [
            match read.sender {
                Sender::Person => "person",
                Sender::Program => "program",
                Sender::Preview => "preview",
            },
            read.device.map_or("-", Device::as_str),
            read.os.map_or("-", Os::as_str),
            read.browser.map_or("-", Browser::as_str),
            read.in_app.map_or("-", InApp::as_str),
        ];
        let expected = [sender, device, os, browser, app];
        if expected.iter().zip(found).any(|(expected, found)| *expected != "*" && *expected != found) {
            wrong.push(format!("{found:?} instead of {expected:?}: {agent}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn bytes_that_are_no_text_are_read_around() {
    let header = b"Mozilla/5.0 (Linux; Android 13; SM-A515F; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131 Mobile Safari/537.36 [FBAN/FB4A;FBCR/T\xfcrk Telekom;]";
    let agent = read(header);
    assert_eq!((agent.sender, agent.in_app), (Sender::Person, Some(InApp::Facebook)));
    assert_eq!((agent.device, agent.os), (Some(Device::Mobile), Some(Os::Android)));
}

proptest! {
    #[test]
    fn any_bytes_are_read_the_same_each_time(header in proptest::collection::vec(any::<u8>(), 0..3_000)) {
        prop_assert_eq!(read(&header), read(&header));
    }

    #[test]
    fn the_web_view_of_any_app_is_that_of_an_app(app in "[A-Z][a-z]{8,12}") {
        for header in [
            format!("Mozilla/5.0 (Linux; Android 13; SM-A515F; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 {app}/1.0"),
            format!("Mozilla/5.0 (Linux; Android 13; SM-A515F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36 {app}/1.0"),
            format!("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 {app}/1.0"),
            format!("Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1 {app}/1.0"),
        ] {
            prop_assert_ne!(read(header.as_bytes()).in_app, Some(InApp::None), "{}", header);
        }
    }

    #[test]
    fn the_model_of_a_phone_never_makes_a_program(model in "[A-Za-z0-9_ -]{1,20}") {
        let header = format!("Mozilla/5.0 (Linux; Android 13; {model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36");
        prop_assert_eq!(read(header.as_bytes()).sender, Sender::Person);
    }
}
