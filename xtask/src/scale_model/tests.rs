use super::figures::{Distribution, Figures, Machine};
use super::needs::Needs;
use super::shapes::{Limit, Shape, fit};
use super::year::Year;
use super::{costs, steps};

fn figures() -> Figures {
    Figures::read().unwrap()
}

fn needs(figures: &Figures, times: f64) -> Needs {
    Needs::of(figures, &Year::simulate(1), times)
}

/// A load that takes little of everything, on one size of machine that has much of everything.
fn small() -> (Figures, Needs) {
    let mut figures = figures();
    figures.machines = vec![Machine { cores: 10.0, memory: 100.0, disk: 1_000.0 }];
    let needs = Needs {
        edge: 0.1,
        at_once: 0.1,
        standby: 0.0,
        at_once_distributed: 0.1,
        touches: vec![0.1; 24],
        disk: 1.0,
        memory: 1.0,
        largest_owner: 0.01,
    };
    (figures, needs)
}

#[test]
fn whatever_takes_most_is_named() {
    let (figures, few) = small();
    let limit = |needs: Needs| fit(Shape::OneNode, &needs, &figures).limit;
    assert_eq!(limit(Needs { edge: 5.0, ..few.clone() }), Limit::Processors);
    assert_eq!(limit(Needs { at_once: 50.0, touches: vec![], ..few.clone() }), Limit::Processors);
    assert_eq!(limit(Needs { memory: 45.0, ..few.clone() }), Limit::Memory);
    assert_eq!(limit(Needs { disk: 790.0, ..few.clone() }), Limit::Disk);
    assert_eq!(limit(Needs { touches: vec![9.0; 24], ..few.clone() }), Limit::TouchesWait);
    let many = Needs { edge: 100.0, ..few.clone() };
    assert_eq!(fit(Shape::Replica, &many, &figures).limit, Limit::Connections);
    assert_ne!(fit(Shape::Pooler, &many, &figures).limit, Limit::Connections);
    let uneven = Needs { disk: 5_000.0, largest_owner: 0.5, ..few.clone() };
    assert_eq!(fit(Shape::Citus, &uneven, &figures).limit, Limit::LargestOwner);
    let planned = Needs { at_once_distributed: 20.0, ..few.clone() };
    assert_eq!(fit(Shape::Citus, &planned, &figures).limit, Limit::Coordinator);
    // However many nodes share them, one coordinator plans them all.
    let stored = Needs { touches: vec![5.0; 24], ..few };
    assert_eq!(fit(Shape::Citus, &stored, &figures).limit, Limit::TouchesWait);
}

#[test]
fn each_kind_of_work_is_distributed_at_its_own_cost() {
    let plain = figures();
    let of = |change: fn(&mut Figures)| {
        let mut figures = plain.clone();
        change(&mut figures);
        needs(&figures, 100.0).at_once_distributed
    };
    let once = |figures: &mut Figures| {
        let Distribution { touches, events, messages, reads, .. } = &mut figures.distribution;
        [touches, events, messages, reads].into_iter().for_each(|figure| figure.value = 1.0);
    };
    let all = needs(&plain, 100.0);
    assert!((of(once) - (all.at_once - all.standby)).abs() < 1e-9, "at no cost, it is what one server has");
    for double in [
        |figures: &mut Figures| figures.distribution.events.value *= 2.0,
        |figures: &mut Figures| figures.distribution.messages.value *= 2.0,
        |figures: &mut Figures| figures.distribution.reads.value *= 2.0,
    ] {
        assert!(of(double) > all.at_once_distributed);
    }
}

#[test]
fn touches_wait_in_a_peak_and_not_without_one() {
    let (_, few) = small();
    let peak = Needs { touches: vec![1.0, 3.0, 1.0, 0.0, 0.0], ..few };
    assert_eq!(peak.touches_wait(3.0), 0.0);
    // Of three, two are done in the hour; the one that waits is done with the next hour's in another.
    assert_eq!(peak.touches_wait(2.0), 0.5);
    assert_eq!(peak.touches_wait(0.0), f64::INFINITY);
}

#[test]
fn more_load_never_takes_less() {
    let figures = figures();
    for shape in Shape::ALL {
        let mut before = 0.0;
        let mut fitted = true;
        for times in [1.0, 2.0, 5.0, 10.0, 30.0, 100.0, 300.0, 1_000.0, 3_000.0] {
            let fit = fit(shape, &needs(&figures, times), &figures);
            let cores: f64 =
                fit.machines.iter().map(|(count, machine, _)| *count as f64 * machine.cores).sum();
            assert!(cores >= before, "{shape} at {times}: {cores} cores after {before}");
            assert!(fitted || !fit.fits(), "{shape} fits again at {times}");
            (before, fitted) = (cores, fit.fits());
        }
    }
}

#[test]
fn each_step_has_a_shape_that_bears_it_until_a_coordinator_ends() {
    let figures = figures();
    let (last, others) = super::TIMES.split_last().unwrap();
    for times in others {
        let needs = needs(&figures, *times);
        assert!(Shape::ALL.iter().any(|shape| fit(*shape, &needs, &figures).fits()), "{times}");
    }
    let most = fit(Shape::Citus, &needs(&figures, *last), &figures);
    assert!(!most.fits() && most.limit == Limit::Coordinator, "{most:?}");
    assert!(fit(Shape::OneNode, &needs(&figures, 1.0), &figures).fits());
    assert!(!fit(Shape::OneNode, &needs(&figures, 1_000.0), &figures).fits());
}

#[test]
fn the_page_shows_what_the_model_prints() {
    let (figures, year) = (figures(), Year::simulate(1));
    let page =
        std::fs::read_to_string(crate::workspace::root().join("docs/reference/scale-model.md")).unwrap();
    assert_eq!(steps(&figures, &year), steps(&figures, &Year::simulate(1)));
    let tables = [steps(&figures, &year), costs(&figures)];
    let missing: Vec<_> = tables.iter().filter(|table| !page.contains(*table)).map(String::as_str).collect();
    assert!(
        missing.is_empty(),
        "docs/reference/scale-model.md lacks what the model prints:\n{}",
        missing.join("\n")
    );
}
