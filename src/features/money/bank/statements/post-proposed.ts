import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { decimal } from '#kernel/money.ts';
import { countOf } from '#ui/format.ts';
import { dayInBooks } from '#features/money/ledger/day-in-books.ts';
import { post } from '#features/money/ledger/post.ts';
import { bankLines } from '../bank.schema.ts';
import { clearing } from './clear-lines.ts';
import { lockStatement } from './lock-statement.ts';
import { findOtherAccount } from './other-accounts.ts';
import { lockLines } from './take-lines.ts';

/** The sum that the page showed: what was proposed since is not posted unseen. */
export const PostProposed = z.object({ total: z.coerce.number().int().min(1) });

/** Posts all lines of a statement with a proposed account, such as the bank's charges. Returns what was done. */
export async function postProposed(
  tx: Tx,
  actor: Actor,
  statementId: number,
  { total }: z.infer<typeof PostProposed>,
): Promise<string> {
  const { institutionId, fileName } = await lockStatement(tx, actor, statementId);
  const wanted = await tx
    .select({ id: bankLines.id })
    .from(bankLines)
    .where(
      and(
        eq(bankLines.institutionId, institutionId),
        eq(bankLines.statementId, statementId),
        eq(bankLines.state, 'open'),
        isNotNull(bankLines.postingAccountId),
      ),
    )
    .orderBy(asc(bankLines.id));
  const ids = wanted.map(({ id }) => id);
  const locked = ids.length > 0 ? await lockLines(tx, institutionId, ids) : [];
  const lines = locked.filter(
    ({ state, amount, postingAccountId }) => state === 'open' && amount < 0 && postingAccountId !== null,
  );
  const sum = lines.reduce((all, { amount }) => all - amount, 0);
  if (sum !== total)
    throw new Conflict(`The lines to post are ${decimal(sum)} in all by now. Reload the page and look at them again.`);
  const names = new Map<number, string>();
  for (const line of lines) {
    const accountId = line.postingAccountId!;
    if (!names.has(accountId)) names.set(accountId, (await findOtherAccount(tx, line, accountId)).name);
  }
  const day = await dayInBooks(tx, institutionId);
  const description = 'Paid by the bank account';
  await post(
    tx,
    actor,
    institutionId,
    lines.map((line) => clearing(line, line.postingAccountId!, { day: day(line.day), description })),
  );
  await tx
    .update(bankLines)
    .set({ state: 'posted', remark: sql`${bankLines.reason}`, settledAt: sql`now()`, settledBy: actor.accountId })
    .where(
      and(
        eq(bankLines.institutionId, institutionId),
        inArray(
          bankLines.id,
          lines.map(({ id }) => id),
        ),
      ),
    );
  const done = `${countOf(lines.length, 'line')} of ${decimal(sum)}`;
  await record(tx, actor, 'payments.postLines', {
    institutionId,
    subject: { type: 'bankStatement', id: statementId },
    summary: `posted ${done} of the bank statement ${fileName}`,
    details: { lines: lines.map(({ id }) => id), accounts: [...names.values()] },
  });
  return `${done} posted to ${[...names.values()].join(', ')}.`;
}
