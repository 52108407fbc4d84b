-- Transactions that were taken in, each once: the event that reported it first counts, whatever ids others have. The key is a digest of
-- the id with its account (kernel::AccountNumber), so that nothing of a fan who was erased is left. A refund may carry the id of
-- what it gives back.
CREATE TABLE engine_transactions (
    owner_id        bigint  NOT NULL,
    transaction_key text    NOT NULL COLLATE "C",
    is_refund       boolean NOT NULL,
    PRIMARY KEY (owner_id, transaction_key, is_refund)
);

-- What was counted twice before stays as it is. No lock of another table is held meanwhile.
INSERT INTO engine_transactions (owner_id, transaction_key, is_refund)
    SELECT DISTINCT owner_id,
        left(encode(sha256(convert_to(transaction_id || COALESCE(substring(event_id FROM E'\\x1f[0-9]+$'), ''), 'UTF8')), 'hex'), 32),
        transaction_kind = 'refund'
    FROM conversions WHERE transaction_id IS NOT NULL AND transaction_kind IS NOT NULL;
