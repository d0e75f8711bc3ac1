-- What a long form keeps before it is sent: the photo of somebody who has no record yet.
create table waiting_photos (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  account_id bigint not null references accounts on delete cascade,
  photo_id bigint not null,
  photo_small_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  foreign key (institution_id, photo_id) references files,
  foreign key (institution_id, photo_small_id) references files
);
create index on waiting_photos (created_at);
create index on waiting_photos (institution_id, account_id);
create index on form_drafts (updated_at);

alter table waiting_photos enable row level security, force row level security;
create policy tenant on waiting_photos to akada_app
  using (institution_id = any ((select akada_institutions())::int[]))
  with check (institution_id = any ((select akada_institutions())::int[]));
create policy gate on waiting_photos to akada_gate using (true) with check (true);
grant select, insert, delete on waiting_photos to akada_app;
grant select, delete on waiting_photos, form_drafts, files to akada_gate;

/*
 * Forgets drafts that nobody came back to, and photos and files of own fields whose form was never sent; returns where their files lie, to be
 * discarded once this has committed. The nightly job enters no institution.
 */
create function akada_tidy_forms(draft_days int, photo_days int) returns setof text
language sql volatile security definer set search_path = public
as $$
  with drafts as (
    delete from form_drafts where updated_at < now() - make_interval(days => $1) returning 1),
  photos as (
    delete from waiting_photos where created_at < now() - make_interval(days => $2)
    returning institution_id, photo_id, photo_small_id),
  pictures as (
    delete from files f using photos p
    where f.institution_id = p.institution_id and f.id in (p.photo_id, p.photo_small_id) returning f.stored_as),
  others as (
    delete from files f where f.purpose like 'waiting for custom field %' and f.created_at < now() - make_interval(days => $2)
    returning f.stored_as)
  select stored_as from pictures union all select stored_as from others
$$;
alter function akada_tidy_forms(int, int) owner to akada_gate;
revoke all on function akada_tidy_forms(int, int) from public;
grant execute on function akada_tidy_forms(int, int) to akada_app;

/* The details of an audit entry for the log: of restricted groups only which fields changed, as shownDetails says it. */
create function akada_told(details jsonb) returns jsonb
language sql immutable parallel safe
as $$
  select case when not details ? 'restricted' then details else
    (details - 'restricted') || jsonb_build_object('changes', coalesce(details -> 'changes', '{}') || (
      select coalesce(jsonb_object_agg(field.key, '{"from": "not shown", "to": "not shown"}'::jsonb), '{}')
      from jsonb_each(details -> 'restricted') as part, jsonb_each(part.value) as field)) end
$$;
