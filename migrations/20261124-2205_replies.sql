-- A reply belongs to whoever wrote the message that it answers, and is read and answered once.
alter table incoming_messages
  add column sender_id bigint references accounts,
  add column read_at timestamptz,
  add column read_by bigint references accounts;
create index on incoming_messages (institution_id, sender_id, id) where sender_id is not null;
create index incoming_unread on incoming_messages (institution_id, sender_id) where read_at is null;

alter table incoming_messages no force row level security;
update incoming_messages set read_at = received_at;
alter table incoming_messages force row level security;

/* What was written back, and by whom. */
create table contact_answers (
  institution_id int not null references institutions,
  outbox_id bigint not null,
  incoming_id bigint not null,
  account_id bigint references accounts,
  primary key (institution_id, outbox_id),
  foreign key (institution_id, outbox_id) references outbox,
  foreign key (institution_id, incoming_id) references incoming_messages
);
create index on contact_answers (institution_id, incoming_id);
select akada_institution_table('contact_answers', 'select, insert');
