-- Area: kernel
/*
 * What waits in all institutions, for the metrics of the server: messages that are due, and entries of the audit log that
 * are not sealed. Counts and ages in seconds; nothing of what they say or of whose they are.
 */
create or replace function akada_waiting_figures() returns table (name text, labels jsonb, value float8)
language sql stable security definer set search_path = public, pg_temp
as $$
  with due as (
    select o.priority, o.next_at from outbox o
      left join messages m on m.institution_id = o.institution_id and m.id = o.message_id
    where o.state = 'queued' and o.next_at <= now() and coalesce(m.state not in ('paused', 'stopped'), true))
  select 'akada_outbox_messages', jsonb '{}', count(*)::float8 from due
  union all select 'akada_outbox_age_seconds', jsonb '{"priority": "any"}',
    extract(epoch from now() - coalesce(min(next_at), now()))::float8 from due
  union all select 'akada_outbox_age_seconds', jsonb '{"priority": "urgent"}',
    extract(epoch from now() - coalesce(min(next_at) filter (where priority = 1), now()))::float8 from due
  union all select 'akada_unsealed_entries', jsonb '{}', count(*)::float8 from audit_entries where seq is null
  union all select 'akada_seal_age_seconds', jsonb '{}',
    extract(epoch from now() - coalesce(min(at), now()))::float8 from audit_entries where seq is null
$$;
alter function akada_waiting_figures() owner to akada_gate;
revoke all on function akada_waiting_figures() from public;
grant execute on function akada_waiting_figures() to akada_app;

/*
 * The same, and the jobs of each queue: those that are due, those at work, and those that were tried five times or more.
 * The tables of jobs are made after the migrations.
 */
create or replace function akada_operating_figures() returns table (name text, labels jsonb, value float8)
language plpgsql stable set search_path = public, pg_temp
as $$
begin
  return query
  with jobs as (
    select j.name as queue, j.state, j.start_after, j.retry_count from pgboss.job j
    where j.state <= 'active' and j.name not like '\_\_pgboss%'),
  queues as (
    select queue, count(*) filter (where state < 'active' and start_after <= now()) as waiting,
      count(*) filter (where state = 'active') as active, count(*) filter (where retry_count >= 5) as failing,
      coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0) as age
    from jobs group by queue)
  select * from akada_waiting_figures()
  union all select 'akada_jobs', jsonb_build_object('queue', q.queue, 'state', s.state), s.count::float8
    from queues q cross join lateral (values ('waiting', q.waiting), ('active', q.active), ('failing', q.failing)) s (state, count)
  union all select 'akada_job_age_seconds', jsonb_build_object('queue', q.queue), q.age::float8 from queues q;
end $$;
revoke all on function akada_operating_figures() from public;
grant execute on function akada_operating_figures() to akada_app;
