import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { paidStatuses } from '#features/receivables/receivables.ts';
import { lines, pieces, squeezed } from './narration-pieces.ts';
import { documentNumber } from '#features/receivables/document-numbers.ts';

/** How many days a payment may be recorded before or after the bank shows it. */
const daysApart = 4;
const seenAtBank = sql`('transfer', 'pos', 'gateway', 'cheque')`;

/**
 * Proposes what the open lines of a statement are, in one statement for all lines: recorded payments by reference, or by
 * amount and day; students by an invoice or admission number in the narration, or weakly by the name of the payer.
 */
export async function matchLines(tx: Tx, institutionId: number, statementId: number): Promise<void> {
  // The planner knows nothing of rows inserted a moment ago: it would compare every line with every payment.
  await tx.execute(sql`select set_config('jit', 'off', true), set_config('enable_nestloop', 'off', true)`);
  await tx.execute(sql`
    with ${lines(institutionId, statementId)},
    ${knownNumbers(institutionId)},
    ${pieces(sql`select reference as text, word from payment union all select admission_number, word from admission`)},
    ${studentHits(institutionId)},
    ${paymentHits(institutionId)},
    proposal as (
      select l.id,
        case when r.id is not null then case when r.fits then r.payment_id end
          when t.id is not null then t.payment_id
          when s.student_id is not null or s.clash is not null then null else d.payment_id end as payment_id,
        case when r.id is not null or t.id is not null or s.clash is not null then null
          when s.student_id is not null then s.student_id
          when d.id is null then n.student_id end as student_id,
        case when r.id is not null then case when r.fits then 'strong' end
          when t.id is not null then 'strong'
          when s.clash is not null then null
          when s.student_id is not null then 'strong'
          when d.id is not null or n.student_id is not null then 'weak' end as strength,
        case when r.id is not null then r.reason
          when t.id is not null then 'Amount, day and student match'
          when s.clash is not null then s.clash
          when s.student_id is not null then s.reason
          when d.id is not null then case d.apart when 0 then 'Same amount on the same day'
            when 1 then 'Same amount, 1 day apart' else 'Same amount, ' || d.apart || ' days apart' end
          when n.student_id is not null then 'Name in the narration' end as reason
      from line l left join by_reference r using (id) left join identified s using (id)
        left join theirs t using (id) left join by_day d using (id)
        left join by_name n using (id)),
    -- A payment is proposed to one line.
    single as (
      select *, row_number() over (partition by payment_id order by strength, id) as turn from proposal)
    update bank_lines b set
      payment_id = case when p.turn = 1 then p.payment_id end, student_id = p.student_id,
      strength = case when p.payment_id is null or p.turn = 1 then p.strength end,
      reason = case when p.payment_id is null or p.turn = 1 then p.reason else 'Its payment is proposed for another line' end
    from single p
    where b.institution_id = ${institutionId} and b.id = p.id
      and (b.payment_id, b.student_id, b.strength, b.reason) is distinct from (
        case when p.turn = 1 then p.payment_id end, p.student_id,
        case when p.payment_id is null or p.turn = 1 then p.strength end,
        case when p.payment_id is null or p.turn = 1 then p.reason else 'Its payment is proposed for another line' end)`);
  await tx.execute(sql`select set_config('enable_nestloop', 'on', true)`);
}

/** Payments that are there, with whether a line has shown them, and admission numbers. */
const knownNumbers = (institutionId: number) => sql`
  payment as materialized (
    select p.id, p.amount, p.day, p.reference, ${squeezed(sql`p.reference`)} as word,
      coalesce(${documentNumber('RCT', sql`p.receipt_number`)}, 'payment ' || p.id) as name, t.payment_id is not null as is_taken
    from payments p
    left join bank_lines t on t.institution_id = ${institutionId} and t.payment_id = p.id
      and t.state in ('matched', 'received', 'suspense')
    where p.institution_id = ${institutionId} and p.channel in ${seenAtBank} and not p.is_test
      and p.status = any (${sql.param([...paidStatuses])}::text[])
      and p.day between (select min(day) - 60 from line) and (select max(day) + 60 from line)),
  admission as materialized (
    select id, admission_number, word from (
      select id, admission_number, ${squeezed(sql`admission_number`)} as word from students
      where institution_id = ${institutionId} and anonymised_at is null) s
    where length(word) >= 4 and word ~ '[0-9]')`;

/** The payments of lines; of those by reference, `fits` if also the amount is the same. */
const paymentHits = (institutionId: number) => sql`
  by_reference as materialized (
    select distinct on (l.id) l.id, p.id as payment_id, p.amount = l.amount and not p.is_taken as fits,
      case when p.is_taken then 'Reference of ' || p.name || ', which is already matched'
        when p.amount = l.amount then 'Reference of ' || p.name
        else 'Reference of ' || p.name || ', but another amount' end as reason
    from payment p join piece w on w.word = p.word join line l on l.id = w.id
    where length(p.word) >= 5 and p.word ~ '[1-9]'
    order by l.id, p.is_taken, p.amount <> l.amount, length(p.word) desc, p.id),
  rest as materialized (
    select l.* from line l where not exists (select from by_reference r where r.id = l.id)),
  unseen as materialized (
    select p.* from payment p
    where not p.is_taken and not exists (select from by_reference r where r.payment_id = p.id and r.fits)),
  theirs as materialized (
    select distinct on (l.id) l.id, p.id as payment_id
    from rest l join identified s using (id)
    join payment_shares h on h.institution_id = ${institutionId} and h.student_id = s.student_id
    join unseen p on p.id = h.payment_id and p.amount = l.amount and abs(p.day - l.day) <= ${daysApart}
    order by l.id, abs(p.day - l.day), p.id),
  -- Counted by amount and day first: many families pay the same amount in the same week.
  paid_on as materialized (select amount, day, count(*) as payments, min(id) as payment_id from unseen group by 1, 2),
  shown_on as materialized (select amount, day, count(*) as lines from rest group by 1, 2),
  lone_payment as materialized (
    select p.id from unseen p join shown_on w on w.amount = p.amount and abs(w.day - p.day) <= ${daysApart}
    group by p.id having sum(w.lines) = 1),
  by_day as materialized (
    select l.id, min(p.payment_id) as payment_id, min(abs(p.day - l.day)) as apart
    from rest l join paid_on p on p.amount = l.amount and abs(p.day - l.day) <= ${daysApart}
    group by l.id having sum(p.payments) = 1 and min(p.payment_id) in (select id from lone_payment))`;

/** The student of a line: `identified` by a number, and `by_name` as a hint where only one person has that name. */
const studentHits = (institutionId: number) => sql`
  number as materialized (
    select w.id, i.student_id, 'Invoice ' || ${documentNumber('INV', sql`i.number`)} as reason, 0 as rank,
      case when w.word ~ '[a-z]0[0-9]{5}$' then 0 else length(w.word) end as worth
    from piece w join invoices i on i.institution_id = ${institutionId}
      and i.number = substring(w.word from '^inv(?:oice)?(?:no)?0*([0-9]{1,9})$')::int
    where w.word ~ '^inv(oice)?(no)?0*[1-9][0-9]{0,8}$'
    union all
    select w.id, s.id, 'Admission number ' || s.admission_number, 1, -length(w.word)
    from admission s join piece w on w.word = s.word),
  best as (
    select *, rank() over (partition by id, rank order by worth) as place from number),
  identified as materialized (
    select id, case when count(distinct student_id) = 1 then min(student_id) end as student_id,
      left((array_agg(reason order by rank, reason))[1], 200) as reason,
      case when count(distinct student_id) > 1
        then left('Several students: ' || string_agg(distinct reason, ', '), 200) end as clash
    from best where place = 1 group by id),
  named as materialized (
    select s.id as student_id, 's' || s.id as person, akada_searchable(s.surname) as surname, akada_searchable(s.first_name) as first
    from students s where s.institution_id = ${institutionId} and s.anonymised_at is null
    union all
    select k.student_id, 'g' || g.id, akada_searchable(g.surname), akada_searchable(g.first_name)
    from guardians g join student_guardians k on (k.institution_id, k.guardian_id) = (g.institution_id, g.id)
    where g.institution_id = ${institutionId} and g.anonymised_at is null and g.merged_into_id is null),
  name_word as materialized (
    select distinct r.id, r.part from run r
    join (select surname as part from named union select first from named) n using (part)
    where length(r.part) >= 3 and not exists (select from identified i where i.id = r.id)),
  by_name as materialized (
    select f.id, (array_agg(n.student_id order by b.owed desc nulls last, n.student_id))[1] as student_id
    from name_word f join name_word o on o.id = f.id and o.part <> f.part
    join named n on n.surname = f.part and n.first = o.part
    left join student_balances b on (b.institution_id, b.student_id) = (${institutionId}, n.student_id)
    group by f.id having count(distinct n.person) = 1)`;
