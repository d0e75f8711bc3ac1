/* Institutions with composed messages whose time has come. */
create function akada_messages_due() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$ select distinct institution_id from messages where state = 'scheduled' and send_at <= now() order by 1 $$;
alter function akada_messages_due() owner to akada_gate;
revoke all on function akada_messages_due() from public;
grant execute on function akada_messages_due() to akada_app;
grant select on messages to akada_gate;
