/* What a message by WhatsApp costs, by the beginning of the number, beside what a part of an SMS costs. */
alter table message_prices add column channel text not null default 'sms' check (channel in ('sms', 'whatsapp'));
alter table message_prices drop constraint message_prices_pkey, add primary key (institution_id, channel, prefix);
-- What is sent by WhatsApp is counted under this name, so that no network of SMS can have it.
alter table message_prices no force row level security;
update message_prices set network = 'WhatsApp (SMS)' where lower(network) = 'whatsapp';
alter table message_prices force row level security,
  add check (channel = 'whatsapp' or lower(network) <> 'whatsapp');

/* Recipients whose messages are paid for and have no price, so that what they cost isn't shown as nothing. */
alter table message_totals add column unpriced int not null default 0;

create or replace function akada_count_recipients() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into message_totals as t (institution_id, message_id, state, network, recipients, parts, price, unpriced)
    select institution_id, message_id, state, coalesce(network, ''), count(*), coalesce(sum(parts), 0), coalesce(sum(price), 0),
      count(*) filter (where price is null and channel in ('sms', 'whatsapp'))
    from after_rows where message_id is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (institution_id, message_id, state, network) do update set
      recipients = t.recipients + excluded.recipients, parts = t.parts + excluded.parts, price = t.price + excluded.price,
      unpriced = t.unpriced + excluded.unpriced;
  else
    insert into message_totals as t (institution_id, message_id, state, network, recipients, parts, price, unpriced)
    select institution_id, message_id, state, coalesce(network, ''), sum(one), coalesce(sum(one * parts), 0), coalesce(sum(one * price), 0),
      coalesce(sum(one) filter (where price is null and channel in ('sms', 'whatsapp')), 0)
    from (
      select institution_id, message_id, state, network, parts, price, channel, 1 as one from after_rows where message_id is not null
      union all
      select institution_id, message_id, state, network, parts, price, channel, -1 from before_rows where message_id is not null
    ) changed
    group by 1, 2, 3, 4
    having sum(one) <> 0 or coalesce(sum(one * parts), 0) <> 0 or coalesce(sum(one * price), 0) <> 0
      or coalesce(sum(one) filter (where price is null and channel in ('sms', 'whatsapp')), 0) <> 0
    order by 1, 2, 3, 4
    on conflict (institution_id, message_id, state, network) do update set
      recipients = t.recipients + excluded.recipients, parts = t.parts + excluded.parts, price = t.price + excluded.price,
      unpriced = t.unpriced + excluded.unpriced;
  end if;
  return null;
end $$;

alter table outbox no force row level security;
alter table message_totals no force row level security;
update message_totals t set unpriced = o.unpriced
from (select institution_id, message_id, state, coalesce(network, '') as network, count(*) as unpriced from outbox
  where message_id is not null and price is null and channel in ('sms', 'whatsapp') group by 1, 2, 3, 4) o
where (t.institution_id, t.message_id, t.state, t.network) = (o.institution_id, o.message_id, o.state, o.network);
alter table outbox force row level security;
alter table message_totals force row level security;

/* A notice whose SMS cost more than the credit, published by somebody who may overspend and said so. */
alter table notices add column overspends boolean not null default false;
