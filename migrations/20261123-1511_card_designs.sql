/*
 * How report cards look: one design for the institution and one for each programme that has its own, by layout. A
 * version never changes, and published results name theirs, so that printing one again looks the same.
 */
create table card_designs (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  layout text not null check (layout in ('secondary', 'college')),
  program_id bigint,
  version int not null default 1 check (version > 0),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  updated_at timestamptz not null default now(),
  primary key (institution_id, id),
  constraint card_designs_place unique nulls not distinct (institution_id, layout, program_id),
  foreign key (institution_id, program_id) references programs
);
select akada_institution_table('card_designs');

create table card_design_versions (
  institution_id int not null,
  design_id bigint not null,
  version int not null,
  content jsonb not null,
  created_at timestamptz not null default now(),
  primary key (institution_id, design_id, version),
  foreign key (institution_id, design_id) references card_designs
);
select akada_institution_table('card_design_versions', 'select, insert');
