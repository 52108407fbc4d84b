use broadcast_gate::{Campaigns, MockCampaignPorts, PacePolicy, Screening};
use kernel::{OwnerId, UnixTime};

#[tokio::test]
async fn all_ports_can_be_replaced() {
    let mut mocks = MockCampaignPorts::at(UnixTime::from_seconds(1_795_176_000));
    mocks.campaigns.expect_list().returning(|_, _, _| Ok(Vec::new()));
    let campaigns = Campaigns::new(mocks.into_ports(), Screening::default(), PacePolicy::default());
    assert!(campaigns.list(OwnerId::new(1), None, 10).await.unwrap().is_empty());
}
