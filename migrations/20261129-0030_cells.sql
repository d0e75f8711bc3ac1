-- Area: kernel
-- Institutions move between installations, of which each has a number: docs/decisions/0098-cells.md.
alter table installation add cell int check (cell between 0 and 4095);

/*
 * Keys that an institution brought along from another installation, sealed with this one's: what cannot be hashed or
 * sealed anew stays valid. The server reads them as it starts.
 */
create table carried_keys (
  institution_id int not null references institutions,
  purpose text not null check (length(purpose) between 1 and 100),
  sealed bytea not null,
  primary key (institution_id, purpose)
);
select akada_institution_table('carried_keys', 'select');

/*
 * Institutions that have moved to another installation. Their rows are closed to the server until they are removed, and
 * what is known of them outside leads on to the new address.
 */
create table moved_institutions (
  id int primary key,
  name text not null,
  moved_to text not null check (moved_to ~ '^https?://[^/?#@ ]+$'),
  slugs text[] not null,
  hosts text[] not null,
  moved_at timestamptz not null default now(),
  removed_at timestamptz
);
grant select on moved_institutions to akada_gate;

/* Addresses on paper that lead on: verified results, papers, bills and receipts, and records on ID cards. */
create table moved_links (
  path text primary key,
  moved_id int not null references moved_institutions
);
create index on moved_links (moved_id);
grant select on moved_links to akada_gate;

/* The address that a path of a moved institution leads on to, or null. */
create function akada_moved_link(wanted text) returns text
language sql stable security definer set search_path = public, pg_temp
as $$ select m.moved_to from moved_links l join moved_institutions m on m.id = l.moved_id where l.path = wanted $$;
alter function akada_moved_link(text) owner to akada_gate;
revoke all on function akada_moved_link(text) from public;
grant execute on function akada_moved_link(text) to akada_app;

/* The institutions that have moved: what their addresses began with, and where these lead on to. */
create function akada_moved() returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'to', moved_to, 'slugs', slugs, 'hosts', hosts)), '[]')
  from moved_institutions
$$;
alter function akada_moved() owner to akada_gate;
revoke all on function akada_moved() from public;
grant execute on function akada_moved() to akada_app;
