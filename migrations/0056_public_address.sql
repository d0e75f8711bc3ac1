-- Where the installation is found from outside. Links in messages and on printed cards begin with it, never with what a
-- request's Host header says.

create table installation (
  is_only boolean primary key default true check (is_only),
  public_url text check (public_url ~ '^https?://[^/?#@ ]+$'),
  -- Still opens for a day after a change, so that a typing error locks nobody out.
  previous_url text,
  changed_at timestamptz not null default now()
);
grant select, insert, update on installation to akada_app;
grant select on installation to akada_gate;

/* The public address, the one before it for a day, and the host names of published sites: what a Host header may say. */
create function akada_addresses() returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select jsonb_build_object(
    'publicUrl', (select public_url from installation),
    'previousUrl', (select previous_url from installation where changed_at > now() - interval '24 hours'),
    'siteHosts', (select coalesce(jsonb_agg(h.host), '[]') from site_hosts h
      join sites s on s.institution_id = h.institution_id where s.is_published))
$$;
alter function akada_addresses() owner to akada_gate;

/* Whether this account speaks for the whole installation: a group administrator, or where there is none, an owner. */
create function akada_speaks_for_all(account bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select case when exists (select from accounts where is_group_administrator and disabled_at is null)
    then exists (select from accounts where id = account and is_group_administrator and disabled_at is null)
    else exists (select from institutions) and not exists (
      select from institutions i where not exists (
        select from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
        where m.institution_id = i.id and m.account_id = account and r.key = 'owner'))
  end
$$;
alter function akada_speaks_for_all(bigint) owner to akada_gate;

revoke all on function akada_addresses(), akada_speaks_for_all(bigint) from public;
grant execute on function akada_addresses(), akada_speaks_for_all(bigint) to akada_app;
