/* What applicants are told belongs to their application, and is erased with it. */
alter table outbox add column application_id bigint;
alter table outbox add foreign key (institution_id, application_id) references applications on delete set null (application_id);
create index on outbox (institution_id, application_id) where application_id is not null;
/* The message with the code is written in the transaction that starts the application. */
create index on outbox (institution_id, created_at) where key_kind = 'application';

/* The link to an order and how to reach its buyer are forgotten together. */
create or replace function akada_tidy_pins(days int) returns void
language sql volatile security definer set search_path = public, pg_temp
as $$
  update pins set sealed = null where sealed is not null and expires_on < current_date - 1;
  update orders set buyer_email = null, buyer_phone = null
  where created_at < now() - interval '2 years' and (buyer_email is not null or buyer_phone is not null);
  update outbox set recipient = 'erased', subject = null, body = 'This message has been erased.', key_kind = null, failure = null
  where key_kind = 'order' and created_at < now() - interval '2 years';
  delete from pin_tries where at < now() - make_interval(days => $1);
$$;
grant select, update (recipient, subject, body, key_kind, failure) on outbox to akada_gate;
