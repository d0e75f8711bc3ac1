/* Serial numbers begin anew in each institution: addresses of the product name a pin by its id. */
alter table pins add column id bigint not null generated always as identity;
create unique index pins_id on pins (institution_id, id);
