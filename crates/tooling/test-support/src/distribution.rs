//! Whether all tables can be distributed by owner, as Citus does it, and the statements that would do it.

mod catalogue;

use std::collections::BTreeSet;

pub use catalogue::{Catalogue, ForeignKey, Table, UniqueKey};

/// The column that tenant tables are distributed by.
const OWNER: &str = "owner_id";

/// Tables that every node needs whole, and why.
const REFERENCE: [(&str, &str); 4] = [
    ("engine_accounts", "routing: whose the events of an account are, asked before an owner is known"),
    ("hostnames", "routing: whose a host is, and that nobody else has it"),
    ("key_prefixes", "routing: whose a key is"),
    ("secret_keys", "the wrapped keys of stored secrets serve all owners"),
];

/// Tables that stay where migrations run, and why.
const LOCAL: [(&str, &str); 1] = [("__diesel_schema_migrations", "which migrations ran")];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Tenant,
    Reference,
    Local,
}

fn kind(table: &str) -> Kind {
    let stands_in = |list: &[(&str, &str)]| list.iter().any(|(name, _)| *name == table);
    if stands_in(&REFERENCE) {
        Kind::Reference
    } else if stands_in(&LOCAL) {
        Kind::Local
    } else {
        Kind::Tenant
    }
}

fn begins_with_owner(columns: &[String]) -> bool {
    columns.first().is_some_and(|first| first == OWNER)
}

impl Catalogue {
    /// What stands against a distribution by owner: a primary key, a unique index or a foreign key of a tenant table that
    /// does not begin with the owner, or an owner of another type. Nothing does when this is empty.
    pub fn errors(&self) -> Vec<String> {
        let tables = self.tables.iter().filter(|table| kind(&table.name) == Kind::Tenant);
        let mut errors: Vec<String> = tables.filter_map(|table| self.table_error(table)).collect();
        errors.extend(self.unique_keys.iter().filter_map(unique_error));
        errors.extend(self.foreign_keys.iter().filter_map(foreign_error));
        let known: BTreeSet<&str> = self.tables.iter().map(|table| table.name.as_str()).collect();
        let listed = REFERENCE.iter().chain(&LOCAL).map(|(name, _)| *name);
        errors.extend(
            listed.filter(|name| !known.contains(name)).map(|name| format!("{name} is listed and not there")),
        );
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
            Some(other) => Some(format!("{name}.{OWNER} is {other}; tables lie together only by bigint")),
        }
    }

    /// The statements that distribute the tables, in an order that Citus takes: foreign keys come back last.
    pub fn statements(&self) -> Vec<String> {
        let drop = |key: &ForeignKey| format!("ALTER TABLE {} DROP CONSTRAINT {};", key.table, key.name);
        let add = |key: &ForeignKey| {
            format!("ALTER TABLE {} ADD CONSTRAINT {} {};", key.table, key.name, key.definition)
        };
        let names = |wanted: Kind| {
            self.tables.iter().map(|table| &table.name).filter(move |name| kind(name) == wanted)
        };
        let mut statements: Vec<String> = self.foreign_keys.iter().map(drop).collect();
        statements
            .extend(names(Kind::Reference).map(|name| format!("SELECT create_reference_table('{name}');")));
        // Everything else is laid beside the owners.
        statements.push(format!("SELECT create_distributed_table('owners', '{OWNER}');"));
        let beside = names(Kind::Tenant).filter(|name| *name != "owners");
        statements.extend(beside.map(|name| {
            format!("SELECT create_distributed_table('{name}', '{OWNER}', colocate_with => 'owners');")
        }));
        statements.extend(self.foreign_keys.iter().map(add));
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
        (Kind::Tenant | Kind::Reference, Kind::Reference) | (Kind::Local, Kind::Local) => None,
        _ => Some(format!("{name} leads from {table} to {target}, which lie on different nodes")),
    }
}

/// The exceptions, each with its reason, for people.
pub fn exceptions() -> impl Iterator<Item = (&'static str, &'static str)> {
    REFERENCE.into_iter().chain(LOCAL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TestDatabase;

    fn names(columns: &[&str]) -> Vec<String> {
        columns.iter().map(|column| (*column).to_owned()).collect()
    }

    fn table(name: &str, owner_type: Option<&str>) -> Table {
        Table { name: name.to_owned(), owner_type: owner_type.map(str::to_owned) }
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

    /// A sound database with one more tenant table.
    fn with(one: Table, unique_keys: Vec<UniqueKey>, foreign_keys: Vec<ForeignKey>) -> Catalogue {
        let mut tables = vec![table("owners", Some("bigint")), one];
        tables.extend(exceptions().map(|(name, _)| table(name, None)));
        let mut all_keys = vec![key("owners", &["owner_id"])];
        all_keys.extend(unique_keys);
        Catalogue { tables, unique_keys: all_keys, foreign_keys }
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
            (with(sound(), its_key(), vec![reference("t", &["h"], "hostnames", &["hostname"])]), None),
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

    #[tokio::test]
    async fn every_table_can_be_distributed_by_owner() {
        let database = TestDatabase::create().await.unwrap();
        let catalogue = Catalogue::read(database.url()).await.unwrap();
        assert_eq!(catalogue.errors(), Vec::<String>::new());
        assert!(catalogue.tables.len() > 30 && catalogue.foreign_keys.len() > 20, "{catalogue:?}");
        let statements = catalogue.statements();
        for expected in [
            "SELECT create_reference_table('hostnames');",
            "SELECT create_distributed_table('drafts', 'owner_id', colocate_with => 'owners');",
        ] {
            assert!(statements.iter().any(|statement| statement == expected), "{statements:#?}");
        }
    }
}
