import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

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
export async function proposeAccounts(
  tx: Tx,
  institutionId: number,
  statementId: number,
  lineId?: number,
): Promise<void> {
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
