/*
 * A message is done once none of its recipients waits: usually the sender says so. If the process ended between the last
 * answer and that, or its provider was switched off, the job of scheduled messages does.
 */
create index messages_sending on messages (institution_id, id) where state = 'sending';

/* Institutions with composed messages whose time has come, or of which nothing waits any more. */
create or replace function akada_messages_due() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select institution_id from messages where state = 'scheduled' and send_at <= now()
  union
  select m.institution_id from messages m where m.state = 'sending'
    and not exists (select from message_totals t where t.institution_id = m.institution_id and t.message_id = m.id
      and t.state in ('queued', 'sending', 'paused') and t.recipients > 0)
  order by 1
$$;
