/* Cash that a cashier hands back is counted with the day in which it was paid out. */
alter table refunds add column cashier_day_id bigint;
alter table refunds add foreign key (institution_id, cashier_day_id) references cashier_days;
create index on refunds (institution_id, cashier_day_id) where cashier_day_id is not null;

/* The search by reference: equality may use an index under row-level security. */
create index on payments (institution_id, reference) where reference is not null;

/* A payer is found by the beginning of the name, in the same way. */
alter table payments add column payer_search text collate "C"
  generated always as (akada_searchable(payer_name)) stored;
create index on payments (institution_id, payer_search) where payer_search is not null;
