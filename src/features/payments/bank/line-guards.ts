import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { findTwins } from './find-twins.ts';
import { namedAccount } from './named-account.ts';
import type { LockedLine } from './take-lines.ts';

type Line = Pick<LockedLine, 'id' | 'amount'>;

/** Refuses to record a line as a new payment if a recorded one looks the same, or the gateway credits it by itself. */
export async function refuseTwin(tx: Tx, institutionId: number, line: Line, studentIds: number[]): Promise<void> {
  const asked = (studentIds.length ? studentIds : [null]).map((studentId) => ({ id: line.id, studentId }));
  const twin = (await findTwins(tx, institutionId, asked)).get(line.id);
  if (twin)
    throw new Refused(
      'again',
      `${twin} has the same amount and may be this line. Match the statement again, or tick “This is another payment”.`,
    );
  const { rows } = await tx.execute<{ number: string }>(sql`
    select a.number from bank_lines l cross join lateral (${namedAccount(institutionId, sql`l`)}) a
    where l.institution_id = ${institutionId} and l.id = ${line.id}`);
  if (rows[0])
    throw new Refused(
      'again',
      `It was paid into the student account ${rows[0].number}, which the payment gateway credits by itself. Tick “This is another payment” only if the gateway never does.`,
    );
}

export function refuseMoneyOut({ amount }: Line): void {
  if (amount < 0) throw new Refused('form', 'This line is money out. Ignore it or post it to an account.');
}
