-- Who reserved pins without paying: keyed hashes of the network, the browser, the phone, the mailbox and a mail domain that
-- the school doesn't know. They are gone as soon as the order is paid or ends.
alter table orders add reserved_by text[];
alter table orders add constraint orders_reserved_by check (reserved_by is null or status = 'created');
create index orders_unpaid on orders (institution_id, pin_kind_id) where status = 'created';
-- Buyers who paid after the last pin was sold, the first one first.
create index orders_next on orders (institution_id, pin_kind_id, paid_at, id) where status = 'paid' and problem = 'sold_out';

/* The domain that an e-mail address belongs to, without subdomains; null where anybody can open a mailbox. */
create function akada_own_mail_domain(email text) returns text
language sql immutable parallel safe
as $$
  select domain from (select substring(lower(split_part(email, '@', 2))
      from '([^.]+\.((com|co|net|org|edu|ac|gov|mil|sch|name|or|ne|go)\.[a-z]{2}|[^.]+))$') as domain) d
  where domain <> all (array['gmail.com', 'googlemail.com', 'yahoo.com', 'yahoo.co.uk', 'yahoo.fr', 'ymail.com',
    'rocketmail.com', 'outlook.com', 'hotmail.com', 'hotmail.co.uk', 'live.com', 'live.co.uk', 'msn.com', 'icloud.com',
    'me.com', 'mac.com', 'aol.com', 'proton.me', 'protonmail.com', 'zoho.com', 'zohomail.com', 'gmx.com', 'gmx.net',
    'mail.com', 'yandex.com', 'fastmail.com'])
$$;
create index on guardians (institution_id, akada_own_mail_domain(email)) where akada_own_mail_domain(email) is not null;
create index on students (institution_id, akada_own_mail_domain(email)) where akada_own_mail_domain(email) is not null;
create index on employees (institution_id, akada_own_mail_domain(email)) where akada_own_mail_domain(email) is not null;

/* The mail domain of an address if the school has nobody there on record. */
create function akada_unknown_mail_domain(institution int, email text) returns text
language sql stable security definer set search_path = public, pg_temp
as $$
  select d.domain from (select akada_own_mail_domain(email) as domain) d
  where d.domain is not null
    and not exists (select from guardians p where p.institution_id = institution and akada_own_mail_domain(p.email) = d.domain)
    and not exists (select from students p where p.institution_id = institution and akada_own_mail_domain(p.email) = d.domain)
    and not exists (select from employees p where p.institution_id = institution and akada_own_mail_domain(p.email) = d.domain)
$$;
alter function akada_unknown_mail_domain(int, text) owner to akada_gate;
revoke all on function akada_unknown_mail_domain(int, text) from public;
grant execute on function akada_unknown_mail_domain(int, text) to akada_app;
grant select on guardians, students, employees to akada_gate;

/* Kinds of pins that somebody has paid for and waits for, with pins in stock again. */
create function akada_pins_waited_for() returns table (institution_id int, pin_kind_id bigint)
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct o.institution_id, o.pin_kind_id from orders o where o.status = 'paid' and o.problem = 'sold_out'
    and exists (select from pins p where p.institution_id = o.institution_id and p.kind_id = o.pin_kind_id
      and p.status = 'available' and not p.is_card)
$$;
alter function akada_pins_waited_for() owner to akada_gate;
revoke all on function akada_pins_waited_for() from public;
grant execute on function akada_pins_waited_for() to akada_app;
