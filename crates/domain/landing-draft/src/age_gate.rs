//! 18+ gate in front of a page.

use kernel::{Location, ValidationErrors, words};
use serde_json::Value;

use crate::reading::{Fields, alone, written};

words! {
    /// Age check for visitors.
    AgeGateMode {
        /// Visitors confirm that they are adults.
        Confirm = "confirm",
        /// Visitors enter their date of birth.
        Birthdate = "birthdate",
    }
}

/// Settings of the 18+ gate. `None` means the stock look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AgeGateUi {
    /// Whether the gate is shown.
    pub enabled: Option<bool>,
    /// Age check for visitors.
    pub mode: Option<AgeGateMode>,
    /// Whether the page behind the gate is visible but blurred.
    pub blur: Option<bool>,
}

impl AgeGateUi {
    pub(crate) fn read(node: &Value, at: &Location, errors: &mut ValidationErrors) -> Option<Self> {
        let fields = Fields::of(node, at, &["enabled", "mode", "blur"], errors)?;
        Some(Self {
            enabled: fields.flag("enabled", errors),
            mode: fields.word("mode", errors, AgeGateMode::WORDS, AgeGateMode::parse),
            blur: fields.flag("blur", errors),
        })
    }

    pub(crate) fn to_json(self) -> Value {
        written([
            ("enabled", self.enabled.map(Value::from)),
            ("mode", self.mode.map(|mode| mode.as_str().into())),
            ("blur", self.blur.map(Value::from)),
        ])
    }
}

kernel::json_value!(AgeGateUi, |node: &Value| alone(node, AgeGateUi::read));
