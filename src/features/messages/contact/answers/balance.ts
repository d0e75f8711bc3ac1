import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { decimal } from '#kernel/money.ts';
import { debtOf } from '#features/money/holds/held/debt-and-holds.ts';
import type { AskedChild } from './find-child.ts';
import { onePart } from './one-part.ts';

interface Balance {
  owed: number;
  overdue: number;
  credit: number;
}

/** What the student owes now, in one part. */
export async function balanceText(db: Db, institutionId: number, child: AskedChild): Promise<string> {
  const [row] = await query<Balance>(
    db,
    sql`select coalesce(d.owed, 0) as owed, coalesce(d.overdue, 0) as overdue, coalesce((select b.credit from student_balances b
        where b.institution_id = students.institution_id and b.student_id = students.id), 0) as credit
      from students left join ${debtOf} on true
      where students.institution_id = ${institutionId} and students.id = ${child.studentId}`,
  );
  const { owed, overdue, credit } = row!;
  return balanceInWords(child, { owed: Number(owed), overdue: Number(overdue), credit: Number(credit) });
}

export function balanceInWords({ school, name, currency }: AskedChild, { owed, overdue, credit }: Balance): string {
  const sum = (minor: number) => `${currency} ${decimal(minor)}`;
  const late = overdue === 0 ? '' : overdue === owed ? ', all of it overdue' : `, of which ${sum(overdue)} is overdue`;
  const debt = owed === 0 ? 'owes nothing' : `owes ${sum(owed)}${late}`;
  return onePart(school, name, `${debt}.${credit > 0 ? ` Credit: ${sum(credit)}.` : ''}`);
}
