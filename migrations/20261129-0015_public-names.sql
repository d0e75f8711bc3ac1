-- Area: school
/*
 * Public names that one institution of the installation holds: addresses of sites (slug), approved host names, the one
 * front, and tokens of pictures. Beside the tables of the institutions, whose keys all begin with the institution and
 * which can so be distributed.
 */
create table public_names (
  kind text not null check (kind in ('slug', 'host', 'front', 'picture')),
  name text not null,
  holder_id int not null references institutions,
  primary key (kind, name)
);
grant select, insert, delete on public_names to akada_gate;

/* The public name of a row of sites, site_hosts or site_pictures; null if it has none now. */
create function akada_public_name(kind text, was jsonb) returns text
language sql immutable
as $$
  select case kind
    when 'slug' then was ->> 'slug'
    when 'host' then case when was ->> 'status' = 'approved' then was ->> 'host' end
    when 'front' then case when (was ->> 'is_front')::boolean then 'front' end
    else was ->> 'token' end
$$;

/* Takes and gives up public names as their rows change; a name that another holds fails as a unique key would. */
create function akada_hold_public_name() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  given text := akada_public_name(tg_argv[0], case when tg_op <> 'INSERT' then to_jsonb(old) end);
  wanted text := akada_public_name(tg_argv[0], case when tg_op <> 'DELETE' then to_jsonb(new) end);
begin
  if given is not distinct from wanted then return null; end if;
  delete from public_names where (kind, name) = (tg_argv[0], given);
  if wanted is null then return null; end if;
  insert into public_names values (tg_argv[0], wanted, new.institution_id) on conflict do nothing;
  if not found then
    raise unique_violation using message = format('another institution holds %I', wanted),
      constraint = tg_argv[1], table = tg_table_name;
  end if;
  return null;
end
$$;
alter function akada_hold_public_name() owner to akada_gate;
revoke all on function akada_hold_public_name() from public;

insert into public_names
select 'slug', slug, institution_id from sites
union all select 'front', 'front', institution_id from sites where is_front
union all select 'host', host, institution_id from site_hosts where status = 'approved'
union all select 'picture', token, institution_id from site_pictures;

create trigger hold_slug after insert or delete or update of slug on sites
  for each row execute function akada_hold_public_name('slug', 'sites_slug_key');
create trigger hold_front after insert or delete or update of is_front on sites
  for each row execute function akada_hold_public_name('front', 'sites_one_front');
create trigger hold_host after insert or delete or update of host, status on site_hosts
  for each row execute function akada_hold_public_name('host', 'site_hosts_host_key');
create trigger hold_token after insert or delete or update of token on site_pictures
  for each row execute function akada_hold_public_name('picture', 'site_pictures_token_key');

alter table sites drop constraint sites_slug_key;
drop index sites_one_front;
drop index site_hosts_host_key;
alter table site_pictures drop constraint site_pictures_token_key, add unique (institution_id, token);
-- Names are random: no two files of any institution have the same.
alter table files drop constraint files_stored_as_key, add unique (institution_id, stored_as);

create or replace function akada_host_facts(institution int, wanted_host text) returns table (is_held boolean, has_group_administrator boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (select from public_names where (kind, name) = ('host', wanted_host) and holder_id <> institution),
    exists (select from accounts where is_group_administrator and disabled_at is null)
$$;

create or replace function akada_hosts_due() returns table (institution_id int, host text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct on (h.host) h.institution_id, h.host from site_hosts h
  where h.status = 'waiting' and h.requested_at < now() - interval '24 hours'
    and not exists (select from accounts where is_group_administrator and disabled_at is null)
    and not exists (select from public_names n where (n.kind, n.name) = ('host', h.host))
  order by h.host, h.requested_at, h.institution_id
$$;

/*
 * Which published site an address means for a visitor: the one that the slug names, else the host's, else the front
 * one, else the oldest; null if there is none.
 */
create or replace function akada_site_at(wanted_host text, wanted_slug text) returns int
language sql stable security definer set search_path = public, pg_temp
as $$
  with held as (
    select n.kind, n.holder_id from public_names n join sites s on s.institution_id = n.holder_id
    where s.is_published and (n.kind, n.name) in (('slug', wanted_slug), ('host', wanted_host), ('front', 'front')))
  select case when wanted_slug is not null then (select holder_id from held where kind = 'slug')
    else coalesce(
      (select holder_id from held where kind = 'host'),
      (select holder_id from held where kind = 'front'),
      (select min(institution_id) from sites where is_published)) end
$$;

create or replace function akada_site_picture(wanted_token text, wanted_width int, wanted_format text)
returns table (stored_as text, media_type text, size bigint)
language sql stable security definer set search_path = public, pg_temp
as $$
  select f.stored_as, f.media_type, f.size
  from public_names n
  join site_pictures p on (p.institution_id, p.token) = (n.holder_id, n.name)
  join site_picture_sizes z on (z.institution_id, z.picture_id) = (p.institution_id, p.id)
  join files f on (f.institution_id, f.id) = (z.institution_id, z.file_id)
  where (n.kind, n.name) = ('picture', wanted_token) and z.width = wanted_width and z.format = wanted_format
$$;

/* The first of several addresses that no site has. */
create function akada_free_slug(proposals text[]) returns text
language sql stable security definer set search_path = public, pg_temp
as $$
  select proposal from unnest(proposals) with ordinality p (proposal, at)
  where not exists (select from public_names n where (n.kind, n.name) = ('slug', proposal)) order by at limit 1
$$;
alter function akada_free_slug(text[]) owner to akada_gate;
revoke all on function akada_free_slug(text[]) from public;
grant execute on function akada_free_slug(text[]) to akada_app;
