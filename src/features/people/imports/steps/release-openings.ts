import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { formatMoney } from '#kernel/money.ts';
import { isWaiting } from '#features/records/approvals/is-waiting.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { countOf } from '#ui/format.ts';
import type { ImportRow } from '../imports.schema.ts';
import { RunImport, runImport } from './run-import.ts';

export const releaseOpeningsApproval = approvalKind({
  kind: 'openings.release',
  label: 'Opening credit',
  permission: 'fees.approve',
  payload: RunImport.extend({ importId: z.number(), credit: z.string(), owed: z.string(), largest: z.string() }),
  async act(tx, asker, { importId, mode, seen }, { services, decider }) {
    await runImport(tx, asker, services.jobs, importId, { mode, seen }, { by: decider.accountId });
    return { message: 'The file is being imported.' };
  },
  details: (_reader, { credit, owed, largest }) => [
    ['Credit', credit],
    ['Owed', owed],
    ['Largest credits', largest],
  ],
});

/** Queues the import of a checked file, or asks a second person if it contains credit. */
export const runOrAsk = (tx: Tx, actor: Actor, jobs: Jobs, importId: number, input: z.infer<typeof RunImport>) =>
  runImport(tx, actor, jobs, importId, input, { ask: (found) => askToRelease(tx, actor, found, input) });

/** Credit pays what a family owes, so a second person compares it with the old records before a file brings any. */
async function askToRelease(
  tx: Tx,
  actor: Actor,
  { institutionId, id, accountId, amounts }: ImportRow,
  input: z.infer<typeof RunImport>,
): Promise<Requested> {
  // Nobody approves a file of their own.
  if (accountId !== actor.accountId)
    throw new ValidationError('mode', 'This file contains credit, so the person who uploaded it has to import it.');
  const { credit, owed } = amounts;
  const { currency } = membershipIn(actor, institutionId)!;
  const priced = (minor: number) => formatMoney({ minor, currency });
  const inWords = (side = { count: 0, total: 0 }) => `${priced(side.total)} for ${countOf(side.count, 'student')}`;
  return requestApproval(tx, actor, releaseOpeningsApproval, {
    institutionId,
    subject: { type: 'import', id },
    payload: {
      ...input,
      importId: id,
      credit: inWords(credit),
      owed: inWords(owed),
      largest: (credit?.largest ?? []).map(({ number, amount }) => `${number}: ${priced(amount)}`).join(', '),
    },
    summary: `import opening balances with credit of ${inWords(credit)}`,
  });
}

/** Whether a second person approves an import first, and whether that is waiting. */
export async function releaseOf(db: Db, { institutionId, id, amounts }: ImportRow) {
  const asksFirst = Boolean(amounts.credit);
  const subject = { type: 'import', id };
  return { asksFirst, isAsked: asksFirst && (await isWaiting(db, releaseOpeningsApproval, institutionId, subject)) };
}
