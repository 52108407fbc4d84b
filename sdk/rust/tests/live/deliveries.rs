//! Tests of webhooks and of the examples.

use std::time::Duration;

use funnel_sdk::Client;
use funnel_sdk::types::{WebhookCreate, WebhookFilter};
use funnel_sdk::webhook::Webhook;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::LocalSet;

use crate::{paging, webhook_receiver};

#[tokio::test]
async fn the_example_of_paging_counts_what_there_is() {
    let members = Client::from_env().unwrap().members().list().all().collect().await.unwrap();
    // Other tests may change the number of members meanwhile.
    assert!(paging::count().await.unwrap() >= members.len().saturating_sub(10));
}

#[tokio::test]
async fn the_example_of_a_receiver_takes_what_the_service_signs_and_nothing_else() {
    // A server of actix-web stays on the thread that started it.
    LocalSet::new().run_until(deliver_to_the_example()).await;
}

async fn deliver_to_the_example() {
    let client = Client::from_env().unwrap();
    for (is_right, status) in [(true, 204), (false, 400)] {
        let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
        let body = WebhookCreate {
            url: format!("http://127.0.0.1:{port}/hooks"),
            events: vec![WebhookFilter::KeyRevoked],
            ..WebhookCreate::default()
        };
        let made = client.webhooks().create(&body).await.unwrap();
        let secret = made.secret.clone().unwrap();
        let other = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
        let webhook = Webhook::new(if is_right { secret.expose() } else { other }).unwrap();
        let receiver = tokio::task::spawn_local(webhook_receiver::receive(webhook, port));
        let listens = async {
            while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), listens).await.unwrap();
        let tested = client.webhooks().test(&made.id).await.unwrap();
        assert_eq!((tested.delivered, tested.status), (is_right, Some(status)), "{}", tested.answer);
        client.webhooks().delete(&made.id).await.unwrap();
        receiver.abort();
    }
}
