//! PostgreSQL's extension Citus, for tests of the distributed shape. The service does not link it.

use std::path::{Path, PathBuf};
use std::process::Command;

use local_postgres::{Citus, Durability, Error};
use nix::unistd::geteuid;

use crate::process::{run as run_command, say};
use crate::workspace::{SHARED_DATA, has_nextest, shared_data, target_folder};

/// Script that builds and installs Citus, below the folder of shared data.
const SCRIPT: &str = "citus/build.sh";

/// Tests of a short run on a distributed database: one for each noun of the API, the jobs of workers, and crashes of
/// the program and its database.
const SHORT: [&str; 29] = [
    "appearance::sections_are_replaced_as_a_whole_reset_by_null_and_kept_when_absent",
    "audit::each_change_by_the_api_is_written_down",
    "banners::a_banner_takes_over_and_parts_from_a_preset",
    "broadcasts::a_scheduled_campaign_shows_its_start_and_goes_back_to_a_draft",
    "conversions::a_batch_is_judged_event_by_event",
    "crashes::nothing_that_was_acknowledged_is_lost_however_often_everything_is_killed",
    "deliveries::a_worker_that_stops_in_good_order_leaves_nothing_open",
    "destinations::destinations_are_looked_at_once_their_owner_has_opted_in",
    "doctor::on_a_sound_database_everything_is_good",
    "domains::a_domain_is_pending_and_then_active",
    "drafts::a_button_moves_between_segments",
    "edge::what_is_published_is_shown_and_nothing_else",
    "engines::an_owner_is_connected_shown_and_disconnected",
    "erasure::an_erased_fan_leaves_their_money_and_nothing_else",
    "forwarding::from_a_scan_to_both_platforms",
    "forwarding::pulled_and_pushed_events_count_once_in_whatever_order",
    "idempotency::a_claim_of_a_dead_process_is_taken_over_and_old_answers_go",
    "library::an_edit_reaches_every_assigned_draft_at_once",
    "pixels::a_pixel_is_made_paused_and_deleted",
    "provisioning::one_call_makes_what_is_missing_and_the_next_finds_it",
    "provisioning::the_worker_pulls_links_that_others_made",
    "publishing::publishing_makes_versions",
    "qr::a_renamed_code_moves_its_path_and_keeps_its_label_and_its_stats",
    "races::a_removed_member_s_key_is_refused_at_once",
    "smart_links::a_smart_link_is_made_changed_and_deleted",
    "statistics::an_overview_is_that_of_the_owner_alone",
    "transfer::another_domain_gets_new_ids_once",
    "vault::a_request_is_answered_and_the_engine_notified_once",
    "webhooks::what_happens_is_sent_signed_after_the_standard",
];

/// Returns the arguments that select the tests of a short run.
pub(crate) fn short() -> [String; 2] {
    let tests: Vec<String> = SHORT.iter().map(|name| format!("test(={name})")).collect();
    ["-E".to_owned(), format!("package(funnel) & binary(it) & ({})", tests.join(" | "))]
}

/// Returns the folder of the servers of tests.
pub(crate) fn folder() -> anyhow::Result<PathBuf> {
    Ok(target_folder()?.join("test-citus"))
}

/// Whether tests can use a distributed database. Builds the extension if its sources are there; a failure is printed,
/// and other tests still run.
///
/// The build may upgrade PostgreSQL, so no private server may run yet.
pub(crate) fn prepare() -> anyhow::Result<bool> {
    let missing = missing()?;
    if let Some(reason) = &missing {
        say(&format!("distributed databases are NOT tested: {reason}"));
    }
    Ok(missing.is_none())
}

fn missing() -> anyhow::Result<Option<String>> {
    if !has_nextest() {
        return Ok(Some("cargo-nextest, which chooses their tests, is not installed".to_owned()));
    }
    local_postgres::install_if_absent()?;
    if !Citus::is_installed()?
        && let Err(reason) = build(&shared_data().join(SCRIPT), geteuid().is_root())
    {
        return Ok(Some(reason));
    }
    Ok(loading_error(Citus::start_or_join(&folder()?, 0, Durability::InMemory))?)
}

/// Builds the extension with this script. The error is a reason why Citus can't be installed.
fn build(script: &Path, is_root: bool) -> Result<(), String> {
    if !script.is_file() {
        return Err(format!("Citus is not installed, and {SCRIPT} of {SHARED_DATA} is absent"));
    }
    if !is_root {
        return Err(format!("Citus is not installed, and only root can run {}", script.display()));
    }
    say(&format!("building Citus with {}", script.display()));
    run_command(&mut Command::new(script)).map_err(|error| format!("Citus can't be built: {error:#}"))
}

/// Returns the reason why servers can't load the extension, for example that it was built for another release of
/// PostgreSQL. Other errors are returned unchanged.
fn loading_error(started: Result<Citus, Error>) -> Result<Option<String>, Error> {
    match started {
        Ok(servers) => servers.stop_if_last().map(|()| None),
        Err(error @ Error::NoCitus) => Ok(Some(error.to_string())),
        Err(Error::NotStarted { problem, .. }) if problem.contains("could not load library") => {
            Ok(Some(format!("the Citus that is installed does not fit PostgreSQL: {problem}")))
        }
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;
    use crate::workspace::root;

    #[test]
    fn the_tests_of_a_short_run_are_there() {
        for name in SHORT {
            let (module, test) = name.split_once("::").unwrap();
            let text = fs::read_to_string(root().join(format!("apps/funnel/tests/it/{module}.rs"))).unwrap();
            assert!(text.contains(&format!("fn {test}()")), "{name}");
        }
        let [option, filter] = short();
        assert_eq!(option, "-E");
        assert!(
            filter.starts_with("package(funnel) & binary(it) & (test(=appearance::sections_"),
            "{filter}"
        );
        assert!(filter.ends_with("_after_the_standard))"), "{filter}");
    }

    #[test]
    fn a_run_goes_on_without_what_can_t_be_built() {
        let folder = tempfile::tempdir().unwrap();
        let script = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, Permissions::from_mode(0o700)).unwrap();
            path
        };
        let reason = |path: PathBuf, is_root| build(&path, is_root).unwrap_err();
        assert!(reason(folder.path().join("nothing"), true).ends_with("is absent"));
        let builds = script("builds", "#!/bin/sh\n");
        assert!(reason(builds.clone(), false).contains("only root"));
        assert_eq!(build(&builds, true), Ok(()));
        let failed = reason(script("fails", "#!/bin/sh\nexit 3\n"), true);
        assert!(failed.starts_with("Citus can't be built: ") && !failed.contains('\n'), "{failed}");
    }

    #[test]
    fn a_run_goes_on_without_what_does_not_load_and_not_past_other_errors() {
        let not_started =
            |problem: &str| Error::NotStarted { problem: problem.to_owned(), log: PathBuf::new() };
        let symbol =
            "FATAL:  could not load library \"/usr/lib/citus.so\": undefined symbol: have_createdb_privilege";
        assert!(loading_error(Err(not_started(symbol))).unwrap().unwrap().contains("undefined symbol"));
        assert!(loading_error(Err(Error::NoCitus)).unwrap().is_some());
        assert!(loading_error(Err(not_started("FATAL:  out of memory"))).is_err());
    }
}
