//! Memory protection and memory size of this process. Its memory holds keys and tokens.

/// Prevents core dumps, and access to this process's memory by other processes of the same user.
#[cfg(target_os = "linux")]
pub fn disable_core_dumps() -> std::io::Result<()> {
    Ok(nix::sys::prctl::set_dumpable(false)?)
}

/// Disables huge pages, with which an idle process holds twice the memory. They had no measurable
/// benefit at the edge.
#[cfg(target_os = "linux")]
pub fn disable_huge_pages() -> std::io::Result<()> {
    Ok(nix::sys::prctl::set_thp_disable(true)?)
}

/// Does nothing on this system.
#[cfg(not(target_os = "linux"))]
pub fn disable_huge_pages() -> std::io::Result<()> {
    Ok(())
}

/// Does nothing on this system.
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
