//! Conditions as types: what the API takes is read and written without a loss.

use funnel_sdk::types::{
    AllConditions, Condition, Conditions, Device, DeviceCondition, DeviceField, SetOperator,
};
use serde_json::{Value, json};

const PAGE: &str = include_str!("../../../../docs/reference/conditions.md");

#[test]
fn every_example_of_the_page_is_a_known_form() {
    let blocks = PAGE.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next());
    let examples: Vec<Value> = blocks.map(|block| serde_json::from_str(block).unwrap()).collect();
    assert!(examples.len() > 10, "{}", examples.len());
    for example in examples {
        let read: Conditions = serde_json::from_value(example.clone()).unwrap();
        assert!(!format!("{read:?}").contains("Other"), "{read:?}");
        assert_eq!(serde_json::to_value(&read).unwrap(), example);
    }
}

#[test]
fn a_form_of_a_later_release_is_kept() {
    for newer in [json!({ "v": 2, "none": [] }), json!({ "v": 1, "all": [{ "field": "mood", "level": 3 }] })]
    {
        let read: Conditions = serde_json::from_value(newer.clone()).unwrap();
        assert!(format!("{read:?}").contains("Other"), "{read:?}");
        assert_eq!(serde_json::to_value(&read).unwrap(), newer);
    }
}

#[test]
fn a_condition_is_built_from_its_parts() {
    let field = DeviceField::Device;
    let mobile = DeviceCondition { field, op: SetOperator::In, values: vec![Device::Mobile] };
    let all = vec![Condition::DeviceCondition(mobile)];
    let built = Conditions::AllConditions(AllConditions { v: 1, all });
    let expected = json!({ "v": 1, "all": [{ "field": "device", "op": "in", "values": ["mobile"] }] });
    assert_eq!(serde_json::to_value(built).unwrap(), expected);
}
