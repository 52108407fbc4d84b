//! What others may see of this process's memory, in which keys and tokens lie.

/// No core dump is written of this process, and no other process of the same user may look into it.
#[cfg(target_os = "linux")]
pub fn hide() -> std::io::Result<()> {
    Ok(nix::sys::prctl::set_dumpable(false)?)
}

/// Nothing to do here that is known of.
#[cfg(not(target_os = "linux"))]
pub fn hide() -> std::io::Result<()> {
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #[test]
    fn a_hidden_process_is_not_dumped() {
        super::hide().unwrap();
        assert!(!nix::sys::prctl::get_dumpable().unwrap());
    }
}
