/* When a term of past years was added: a card that was sealed before can't count it. */
alter table past_terms add created_at timestamptz;
update past_terms p set created_at = coalesce(
  (select i.created_at from imports i where (i.institution_id, i.id) = (p.institution_id, p.import_id)), '2000-01-01');
alter table past_terms alter created_at set default now(), alter created_at set not null;
