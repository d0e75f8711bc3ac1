/* When SMS and e-mails about a notice were written: once ever, also if it is withdrawn and published again. */
alter table notices add column told_at timestamptz;
alter table notices no force row level security;
update notices set told_at = announced_at where announced_at is not null;
alter table notices force row level security;

/* Notices that were published for a later day are announced at seven in the morning, not at midnight. */
create or replace function akada_notices_due() returns setof int
language sql volatile security definer set search_path = public, pg_temp
as $$
  select distinct n.institution_id from notices n join institutions i on i.id = n.institution_id
  where n.state = 'published' and n.announced_at is null and n.from_day + interval '7 hours' <= now() at time zone i.time_zone
    and (n.until_day is null or n.until_day >= (now() at time zone i.time_zone)::date)
  order by 1
$$;
