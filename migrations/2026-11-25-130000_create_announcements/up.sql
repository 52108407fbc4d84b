-- What other processes are still to be notified of. A NOTIFY in the transaction of the change itself would hold a lock of the whole database
-- while that transaction waits for the disk. The table needs no log: a crash of the server ends the sessions of all who listen, and they
-- ask for everything anew.
CREATE UNLOGGED TABLE announcements (
    payload text NOT NULL
);
