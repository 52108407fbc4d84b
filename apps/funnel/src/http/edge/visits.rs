use super::book::Book;
use super::client::Clients;
use super::counting::Counting;

/// What the request of a visitor needs. Together, because each thing that a handler is given is looked up for it.
#[derive(Clone)]
pub struct Visits {
    /// What is known of hosts.
    pub book: Book,
    /// Who is asking.
    pub clients: Clients,
    /// Where it is written down.
    pub counting: Counting,
}
