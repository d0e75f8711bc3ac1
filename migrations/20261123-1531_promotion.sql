/*
 * What follows a session for each student. Rules are only added to: the latest version holds, and a decision names the
 * version by which it was proposed.
 */
create table promotion_rules (
  institution_id int not null,
  id bigint generated always as identity,
  -- Null: for every class without a rule of its own.
  class_id bigint,
  version int not null check (version > 0),
  -- Null: the class has no rule of its own any more.
  content jsonb,
  account_id bigint,
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  unique nulls not distinct (institution_id, class_id, version),
  foreign key (institution_id, class_id) references classes on delete cascade
);
select akada_institution_table('promotion_rules', 'select, insert');

/* What was carried out together, and is undone together. */
create table promotion_runs (
  institution_id int not null,
  id bigint generated always as identity,
  session_id bigint not null,
  to_session_id bigint not null,
  students int not null,
  -- Changes of status of those who left.
  move_ids bigint[] not null default '{}',
  account_id bigint,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by bigint,
  undo_reason text check (length(undo_reason) between 1 and 300),
  primary key (institution_id, id),
  foreign key (institution_id, session_id) references academic_sessions,
  foreign key (institution_id, to_session_id) references academic_sessions,
  check ((undone_at is null) = (undo_reason is null))
);
create index on promotion_runs (institution_id, session_id);
create index on promotion_runs (institution_id, to_session_id);
select akada_institution_table('promotion_runs');

create table promotion_decisions (
  institution_id int not null,
  session_id bigint not null,
  student_id bigint not null,
  batch_id bigint not null,
  outcome text not null check (outcome in ('promoted', 'on_trial', 'repeat', 'withdrawn', 'graduated')),
  -- What the rule proposed, and in which words.
  proposed text not null check (proposed in ('promoted', 'on_trial', 'repeat', 'graduated', 'undecided')),
  reasons jsonb not null default '[]',
  rule_id bigint,
  -- By which a class is put into the next batches; rounded.
  average numeric(7, 2),
  designation text,
  -- Why a person decided otherwise.
  note text check (length(note) between 1 and 300),
  account_id bigint,
  decided_at timestamptz not null default now(),
  approved_at timestamptz,
  approved_by bigint,
  -- Chosen by hand.
  next_batch_id bigint,
  run_id bigint,
  closed_enrolment_id bigint,
  opened_enrolment_id bigint,
  primary key (institution_id, session_id, student_id),
  foreign key (institution_id, session_id) references academic_sessions,
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, batch_id) references batches,
  foreign key (institution_id, next_batch_id) references batches on delete set null (next_batch_id),
  foreign key (institution_id, run_id) references promotion_runs,
  foreign key (institution_id, rule_id) references promotion_rules,
  check (outcome = proposed or note is not null),
  check (run_id is null or approved_at is not null)
);
create index on promotion_decisions (institution_id, student_id);
create index on promotion_decisions (institution_id, batch_id);
create index on promotion_decisions (institution_id, next_batch_id) where next_batch_id is not null;
create index on promotion_decisions (institution_id, run_id) where run_id is not null;
create index on promotion_decisions (institution_id, rule_id) where rule_id is not null;
select akada_institution_table('promotion_decisions');
