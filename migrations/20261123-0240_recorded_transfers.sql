/* A transfer into a student's own account that somebody has recorded already waits for a person, who joins the two. */

alter table online_reviews
  drop constraint online_reviews_reason_check,
  add constraint online_reviews_reason_check
    check (reason in ('amount', 'currency', 'reference', 'unknown', 'late', 'reversed', 'dispute', 'account', 'recorded')),
  drop constraint online_reviews_state_check,
  add constraint online_reviews_state_check check (state in ('open', 'accepted', 'handled', 'joined')),
  add constraint online_reviews_recorded check (reason <> 'recorded' or payment_id is not null);

create index on online_reviews (institution_id, payment_id) where reason = 'recorded';

/* A payment that a transfer was joined to is reversed: whose the transfer is has to be decided again. */
create function akada_reopen_joined_review() returns trigger language plpgsql as $$
begin
  update online_reviews set state = 'open', decided_at = null, decided_by = null
  where institution_id = new.institution_id and payment_id = new.id and reason = 'recorded' and state = 'joined';
  return null;
end $$;
create trigger reopen_joined_review after update of status on payments
  for each row when (new.status = 'reversed' and old.status <> 'reversed') execute function akada_reopen_joined_review();
