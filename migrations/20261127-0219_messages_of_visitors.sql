-- What a visitor caused to be sent, and to whom: a contact that staff know or not, or the visitor's own account on a
-- device that has signed in before. Null for everything else.
alter table outbox add visitor_contact text check (visitor_contact in ('confirmed', 'unconfirmed', 'device'));

-- One mailbox, with or without +tag.
create index outbox_visitors on outbox (institution_id, lower(regexp_replace(recipient, '\+[^@]*@', '@')), created_at)
  where visitor_contact is not null;
create index outbox_unconfirmed on outbox (institution_id, channel, created_at) where visitor_contact = 'unconfirmed';
