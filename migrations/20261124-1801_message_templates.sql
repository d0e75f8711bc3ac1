/* Texts and recipients of messages that are used again. */
create table message_templates (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 80),
  subject text check (length(subject) <= 200),
  body text not null check (length(body) between 1 and 10000),
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (institution_id, id)
);
create unique index message_templates_name on message_templates (institution_id, lower(name));
create index on message_templates (account_id);
select akada_institution_table('message_templates');

create table message_groups (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 80),
  audience jsonb not null,
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (institution_id, id)
);
create unique index message_groups_name on message_groups (institution_id, lower(name));
create index on message_groups (account_id);
select akada_institution_table('message_groups');

-- Institutions from before messages: their owners confirm which roles get the permissions for them.
update institutions i set to_confirm = array_append(to_confirm, 'messages')
where not 'messages' = any (to_confirm)
  and exists (
    select from roles r where r.institution_id = i.id and r.is_seeded and r.key in ('registrar', 'principal')
      and not exists (select from unnest(r.permissions) p where p ~ '^messages[.]'));
