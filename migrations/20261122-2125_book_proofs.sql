/* The last nightly comparison of all sums with their rows. */
create table book_proofs (
  institution_id int primary key references institutions,
  checked_at timestamptz not null default now(),
  difference_count int not null check (difference_count >= 0),
  -- The first of them: [{"what": "balance of a student", "id": 7, "stored": 100, "counted": 90}]
  differences jsonb not null
);
select akada_institution_table('book_proofs');

/* For the nightly proof: institutions with something in their books. */
create function akada_institutions_with_books() returns table (institution_id int)
language sql stable security definer set search_path = public, pg_temp
as $$
  select n.id from institutions n
  where exists (select from ledger_entries e where e.institution_id = n.id)
    or exists (select from invoices i where i.institution_id = n.id)
    or exists (select from payments p where p.institution_id = n.id)
  order by n.id
$$;
alter function akada_institutions_with_books() owner to akada_gate;
revoke all on function akada_institutions_with_books() from public;
grant execute on function akada_institutions_with_books() to akada_app;
grant select on institutions, ledger_entries, invoices, payments to akada_gate;
