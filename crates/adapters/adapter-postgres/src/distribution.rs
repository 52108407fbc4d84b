//! Distribution of tables by owner with Citus: checks, statements, and the current state.

mod catalogue;
mod running;

use std::collections::{BTreeMap, BTreeSet};

pub use catalogue::{Catalogue, ForeignKey, Layout, Table, UniqueKey};
pub use running::{DistributeError, distribute};

/// Distribution column of tenant tables.
const OWNER: &str = "owner_id";

/// Tables on the coordinator, each with the reason. Citus manages them, so that a transaction can write them together
/// with an owner's tables.
const COORDINATOR: [(&str, &str); 5] = [
    ("engine_accounts", "routing: whose the events of an account are, asked before an owner is known"),
    ("hostnames", "routing: whose a host is, and that nobody else has it"),
    ("key_prefixes", "routing: whose a key is"),
    ("released_hostnames", "routing: who gave a host up last"),
    ("secret_keys", "the wrapped keys of stored secrets serve all owners"),
];

/// Tables that Citus does not manage, each with the reason.
const LOCAL: [(&str, &str); 2] = [
    ("__diesel_schema_migrations", "which migrations ran"),
    ("announcements", "notifications that are about to be sent, of which a crash may lose any"),
];

/// Triggers by table, with the statements that restore them after their table is distributed: the function and the
/// trigger.
const TRIGGERS: [(&str, &str, [&str; 2]); 1] = [(
    "conversions",
    "conversions_sum_up_sales",
    [
        include_str!("distribution/sum_up_sales.sql"),
        "CREATE TRIGGER conversions_sum_up_sales AFTER INSERT ON conversions REFERENCING NEW TABLE AS inserted \
         FOR EACH STATEMENT EXECUTE FUNCTION sum_up_sales_of_part()",
    ],
)];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Tenant,
    Coordinator,
    Local,
}

fn kind(table: &str) -> Kind {
    let stands_in = |list: &[(&str, &str)]| list.iter().any(|(name, _)| *name == table);
    if stands_in(&COORDINATOR) {
        Kind::Coordinator
    } else if stands_in(&LOCAL) {
        Kind::Local
    } else {
        Kind::Tenant
    }
}

fn begins_with_owner(columns: &[String]) -> bool {
    columns.first().is_some_and(|first| first == OWNER)
}

impl Table {
    /// Returns the required layout of the table; `None` if Citus does not manage it.
    pub fn wanted(&self) -> Option<Layout> {
        match kind(&self.name) {
            Kind::Tenant => Some(Layout::ByOwner),
            Kind::Coordinator => Some(Layout::Coordinator),
            Kind::Local => None,
        }
    }
}

impl Catalogue {
    /// Returns the reasons that prevent a distribution by owner; empty if none does.
    ///
    /// Reasons:
    /// - a primary key, unique index or foreign key of a tenant table that does not begin with the owner,
    /// - an owner column of another type,
    /// - a trigger without a rule,
    /// - a table with another layout.
    pub fn errors(&self) -> Vec<String> {
        let tables = self.tables.iter().filter(|table| kind(&table.name) == Kind::Tenant);
        let mut errors: Vec<String> = tables.filter_map(|table| self.table_error(table)).collect();
        errors.extend(self.unique_keys.iter().filter_map(unique_error));
        errors.extend(self.foreign_keys.iter().filter_map(foreign_error));
        let laid_out =
            self.tables.iter().filter(|table| table.layout.is_some() && table.layout != table.wanted());
        errors.extend(laid_out.map(|table| format!("{} was laid out in another way", table.name)));
        let known: BTreeSet<&str> = self.tables.iter().map(|table| table.name.as_str()).collect();
        let listed = COORDINATOR.iter().chain(&LOCAL).map(|(name, _)| *name);
        errors.extend(
            listed.filter(|name| !known.contains(name)).map(|name| format!("{name} is listed and not there")),
        );
        let is_known = |found: &(String, String)| {
            TRIGGERS.iter().any(|(table, name, _)| (*table, *name) == (found.0.as_str(), found.1.as_str()))
        };
        let strange = self.triggers.iter().filter(|found| !is_known(found));
        errors.extend(strange.map(|(table, name)| format!("the trigger {name} of {table} is not listed")));
        errors
    }

    fn table_error(&self, table: &Table) -> Option<String> {
        let name = &table.name;
        match table.owner_type.as_deref() {
            None => Some(format!("{name} has no {OWNER} and is not listed as an exception")),
            Some("bigint") => {
                let has_key = self.unique_keys.iter().any(|key| key.primary && key.table == *name);
                (!has_key).then(|| format!("{name} has no primary key"))
            }
            Some(other) => {
                Some(format!("{name}.{OWNER} is {other}; tables are stored together only by bigint"))
            }
        }
    }

    /// Returns the tables that still have to be distributed, by name.
    pub fn pending(&self) -> impl Iterator<Item = &Table> {
        self.tables.iter().filter(|table| table.layout.is_none() && table.wanted().is_some())
    }

    /// Returns the statements that distribute the pending tables, for one transaction. Foreign keys are restored last,
    /// because Citus needs this order.
    pub fn statements(&self) -> Vec<String> {
        let pending: BTreeMap<&str, Kind> =
            self.pending().map(|table| (table.name.as_str(), kind(&table.name))).collect();
        if pending.is_empty() && self.functions.is_empty() {
            return Vec::new();
        }
        let names =
            |wanted: Kind| pending.iter().filter(move |(_, kind)| **kind == wanted).map(|(name, _)| *name);
        let is_touched = |key: &&ForeignKey| {
            [&key.table, &key.target].into_iter().any(|table| pending.contains_key(table.as_str()))
        };
        let foreign_keys: Vec<&ForeignKey> = self.foreign_keys.iter().filter(is_touched).collect();
        let triggers = || TRIGGERS.iter().filter(|(table, _, _)| pending.contains_key(table));
        // Citus rejects parallel changes of all shards next to other changes, so shards get their keys in sequence.
        let mut statements = vec!["SET LOCAL citus.multi_shard_modify_mode TO 'sequential'".to_owned()];
        statements.extend(triggers().map(|(table, name, _)| format!("DROP TRIGGER {name} ON {table}")));
        let drop = |key: &&ForeignKey| format!("ALTER TABLE {} DROP CONSTRAINT {}", key.table, key.name);
        statements.extend(foreign_keys.iter().map(drop));
        let on_coordinator = |name| format!("SELECT citus_add_local_table_to_metadata('{name}')");
        statements.extend(names(Kind::Coordinator).map(on_coordinator));
        let on_nodes = |function: &String| format!("SELECT create_distributed_function('{function}')");
        statements.extend(self.functions.iter().map(on_nodes));
        // All other tables are colocated with `owners`.
        if pending.contains_key("owners") {
            statements.push(format!(
                "SELECT create_distributed_table('owners', '{OWNER}', colocate_with => 'none')"
            ));
        }
        let beside = names(Kind::Tenant).filter(|name| *name != "owners");
        statements.extend(beside.map(|name| {
            format!("SELECT create_distributed_table('{name}', '{OWNER}', colocate_with => 'owners')")
        }));
        let add = |key: &&ForeignKey| {
            format!("ALTER TABLE {} ADD CONSTRAINT {} {}", key.table, key.name, key.definition)
        };
        statements.extend(foreign_keys.iter().map(add));
        statements.push("SET LOCAL citus.enable_unsafe_triggers TO on".to_owned());
        statements.extend(
            triggers()
                .flat_map(|(_, _, texts)| texts)
                .map(|text| text.trim_end_matches([';', '\n']).to_owned()),
        );
        statements
    }
}

fn unique_error(key: &UniqueKey) -> Option<String> {
    let broken = kind(&key.table) == Kind::Tenant && !begins_with_owner(&key.columns);
    broken.then(|| {
        let columns = key.columns.join(", ");
        format!("{} of {} does not begin with {OWNER}: ({columns})", key.name, key.table)
    })
}

fn foreign_error(key: &ForeignKey) -> Option<String> {
    let ForeignKey { table, name, target, .. } = key;
    match (kind(table), kind(target)) {
        (Kind::Tenant, Kind::Tenant)
            if begins_with_owner(&key.columns) && begins_with_owner(&key.target_columns) =>
        {
            None
        }
        (Kind::Tenant, Kind::Tenant) => {
            Some(format!("{name} of {table} refers to {target} without the owner"))
        }
        (Kind::Coordinator, Kind::Coordinator) | (Kind::Local, Kind::Local) => None,
        _ => Some(format!("{name} leads from {table} to {target}, which are on different nodes")),
    }
}

/// Returns the tables that are not distributed, each with a reason for operators.
pub fn exceptions() -> impl Iterator<Item = (&'static str, &'static str)> {
    COORDINATOR.into_iter().chain(LOCAL)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(columns: &[&str]) -> Vec<String> {
        columns.iter().map(|column| (*column).to_owned()).collect()
    }

    fn table(name: &str, owner_type: Option<&str>) -> Table {
        Table { name: name.to_owned(), owner_type: owner_type.map(str::to_owned), layout: None }
    }

    fn key(table: &str, columns: &[&str]) -> UniqueKey {
        UniqueKey {
            table: table.to_owned(),
            name: format!("{table}_pkey"),
            primary: true,
            columns: names(columns),
        }
    }

    fn reference(table: &str, columns: &[&str], target: &str, target_columns: &[&str]) -> ForeignKey {
        ForeignKey {
            table: table.to_owned(),
            name: "fk".to_owned(),
            columns: names(columns),
            target: target.to_owned(),
            target_columns: names(target_columns),
            definition: "FOREIGN KEY …".to_owned(),
        }
    }

    /// Builds a valid catalogue with one more tenant table.
    fn with(one: Table, unique_keys: Vec<UniqueKey>, foreign_keys: Vec<ForeignKey>) -> Catalogue {
        let mut tables = vec![table("owners", Some("bigint")), one];
        tables.extend(exceptions().map(|(name, _)| table(name, None)));
        let mut all_keys = vec![key("owners", &["owner_id"])];
        all_keys.extend(unique_keys);
        Catalogue { tables, unique_keys: all_keys, foreign_keys, ..Catalogue::default() }
    }

    #[test]
    fn what_can_t_be_distributed_is_named() {
        let sound = || table("t", Some("bigint"));
        let its_key = || vec![key("t", &["owner_id", "n"])];
        for (catalogue, error) in [
            (with(sound(), its_key(), vec![]), None),
            (with(sound(), vec![], vec![]), Some("t has no primary key")),
            (with(table("t", None), its_key(), vec![]), Some("t has no owner_id")),
            (with(table("t", Some("integer")), its_key(), vec![]), Some("t.owner_id is integer")),
            (with(sound(), vec![key("t", &["n", "owner_id"])], vec![]), Some("t_pkey of t does not begin")),
            (with(sound(), its_key(), vec![reference("t", &["owner_id"], "owners", &["owner_id"])]), None),
            (
                with(sound(), its_key(), vec![reference("t", &["h"], "hostnames", &["hostname"])]),
                Some("fk leads from t to hostnames"),
            ),
            (
                with(sound(), its_key(), vec![reference("t", &["n"], "owners", &["owner_id"])]),
                Some("fk of t refers to owners without the owner"),
            ),
            (
                with(
                    sound(),
                    its_key(),
                    vec![reference("hostnames", &["owner_id"], "owners", &["owner_id"])],
                ),
                Some("fk leads from hostnames to owners"),
            ),
        ] {
            let errors = catalogue.errors();
            assert_eq!(errors.len(), usize::from(error.is_some()), "{errors:?}");
            assert!(errors.iter().all(|found| found.starts_with(error.unwrap_or_default())), "{errors:?}");
        }
        let missing = Catalogue::default().errors();
        assert!(missing.contains(&"hostnames is listed and not there".to_owned()), "{missing:?}");
    }

    #[test]
    fn what_is_laid_out_already_is_left_alone() {
        let mut catalogue = with(
            table("t", Some("bigint")),
            vec![key("t", &["owner_id"])],
            vec![reference("t", &["owner_id"], "owners", &["owner_id"])],
        );
        catalogue.triggers = vec![("t".to_owned(), "t_strange".to_owned())];
        assert_eq!(catalogue.errors(), ["the trigger t_strange of t is not listed"]);
        catalogue.triggers.clear();
        for table in catalogue.tables.iter_mut().filter(|table| table.name != "t") {
            table.layout = table.wanted();
        }
        let statements = catalogue.statements();
        assert_eq!(
            &statements[1..],
            [
                "ALTER TABLE t DROP CONSTRAINT fk",
                "SELECT create_distributed_table('t', 'owner_id', colocate_with => 'owners')",
                "ALTER TABLE t ADD CONSTRAINT fk FOREIGN KEY …",
                "SET LOCAL citus.enable_unsafe_triggers TO on",
            ]
        );
        catalogue.tables[1].layout = Some(Layout::Coordinator);
        assert_eq!(catalogue.errors(), ["t was laid out in another way"]);
        catalogue.tables[1].layout = Some(Layout::ByOwner);
        assert_eq!(catalogue.statements(), Vec::<String>::new());
    }
}
