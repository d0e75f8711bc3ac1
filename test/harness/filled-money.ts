import { sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { issueInvoices } from '#features/money/invoices/issue-invoices.ts';

/** One record of each kind of money, of the institution's first student. */
export async function fillMoney(tx: Tx, institutionId: number, title: string): Promise<void> {
  const { rows } = await tx.execute<{ account: number; student: number }>(sql`
    select (select min(ledger_account_id) from fee_categories where institution_id = ${institutionId}) as account,
      (select min(id) from students where institution_id = ${institutionId}) as student`);
  const { account, student } = rows[0]!;
  await fillFees(tx, institutionId, title);
  await fillBank(tx, institutionId, title);
  await fillHolds(tx, institutionId, title, student);
  const [invoiceId] = await issueInvoices(tx, systemActor(institutionId, 'The world'), institutionId, [
    {
      studentId: student,
      kind: 'single',
      title,
      issuedOn: '2026-11-20',
      lines: [{ name: title, amount: 100_00, ledgerAccountId: account }],
      dues: [{ dueOn: '2026-11-20', amount: 100_00 }],
    },
  ]);
  await tx.execute(sql`insert into bill_files (institution_id, invoice_ids, origin)
    values (${institutionId}, array[${invoiceId!}::bigint], 'https://school.example')`);
  await tx.execute(sql`
    with made as (insert into fee_corrections (institution_id, fee_id, reason)
      select ${institutionId}, min(id), ${title} from fees where institution_id = ${institutionId} returning id)
    insert into fee_correction_documents (institution_id, correction_id, invoice_id, added_id)
    select ${institutionId}, id, ${invoiceId!}, ${invoiceId!} from made`);
}

/** A fee of the current session that nobody is billed with, and a discount. */
async function fillFees(tx: Tx, institutionId: number, title: string): Promise<void> {
  await tx.execute(sql`
    with fee as (insert into fees (institution_id, category_id, session_id, title)
      select ${institutionId}, (select min(id) from fee_categories where institution_id = ${institutionId}), id, ${title}
      from academic_sessions where institution_id = ${institutionId} and is_current returning id, category_id),
    due as (insert into fee_instalments (institution_id, fee_id, position, due_on)
      select ${institutionId}, id, 1, '2026-11-20' from fee)
    insert into fee_particulars (institution_id, fee_id, position, name, category_id, amount)
    select ${institutionId}, id, 1, ${title}, category_id, 10000 from fee`);
  await tx.execute(sql`insert into discount_schemes (institution_id, name, who, percent)
    values (${institutionId}, ${title}, 'everyone', 1000)`);
  await tx.execute(sql`insert into fee_runs (institution_id, fee_id, issued_on, student_count, state)
    select institution_id, min(id), '2026-11-20', 1, 'done' from fees where institution_id = ${institutionId} group by 1`);
}

/** A bank account with a statement of one line that nobody has looked at, and an early reconciliation. */
async function fillBank(tx: Tx, institutionId: number, title: string): Promise<void> {
  await tx.execute(sql`
    with account as (insert into bank_accounts (institution_id, name, bank, number, ledger_account_id)
      select ${institutionId}, ${title}, ${title}, '0123456789', id from ledger_accounts
      where institution_id = ${institutionId} and role = 'bank' returning id),
    statement as (insert into bank_statements (institution_id, bank_account_id, file_name, sha256, columns, row_count, state, read_at)
      select ${institutionId}, id, ${title}, 'x', '[]', 1, 'read', now() from account returning id, bank_account_id)
    insert into bank_lines (institution_id, bank_account_id, statement_id, row_number, day, amount, narration, fingerprint, ordinal)
    select ${institutionId}, bank_account_id, id, 2, '2026-11-20', 10000, ${title}, repeat('0', 64), 1 from statement`);
  await tx.execute(sql`insert into reconciliations (institution_id, bank_account_id, through, statement_balance, book_balance, figures, closed_by)
    select institution_id, id, '2026-10-31', 0, 0, '{"items": [], "unseen": [], "moved": 0}', (select min(id) from accounts)
    from bank_accounts where institution_id = ${institutionId}`);
}

/** A rule that holds nobody, and a student for whom one would be lifted. */
async function fillHolds(tx: Tx, institutionId: number, title: string, studentId: number): Promise<void> {
  await tx.execute(sql`insert into hold_rules (institution_id, name, withholds, above)
    values (${institutionId}, ${title}, '{exam}', 2000000)`);
  await tx.execute(sql`insert into hold_lifts (institution_id, student_id, lifts, until, reason)
    values (${institutionId}, ${studentId}, '{exam}', '2027-06-30', ${title})`);
}
