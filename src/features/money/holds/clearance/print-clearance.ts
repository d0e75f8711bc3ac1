import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { NotAllowed, NotFound, ValidationError } from '#kernel/errors.ts';
import type { Files } from '#kernel/files.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { countOf, dateTimeText, money } from '#ui/format.ts';
import type { ClearanceFile, ClearanceRow } from '../print/clearance-list.ts';
import { conditionInWords } from '../rules/rule-in-words.ts';
import { ruleColumns, type HoldRule } from '../rules/rule.queries.ts';
import { withheld, type Withheld } from '../holds.ts';
import { clearanceOf, type ClearanceStudent } from './clearance.queries.ts';
import { clearanceInstitution, type ClearancePrint, type ClearanceReader } from './clearance-view.ts';

/** The most students in one file. */
const mostStudents = 3000;

/** The clearance lists to print, as they are at this moment. The print is recorded. */
export async function printClearance(
  tx: Tx,
  actor: Actor,
  files: Files,
  asked: z.infer<typeof ClearancePrint>,
): Promise<ClearanceFile> {
  const { institutionId, seesAmounts } = clearanceInstitution(actor, asked.institution_id);
  if (asked.for === 'bursary' && !seesAmounts) throw new NotAllowed();
  const { currency, timeZone } = membershipIn(actor, institutionId)!;
  if (asked.batch.length === 0) throw new ValidationError('batch', 'Choose whose list to print.');
  const batches = await clearanceOf(tx, actor, institutionId, { batchIds: asked.batch, what: asked.what });
  if (batches.length < asked.batch.length) throw new NotFound('batch');
  const count = batches.reduce((sum, { students }) => sum + students.length, 0);
  if (count > mostStudents)
    throw new ValidationError(
      'batch',
      `These are ${countOf(count, 'student')}. Print up to ${mostStudents} at a time.`,
    );
  await record(tx, actor, 'fees.printClearance', {
    institutionId,
    summary: `printed the clearance list of ${batches.map(({ name }) => name).join(', ')}`,
    details: { batches: asked.batch, what: asked.what, for: asked.for },
  });
  return {
    letterhead: await letterheadOf(tx, files, institutionId),
    title: asked.title ?? (asked.what === 'exam' ? null : withheld[asked.what]),
    rule: asked.for === 'hall' ? null : await rulesInWords(tx, institutionId, asked.what, currency),
    lists: batches.map(({ name, students }) => ({
      batch: name,
      rows: students.map((student) => rowOf(student, asked.for, currency)),
    })),
    asOf: dateTimeText(new Date(), timeZone),
  };
}

function rowOf(student: ClearanceStudent, reader: ClearanceReader, currency: string): ClearanceRow {
  const { name, admissionNumber, isCleared, liftedUntil, debt } = student;
  const lifted = liftedUntil && `until ${formatDay(liftedUntil)}`;
  const reason = isCleared ? lifted : reader === 'hall' || !debt ? 'see the bursary' : debtInWords(debt, currency);
  return { name, admissionNumber, isCleared, reason };
}

function debtInWords({ owed, daysOverdue, toPay }: NonNullable<ClearanceStudent['debt']>, currency: string): string {
  const late = daysOverdue ? `, ${countOf(daysOverdue, 'day')} overdue` : '';
  return `owes ${money(owed, currency)}${late}; to pay ${money(toPay, currency)}`;
}

async function rulesInWords(tx: Tx, institutionId: number, what: Withheld, currency: string) {
  const rows = await query<HoldRule>(
    tx,
    render(sql`select ${ruleColumns} from hold_rules r
    where r.institution_id = ${institutionId} and r.is_on and ${what} = any (r.withholds) order by r.id`),
  );
  return rows.map((rule) => `${rule.name}: ${conditionInWords(rule, currency)}.`).join(' ') || null;
}
