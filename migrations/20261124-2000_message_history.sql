/* The history of a person: messages from before they named their recipient are found by number or address. */
create index outbox_recipient on outbox (institution_id, recipient, id);
/* What went wrong is rare, and is what an office looks for. */
create index outbox_problems on outbox (institution_id, id) where state in ('failed', 'undelivered', 'uncertain', 'stopped');
/* What was handed to a provider, with its cost: a year is read without the table. */
create index outbox_costs on outbox (institution_id, sent_at) include (price, parts, event, network, message_id) where sent_at is not null;
/* The outbox by day. */
create index outbox_created on outbox (institution_id, created_at);
