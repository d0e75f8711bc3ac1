import { sql } from 'drizzle-orm';
import { lines, pieces, squeezed, daysApart, daysLater } from './take-lines.ts';
import { documentNumber } from '#features/money/invoices/document-numbers.ts';
import { admissions, studentHits } from './student-hits.ts';
import { withoutNestedLoops, type Tx } from '#kernel/database.ts';

/**
 * Proposes what the open lines of a statement are, in one statement for all lines: recorded payments by reference, or by
 * amount and day; students by an invoice or admission number in the narration, or weakly by name, class and what they owe.
 */
export async function matchLines(
  tx: Tx,
  institutionId: number,
  statementId: number,
  /** Changes the proposal of this line alone. */
  lineId?: number,
): Promise<void> {
  // The lines were inserted a moment ago.
  await withoutNestedLoops(tx, () =>
    tx.execute(sql`
    with ${lines(institutionId, statementId)},
    ${knownNumbers(institutionId)},
    ${admissions(institutionId)},
    ${pieces},
    ${studentHits(institutionId)},
    ${paymentHits(institutionId)},
    proposal as (
      select l.id,
        case when r.id is not null then case when r.fits then r.payment_id end
          when t.id is not null then t.payment_id
          when v.id is not null or s.student_id is not null or s.clash is not null then null else d.payment_id end as payment_id,
        case when r.id is not null or t.id is not null or v.id is not null or s.clash is not null then null
          when s.student_id is not null then s.student_id
          when d.id is null then n.student_id end as student_id,
        case when r.id is not null then case when r.fits then 'strong' end
          when t.id is not null then 'strong'
          when v.id is not null then null
          when s.clash is not null then null
          when s.student_id is not null then 'strong'
          when d.id is not null or n.id is not null then 'weak' end as strength,
        case when r.id is not null then r.reason
          when t.id is not null then 'Amount, day and student match'
          when v.id is not null then 'Paid into the student account ' || v.number || ': the gateway credits it'
          when s.clash is not null then s.clash
          when s.student_id is not null then s.reason
          when d.id is not null then case d.apart when 0 then 'Same amount on the same day'
            when 1 then 'Same amount, 1 day apart' else 'Same amount, ' || d.apart || ' days apart' end
          else n.reason end as reason
      from line l left join by_reference r using (id) left join identified s using (id)
        left join theirs t using (id) left join by_account v using (id) left join by_day d using (id)
        left join by_name n using (id)),
    -- A payment is proposed to one line.
    single as (
      select *, row_number() over (partition by payment_id order by strength, id) as turn from proposal)
    update bank_lines b set
      payment_id = case when p.turn = 1 then p.payment_id end, student_id = p.student_id,
      strength = case when p.payment_id is null or p.turn = 1 then p.strength end,
      reason = case when p.payment_id is null or p.turn = 1 then p.reason else 'Its payment is proposed for another line' end
    from single p
    where b.institution_id = ${institutionId} and b.id = p.id ${lineId === undefined ? sql`` : sql`and b.id = ${lineId}`}
      and (b.payment_id, b.student_id, b.strength, b.reason) is distinct from (
        case when p.turn = 1 then p.payment_id end, p.student_id,
        case when p.payment_id is null or p.turn = 1 then p.strength end,
        case when p.payment_id is null or p.turn = 1 then p.reason else 'Its payment is proposed for another line' end)`),
  );
  await proposeAccounts(tx, institutionId, statementId, lineId);
}

/**
 * Payments that are there, or wait for the bank to clear their cheque, with whether a line has shown them. Banks print
 * the number of a cheque with zeros in front: a `bare` one has none.
 */
const knownNumbers = (institutionId: number) => sql`
  payment as materialized (
    select p.payment_id as id, p.amount, p.day, p.reference, ltrim(${squeezed(sql`p.reference`)}, '0') as bare,
      case p.status when 'pending' then 'a cheque that waits' else
        coalesce(${documentNumber('RCT', sql`p.receipt_number`)}, 'payment ' || p.payment_id) end as name,
      ${daysLater} as days_later,
      p.is_seen_at_bank as is_taken
    from payments_at_bank p
    where p.institution_id = ${institutionId}
      and p.day between (select min(day) - 60 from line) and (select max(day) + 60 from line))`;

/** The payments of lines; of those by reference, `fits` if also the amount is the same. */
const paymentHits = (institutionId: number) => sql`
  by_reference as materialized (
    select distinct on (l.id) l.id, p.id as payment_id, p.amount = l.amount and not p.is_taken as fits,
      'Reference of ' || p.name || case when p.is_taken then ', which is already matched' when p.amount <> l.amount then ', but another amount'
        else '' end as reason
    from payment p join piece w on w.bare = p.bare join line l on l.id = w.id
    -- A short number alone says little: many narrations hold a 417.
    where length(p.bare) >= 5 or length(p.bare) >= 3 and p.amount = l.amount and not p.is_taken
    order by l.id, p.is_taken, p.amount <> l.amount, length(p.bare) desc, p.id),
  rest as materialized (
    select l.* from line l where not exists (select from by_reference r where r.id = l.id)),
  unseen as materialized (
    select p.* from payment p
    where not p.is_taken and not exists (select from by_reference r where r.payment_id = p.id and r.fits)),
  theirs as materialized (
    select distinct on (l.id) l.id, p.id as payment_id
    from rest l
    join (select id, student_id from by_account union select id, student_id from identified) s using (id)
    join payment_shares h on h.institution_id = ${institutionId} and h.student_id = s.student_id
    join unseen p on p.id = h.payment_id and p.amount = l.amount
      and l.day between p.day - ${daysApart}::int and p.day + p.days_later
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

/** What Nigerian banks call their charges, in small letters without digits. */
const charges = [
  'electronic money transfer levy|e?mt levy|emtl|stamp duty|stamp duties',
  'sms (alerts?|charges?|fees?|notifications?)|alert (charges?|fees?)',
  'account maintenance|acct maint(enance)?|maintenance (fees?|charges?)|camf|amf|cot',
  'pos (commissions?|charges?|fees?)|merchant service (charges?|commissions?|fees?)|msc',
  '(nip|transfer|trf|neft|rtgs|card|token|statement|cheque ?book) (charges?|fees?|commissions?|maintenance)',
  'bank charges?|vat (on|charges?|for)',
].join('|');
const isCharge = `\\y(${charges})\\y|^vat$`;

/**
 * Proposes the account of open lines with money out, of a statement or of one line: what was remembered for the longest
 * words of the narration, or bank charges.
 */
async function proposeAccounts(tx: Tx, institutionId: number, statementId: number, lineId?: number): Promise<void> {
  await tx.execute(sql`
    with paid_out as materialized (
      select id, akada_plain_words(coalesce(narration, '')) as text from bank_lines
      where institution_id = ${institutionId} and statement_id = ${statementId} and state = 'open' and amount < 0
        ${lineId === undefined ? sql`` : sql`and id = ${lineId}`}),
    proposal as (
      select o.id, coalesce(r.account_id, c.id) as account_id,
        case when r.account_id is not null then 'Remembered for “' || r.words || '”'
          when c.id is not null then 'Bank charge' end as reason
      from paid_out o
      left join lateral (
        select a.id as account_id, p.words from bank_posting_rules p
        join ledger_accounts a on (a.institution_id, a.id) = (p.institution_id, p.ledger_account_id)
        where p.institution_id = ${institutionId} and a.archived_at is null
          and strpos(' ' || o.text || ' ', ' ' || p.words || ' ') > 0
        order by length(p.words) desc, p.words limit 1) r on true
      left join ledger_accounts c on c.institution_id = ${institutionId} and c.role = 'bank_charges'
        and c.archived_at is null and o.text ~ ${isCharge})
    update bank_lines b set posting_account_id = p.account_id, reason = p.reason
    from proposal p
    where b.institution_id = ${institutionId} and b.id = p.id
      and (b.posting_account_id, b.reason) is distinct from (p.account_id, p.reason)`);
}
