use kernel::OwnerId;

use super::key::DataKeyId;

/// Place where a sealed value is stored. The value can't be opened for any other place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place<'a> {
    /// Table and column, such as `engine_connections.token`.
    pub(crate) purpose: &'a str,
    /// Owner of the row.
    pub(crate) owner: OwnerId,
    /// Row of the owner, if there are several: the remaining columns of the primary key, in order.
    pub(crate) row: &'a [&'a str],
}

impl Place<'_> {
    /// Returns the authenticated data of the place. Each variable-length part follows its length, so that no two places
    /// give the same bytes.
    pub(crate) fn associated_data(&self, key: DataKeyId) -> Vec<u8> {
        let mut data = b"funnel/sealed/v1".to_vec();
        data.extend(key.get().to_be_bytes());
        data.extend(self.owner.get().to_be_bytes());
        for part in [self.purpose].iter().chain(self.row) {
            data.extend(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            data.extend(part.as_bytes());
        }
        data
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_places_have_the_same_bytes() {
        let place = |purpose, owner, row| Place { purpose, owner: OwnerId::new(owner), row };
        let places = [
            place("a.b", 1, [].as_slice()),
            place("a.b", 2, &[]),
            place("a.c", 1, &[]),
            place("a.b", 1, &[""]),
            place("a.b", 1, &["xy"]),
            place("a.b", 1, &["x", "y"]),
            place("a.b", 1, &["", "xy"]),
            place("a.bxy", 1, &[]),
        ];
        let mut seen = std::collections::HashSet::new();
        for place in places {
            for key in [1, 2] {
                assert!(seen.insert(place.associated_data(DataKeyId::new(key))), "{place:?}");
            }
        }
    }
}
