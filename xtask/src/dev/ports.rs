/// Ports on 127.0.0.1 of the parts of the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ports {
    pub(crate) api: u16,
    pub(crate) edge: u16,
    pub(crate) management: u16,
    /// Reserved for the simulated engine, even if it does not run.
    pub(crate) engine_sim: u16,
    pub(crate) postgres: u16,
    pub(crate) dashboard: u16,
}

impl Ports {
    /// Returns six consecutive ports; the base is at most 65530.
    pub(crate) fn from_base(base: u16) -> Self {
        let port = |offset: u16| base.saturating_add(offset);
        let (engine_sim, postgres, dashboard) = (port(3), port(4), port(5));
        Self { api: base, edge: port(1), management: port(2), engine_sim, postgres, dashboard }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ports_follow_the_base() {
        let (engine_sim, postgres, dashboard) = (8083, 8084, 8085);
        let expected = Ports { api: 8080, edge: 8081, management: 8082, engine_sim, postgres, dashboard };
        assert_eq!(Ports::from_base(8080), expected);
        assert_eq!(Ports::from_base(65530).dashboard, 65535);
    }
}
