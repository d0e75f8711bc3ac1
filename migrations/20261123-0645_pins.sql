/* Pins: sold like vouchers, kept like money. No column holds a secret that can be read without the installation's key. */
create table pin_kinds (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 80),
  type text not null check (type in ('registration', 'result')),
  -- Null for every program.
  program_id bigint,
  price bigint not null check (price between 0 and 10000000000000),
  -- How long a new batch is valid.
  valid_days int not null check (valid_days between 1 and 1830),
  -- How often a result pin shows its result.
  views smallint not null default 5 check (views between 1 and 100),
  is_on_sale boolean not null default false,
  -- Where it is sold for cash, as applicants read it.
  sold_at text check (length(sold_at) between 1 and 300),
  most_per_order smallint not null default 5 check (most_per_order between 1 and 100),
  -- What is printed below the pin.
  instructions text check (length(instructions) between 1 and 300),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  foreign key (institution_id, program_id) references programs
);
create unique index pin_kinds_name on pin_kinds (institution_id, lower(name)) where archived_at is null;
select akada_institution_table('pin_kinds');

create table pin_batches (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  number int not null check (number > 0),
  kind_id bigint not null,
  -- Cards have secrets and are printed; what is sold by order gets its secret when it is sold.
  purpose text not null check (purpose in ('cards', 'orders')),
  quantity int not null check (quantity between 1 and 20000),
  first_serial bigint not null check (first_serial > 0),
  expires_on date not null,
  state text not null default 'making' check (state in ('making', 'ready', 'failed')),
  layout text check (layout in ('cards8', 'cards10', 'cards24', 'csv')),
  done_count int not null default 0,
  -- What the codes on the cards open, with the pin behind '#', so that no server log has it.
  link text check (length(link) <= 300),
  -- The secrets in the order of serials, sealed, until the sheet is confirmed as printed.
  secrets bytea,
  -- The sheet, sealed in the same way.
  file_id bigint,
  printed_at timestamptz,
  printed_by bigint references accounts,
  created_at timestamptz not null default now(),
  account_id bigint not null references accounts,
  primary key (institution_id, id),
  constraint pin_batches_number unique (institution_id, number),
  foreign key (institution_id, kind_id) references pin_kinds,
  check ((purpose = 'cards') = (layout is not null)),
  check (printed_at is null or (secrets is null and file_id is null))
);
create index on pin_batches (institution_id, kind_id, id);
select akada_institution_table('pin_batches');

create table pin_sellers (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 80),
  kind text not null check (kind in ('bank', 'bursary', 'agent')),
  contact text check (length(contact) <= 200),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (institution_id, id)
);
create unique index pin_sellers_name on pin_sellers (institution_id, lower(name)) where archived_at is null;
select akada_institution_table('pin_sellers');

create table pins (
  institution_id int not null references institutions,
  serial bigint not null check (serial > 0),
  batch_id bigint not null,
  kind_id bigint not null,
  is_card boolean not null,
  expires_on date not null,
  -- HMAC with a key derived from the installation's secret.
  secret_hash bytea check (length(secret_hash) = 32),
  last_four text check (last_four ~ '^[0-9]{4}$'),
  -- The secret, sealed, for the page of its buyer; gone once the pin is used, void or expired.
  sealed bytea,
  -- Expired is worked out from the day.
  status text not null default 'available' check (status in ('available', 'reserved', 'sold', 'used', 'void')),
  seller_id bigint,
  order_id bigint,
  sold_at timestamptz,
  used_at timestamptz,
  application_id bigint,
  -- A result pin belongs to the student and term that it opened first.
  student_id bigint,
  term_id bigint,
  views_used smallint not null default 0 check (views_used >= 0),
  voided_at timestamptz,
  voided_by bigint references accounts,
  void_reason text check (length(void_reason) between 1 and 300),
  replaces_serial bigint,
  primary key (institution_id, serial),
  foreign key (institution_id, batch_id) references pin_batches,
  foreign key (institution_id, kind_id) references pin_kinds,
  foreign key (institution_id, seller_id) references pin_sellers,
  foreign key (institution_id, replaces_serial) references pins,
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, term_id) references terms,
  check ((secret_hash is null) = (last_four is null)),
  check (sealed is null or (secret_hash is not null and status in ('sold', 'used'))),
  check (status not in ('sold', 'used') or secret_hash is not null),
  check (status <> 'reserved' or order_id is not null),
  check ((status = 'void') = (voided_at is not null)),
  check ((status = 'used') = (used_at is not null)),
  check ((student_id is null) = (term_id is null))
);
create index on pins (institution_id, batch_id, serial);
create index on pins (institution_id, kind_id, serial) where status = 'available' and not is_card;
create index on pins (institution_id, order_id) where order_id is not null;
create index on pins (institution_id, seller_id, serial) where seller_id is not null;
create index on pins (institution_id, student_id) where student_id is not null;
create unique index pins_replaced_once on pins (institution_id, replaces_serial) where replaces_serial is not null;
create unique index pins_one_an_application on pins (institution_id, application_id) where application_id is not null;
create index on pins (institution_id, expires_on) where sealed is not null;
select akada_institution_table('pins');

/* Every try, right or wrong: what limits the tries, and what officers look through. */
create table pin_tries (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  -- As typed, if it could be one.
  serial bigint,
  outcome text not null check (outcome in ('right', 'wrong', 'unknown', 'used', 'expired', 'void', 'foreign', 'unsold')),
  address text not null check (length(address) <= 64),
  form text not null check (length(form) <= 64),
  primary key (institution_id, id)
);
create index on pin_tries (institution_id, serial, at) where outcome <> 'right';
create index on pin_tries (institution_id, address, at) where outcome <> 'right';
create index on pin_tries (institution_id, form, at) where outcome <> 'right';
select akada_institution_table('pin_tries', 'select, insert');

/* Cards that went to a seller or came back. */
create table pin_handovers (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  seller_id bigint not null,
  direction text not null check (direction in ('out', 'back')),
  first_serial bigint not null,
  last_serial bigint not null,
  quantity int not null check (quantity > 0),
  note text check (length(note) between 1 and 300),
  at timestamptz not null default now(),
  account_id bigint references accounts,
  primary key (institution_id, id),
  foreign key (institution_id, seller_id) references pin_sellers,
  check (first_serial <= last_serial)
);
create index on pin_handovers (institution_id, seller_id, id);
select akada_institution_table('pin_handovers', 'select, insert');

/* Clears what nobody may read any more; returns nothing. Tries are deleted after so many days. */
create function akada_tidy_pins(days int) returns void
language sql volatile security definer set search_path = public, pg_temp
as $$
  update pins set sealed = null where sealed is not null and expires_on < current_date - 1;
  delete from pin_tries where at < now() - make_interval(days => $1);
$$;
alter function akada_tidy_pins(int) owner to akada_gate;
revoke all on function akada_tidy_pins(int) from public;
grant execute on function akada_tidy_pins(int) to akada_app;
grant select, update on pins to akada_gate;
grant select, delete on pin_tries to akada_gate;
