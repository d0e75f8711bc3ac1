/* Who opened a result last with a pin, and when: what the same browser asks again meanwhile is no further view. */
alter table pins
  add column opened_by text check (length(opened_by) <= 64),
  add column opened_at timestamptz,
  add check ((opened_by is null) = (opened_at is null));
