//! The landing draft: segments, buttons, conditions, experiments, copying, publishing; domains and their provisioning.
