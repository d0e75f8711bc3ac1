-- A host name shows a site once somebody who may say so has approved it, or the institution has proved that it is its own.

alter table site_hosts drop constraint site_hosts_host_key;
alter table site_hosts
  add column status text not null default 'approved' check (status in ('waiting', 'approved', 'refused')),
  -- What the file or the DNS record holds that proves it.
  add column token text not null default translate(encode(decode(replace(gen_random_uuid()::text, '-', ''), 'hex'), 'base64'), '+/=', '-_'),
  add column requested_at timestamptz not null default now(),
  add column checked_at timestamptz,
  add column decided_at timestamptz,
  add column decided_by text check (decided_by in ('administrator', 'file', 'dns', 'time'));
-- The names that are there stay as they are.
alter table site_hosts alter column status set default 'waiting';
-- Many may ask for a name; one holds it.
create unique index site_hosts_host_key on site_hosts (host) where status = 'approved';

create or replace function akada_site_at(wanted_host text, wanted_slug text) returns int
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.institution_id from sites s
  left join site_hosts h on h.institution_id = s.institution_id and h.host = wanted_host and h.status = 'approved'
  where s.is_published and (wanted_slug is null or s.slug = wanted_slug)
  order by h.host is null, not s.is_front, s.institution_id limit 1
$$;

create or replace function akada_addresses() returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select jsonb_build_object(
    'publicUrl', (select public_url from installation),
    'previousUrl', (select previous_url from installation where changed_at > now() - interval '24 hours'),
    'siteHosts', (select coalesce(jsonb_agg(h.host), '[]') from site_hosts h
      join sites s on s.institution_id = h.institution_id where s.is_published and h.status = 'approved'))
$$;

/* Whether another institution's site is shown under this name, and whether the installation has a group administrator. */
create function akada_host_facts(institution int, wanted_host text) returns table (is_held boolean, has_group_administrator boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (select from site_hosts where host = wanted_host and status = 'approved' and institution_id <> institution),
    exists (select from accounts where is_group_administrator and disabled_at is null)
$$;
alter function akada_host_facts(int, text) owner to akada_gate;

/* Tells those who decide for the whole installation: group administrators, or every owner where there is none. */
create function akada_notify_deciders(institution int, kind text, title text, body text, href text, except_account bigint) returns void
language sql volatile security definer set search_path = public, pg_temp
as $$
  insert into notifications (institution_id, account_id, kind, title, body, href)
  select $1, a.id, $2, $3, $4, $5 from accounts a
  where a.is_group_administrator and a.disabled_at is null and a.id is distinct from $6
  union all
  select owned.institution_id, a.id, $2, $3, $4, case when owned.institution_id = $1 then $5 end
  from accounts a cross join lateral (
    select m.institution_id from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
    where m.account_id = a.id and r.key = 'owner' order by m.institution_id <> $1, m.institution_id limit 1) owned
  where a.disabled_at is null and a.id is distinct from $6
    and not exists (select from accounts where is_group_administrator and disabled_at is null)
$$;
alter function akada_notify_deciders(int, text, text, text, text, bigint) owner to akada_gate;

/* Names that have waited a day where there is no group administrator: of several who ask, the first. */
create function akada_hosts_due() returns table (institution_id int, host text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct on (h.host) h.institution_id, h.host from site_hosts h
  where h.status = 'waiting' and h.requested_at < now() - interval '24 hours'
    and not exists (select from accounts where is_group_administrator and disabled_at is null)
    and not exists (select from site_hosts held where held.host = h.host and held.status = 'approved')
  order by h.host, h.requested_at, h.institution_id
$$;
alter function akada_hosts_due() owner to akada_gate;

revoke all on function akada_host_facts(int, text), akada_notify_deciders(int, text, text, text, text, bigint), akada_hosts_due() from public;
grant execute on function akada_host_facts(int, text), akada_notify_deciders(int, text, text, text, text, bigint), akada_hosts_due() to akada_app;

-- Sessions from before cookies had the prefix __Host-: only these may still come under the plain name over TLS, once.
alter table sessions add column has_plain_cookie boolean not null default true;
alter table sessions alter column has_plain_cookie set default false;

-- What runs with other rights than its caller's looks names up in our schema, and never first in the caller's own tables.
do $$
declare f regprocedure;
begin
  for f in select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and (p.prosecdef or p.proowner = 'akada_gate'::regrole)
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter function %s set search_path = public, pg_temp', f);
  end loop;
end $$;
