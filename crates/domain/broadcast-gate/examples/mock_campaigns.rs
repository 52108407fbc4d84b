//! Runs the use-case `Campaigns` with mocks in place of the store and the engine.
use broadcast_gate::{AudienceInput, Campaign, CampaignError, CampaignId, CampaignInput, Campaigns};
use broadcast_gate::{Definition, MessageInput, MockCampaignPorts, PacePolicy, Screening};
use kernel::{Acting, OwnerId, UnixTime};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), CampaignError> {
    let message = Some(MessageInput { text: Some("Hello".into()), ..Default::default() });
    let (title, mode, audience) =
        (Some("Summer".into()), Some("segmented".into()), Some(AudienceInput::default()));
    let input = CampaignInput { title, mode, audience, message, ..Default::default() };
    let definition = Definition::parse(&input).map_err(CampaignError::Invalid)?;
    let mut mocks = MockCampaignPorts::at(UnixTime::from_seconds(1_795_176_000));
    let draft = Campaign::draft(CampaignId::new(1), definition.clone(), mocks.now);
    mocks.campaigns.expect_create().return_once(move |_, _, _, _| Ok(draft));
    let campaigns = Campaigns::new(mocks.into_ports(), Screening::default(), PacePolicy::default());
    let acting = Acting::service(OwnerId::new(1));
    campaigns.create(&acting, &definition, None).await.map(|draft| println!("{:?}", draft.status))
}
