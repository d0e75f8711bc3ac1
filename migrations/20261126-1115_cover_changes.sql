/*
 * Changes of covers that nobody was told of yet. They are put together, so that a substitute of three lessons gets one
 * message; a row goes in the transaction that writes the messages.
 */
create table cover_changes (
  institution_id int not null,
  on_date date not null,
  lesson_id bigint not null,
  part_id bigint not null,
  absent_id bigint not null,
  -- Who took it when people were last told; null: nobody.
  was_id bigint,
  account_id bigint references accounts,
  first_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (institution_id, on_date, lesson_id, part_id, absent_id),
  foreign key (institution_id, lesson_id) references lessons on delete cascade,
  foreign key (institution_id, part_id) references lesson_parts on delete cascade,
  foreign key (institution_id, absent_id) references employees,
  foreign key (institution_id, was_id) references employees
);
create index on cover_changes (institution_id, lesson_id);
create index on cover_changes (institution_id, part_id);
create index on cover_changes (institution_id, absent_id);
create index on cover_changes (institution_id, was_id);
create index on cover_changes (account_id);
select akada_institution_table('cover_changes');

/* For the job that tells of them, before it knows an institution. */
create function akada_covers_to_tell() returns table (institution_id int, on_date date)
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct c.institution_id, c.on_date from cover_changes c order by c.institution_id, c.on_date
$$;
alter function akada_covers_to_tell() owner to akada_gate;
revoke all on function akada_covers_to_tell() from public;
grant execute on function akada_covers_to_tell() to akada_app;
grant select on cover_changes to akada_gate;

-- One event tells substitutes what they cover and no longer cover, and texts name all lessons at once.
delete from message_switches where event = 'cover.removed';
update message_switches set text = null where event in ('cover.assigned', 'cover.arranged');
