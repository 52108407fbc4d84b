//! The shapes that an installation grows through, what each is limited by, and which machines it takes.

use std::fmt;

use super::figures::{Figures, Machine};
use super::needs::Needs;

/// Touches may wait this many hours at most.
const MOST_HOURS: f64 = 1.0;
/// The processors of the process whose connections were counted.
const CORES_OF_A_PROCESS: f64 = 4.0;
/// The numbers of nodes that are tried.
const NODES: [usize; 6] = [2, 4, 8, 16, 32, 64];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Program and database on one machine.
    OneNode,
    /// The database on a machine of its own, a standby beside it, the program on as many as it needs.
    Replica,
    /// The same behind a pooler.
    Pooler,
    /// The same over several nodes, by owner, each with a standby.
    Citus,
}

impl Shape {
    pub(super) const ALL: [Self; 4] = [Self::OneNode, Self::Replica, Self::Pooler, Self::Citus];
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OneNode => "one node",
            Self::Replica => "replica",
            Self::Pooler => "pooler",
            Self::Citus => "Citus",
        })
    }
}

/// What ends first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Limit {
    Processors,
    Memory,
    Disk,
    Connections,
    /// Touches wait longer than they may.
    TouchesWait,
    /// The rows of one owner are on one node.
    LargestOwner,
    /// The processors of the one server that plans every statement.
    Coordinator,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Processors => "processors",
            Self::Memory => "memory",
            Self::Disk => "disk",
            Self::Connections => "connections",
            Self::TouchesWait => "touches wait",
            Self::LargestOwner => "largest owner",
            Self::Coordinator => "coordinator",
        })
    }
}

/// How a load fits a shape.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fit {
    pub(super) shape: Shape,
    /// What is used most, and how much of it; above 1 it does not fit on the largest machines.
    pub(super) limit: Limit,
    pub(super) used: f64,
    /// What to buy.
    pub(super) machines: Vec<(usize, Machine, &'static str)>,
}

impl Fit {
    pub(super) fn fits(&self) -> bool {
        self.used <= 1.0
    }
}

/// The smallest machines of a shape that bear a load; the largest, with what ends first, where none do.
pub(super) fn fit(shape: Shape, needs: &Needs, figures: &Figures) -> Fit {
    let sizes = sizes(shape, figures);
    let mut last = None;
    for (nodes, machine) in sizes {
        let (limit, used) = most_used(shape, nodes, machine, needs, figures);
        let fit = Fit { shape, limit, used, machines: list(shape, nodes, machine, needs, figures) };
        if fit.fits() {
            return fit;
        }
        last = Some(fit);
    }
    last.unwrap_or(Fit { shape, limit: Limit::Processors, used: f64::INFINITY, machines: Vec::new() })
}

/// What may be bought, the fewest cores first.
fn sizes(shape: Shape, figures: &Figures) -> Vec<(usize, Machine)> {
    if shape != Shape::Citus {
        return figures.machines.iter().map(|machine| (1, *machine)).collect();
    }
    let largest = figures.machines.iter().skip((figures.machines.len() / 2).saturating_sub(1));
    let all = NODES.iter().flat_map(|nodes| largest.clone().map(|machine| (*nodes, *machine)));
    let mut all: Vec<_> = all.collect();
    // Beside the nodes there is a coordinator of their size.
    let cores = |(nodes, machine): &(usize, Machine)| (*nodes as f64 + 1.0) * machine.cores;
    all.sort_by(|one, other| cores(one).total_cmp(&cores(other)));
    all
}

fn most_used(shape: Shape, nodes: usize, machine: Machine, needs: &Needs, figures: &Figures) -> (Limit, f64) {
    let share = share(shape, nodes, needs);
    let coordinator = coordinator(shape, figures);
    let touch = if shape == Shape::Citus { figures.distribution.touches.value } else { 1.0 };
    let cores = machine.cores * figures.busy.value;
    let at_once = match shape {
        Shape::OneNode => needs.edge + needs.at_once,
        Shape::Replica | Shape::Pooler => needs.at_once - needs.standby,
        Shape::Citus => needs.at_once_distributed * (1.0 - coordinator) * share,
    };
    let planned = needs.at_once_distributed * coordinator;
    // Work on touches may be put off: it has what the busiest minute of the rest leaves, and waits in its own peaks.
    let left = (cores - at_once) / (touch * (1.0 - coordinator) * share);
    let left = if coordinator > 0.0 { left.min((cores - planned) / (touch * coordinator)) } else { left };
    let wait = if left > 0.0 { needs.touches_wait(left) / MOST_HOURS } else { 0.0 };
    let all = [
        (Limit::Processors, at_once / cores),
        (Limit::Coordinator, planned / cores),
        (Limit::TouchesWait, wait),
        (Limit::Memory, needs.memory * share / (machine.memory * figures.buffers.value)),
        (Limit::Disk, needs.disk * share / (machine.disk * figures.full.value)),
        match shape {
            Shape::Pooler | Shape::Citus => (Limit::Connections, 0.0),
            Shape::OneNode => (Limit::Connections, connections(at_once / figures.busy.value, figures)),
            Shape::Replica => (Limit::Connections, connections(program_cores(needs, figures), figures)),
        },
    ];
    let most = |most: (Limit, f64), next: (Limit, f64)| if next.1 > most.1 { next } else { most };
    let (limit, used) = all.into_iter().fold((Limit::Processors, 0.0), most);
    // More nodes do not help where one owner has more than the share of a node.
    let is_one_owner =
        shape == Shape::Citus && limit != Limit::Coordinator && share > 1.0 / nodes as f64 && used > 1.0;
    if is_one_owner { (Limit::LargestOwner, used) } else { (limit, used) }
}

/// What of all rows the fullest node has.
fn share(shape: Shape, nodes: usize, needs: &Needs) -> f64 {
    match shape {
        Shape::Citus => (1.0 / nodes as f64).max(needs.largest_owner),
        _ => 1.0,
    }
}

/// What of all work the coordinator does.
fn coordinator(shape: Shape, figures: &Figures) -> f64 {
    if shape == Shape::Citus { figures.distribution.coordinator.value / 100.0 } else { 0.0 }
}

/// What of the connections of a server the processes on so many cores take.
fn connections(cores: f64, figures: &Figures) -> f64 {
    let processes = (cores / CORES_OF_A_PROCESS).max(1.0);
    processes * figures.connections_of_a_process.value / figures.connections.value
}

/// The cores of all machines of the program.
fn program_cores(needs: &Needs, figures: &Figures) -> f64 {
    let (count, machine) = program(needs, figures);
    count as f64 * machine.map_or(1.0, |machine| machine.cores)
}

/// The machines of the program: how many, and which. At least two, so that one may go.
fn program(needs: &Needs, figures: &Figures) -> (usize, Option<Machine>) {
    let machine = figures.machines.iter().find(|machine| machine.cores >= 8.0).copied();
    let cores = machine.map_or(1.0, |machine| machine.cores) * figures.busy.value;
    let count = ((needs.edge + needs.at_once) / cores).ceil().max(2.0);
    (count as usize, machine)
}

fn list(
    shape: Shape,
    nodes: usize,
    machine: Machine,
    needs: &Needs,
    figures: &Figures,
) -> Vec<(usize, Machine, &'static str)> {
    if shape == Shape::OneNode {
        return vec![(1, machine, "everything")];
    }
    let mut list: Vec<_> = match shape {
        Shape::Citus => {
            vec![(2, machine, "coordinator and standby"), (2 * nodes, machine, "nodes and standbys")]
        }
        _ => vec![(2, machine, "database and standby")],
    };
    let (count, machine) = program(needs, figures);
    list.extend(machine.map(|machine| (count, machine, "program")));
    list
}
