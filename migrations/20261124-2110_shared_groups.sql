/* A group is shared with everyone who writes messages for the institution, or is its author’s alone. */
alter table message_groups
  add column is_shared boolean not null default true,
  add check (is_shared or account_id is not null);
