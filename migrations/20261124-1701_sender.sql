/* The sender of the outbox: src/features/sending. */

-- Of WhatsApp they are longer.
alter table outbox drop constraint outbox_provider_message_id_check,
  add check (length(provider_message_id) between 1 and 200);

-- The provider that must be asked next: the second, after the first couldn't, or the same one after an answer was lost.
alter table outbox add column next_place smallint check (next_place in (1, 2));
create index outbox_second on outbox (institution_id, priority, id) where state = 'queued' and next_place = 2;
-- What single messages cost in a month; those of composed messages stand in message_totals.
create index outbox_single_costs on outbox (institution_id, created_at) include (price)
  where message_id is null and price is not null;

-- The warning that the account runs low, said once until there is enough again; and why the last question failed.
alter table message_providers
  add column warned_at timestamptz,
  add column balance_trouble text check (length(balance_trouble) <= 300);

/* Until when people who wrote by WhatsApp may be answered freely. */
create table whatsapp_windows (
  institution_id int not null references institutions,
  address text not null check (length(address) between 3 and 20),
  open_until timestamptz not null,
  primary key (institution_id, address)
);
select akada_institution_table('whatsapp_windows');

/* Institutions with a provider whose balance can be asked for. */
create function akada_institutions_with_providers() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$ select distinct institution_id from message_providers where is_on order by 1 $$;
alter function akada_institutions_with_providers() owner to akada_gate;
revoke all on function akada_institutions_with_providers() from public;
grant execute on function akada_institutions_with_providers() to akada_app;
grant select on message_providers to akada_gate;

-- Institutions from before this: their owners confirm which roles get the permissions for it.
update institutions i set to_confirm = array_append(to_confirm, 'sending')
where not 'sending' = any (to_confirm)
  and exists (
    select from roles r where r.institution_id = i.id and r.is_seeded and r.key = 'ict_administrator'
      and not exists (select from unnest(r.permissions) p where p ~ '^sending[.]'));
