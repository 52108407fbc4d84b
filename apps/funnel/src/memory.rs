//! The memory of this process: what others may see of it, in which keys and tokens are, and how much it takes.

/// No core dump is written of this process, and no other process of the same user may look into it.
#[cfg(target_os = "linux")]
pub fn disable_core_dumps() -> std::io::Result<()> {
    Ok(nix::sys::prctl::set_dumpable(false)?)
}

/// The allocator asks for huge pages, of which an idle process would hold twice as much as it uses. What they save in
/// look-ups of addresses could not be measured at the edge.
#[cfg(target_os = "linux")]
pub fn disable_huge_pages() -> std::io::Result<()> {
    Ok(nix::sys::prctl::set_thp_disable(true)?)
}

/// Nothing to do here that is known of.
#[cfg(not(target_os = "linux"))]
pub fn disable_huge_pages() -> std::io::Result<()> {
    Ok(())
}

/// Nothing to do here that is known of.
#[cfg(not(target_os = "linux"))]
pub fn disable_core_dumps() -> std::io::Result<()> {
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #[test]
    fn a_hidden_process_is_not_dumped() {
        super::disable_core_dumps().unwrap();
        assert!(!nix::sys::prctl::get_dumpable().unwrap());
    }

    #[test]
    fn a_small_process_gets_no_huge_pages() {
        super::disable_huge_pages().unwrap();
        assert!(nix::sys::prctl::get_thp_disable().unwrap());
    }
}
