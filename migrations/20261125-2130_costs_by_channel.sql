/* What has no price is counted by channel, so that a year's costs are again read without the table. */
drop index outbox_costs;
create index outbox_costs on outbox (institution_id, sent_at) include (price, parts, event, network, message_id, channel)
  where sent_at is not null;
