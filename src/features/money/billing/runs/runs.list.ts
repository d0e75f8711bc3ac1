import { and, eq, inArray, sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { accountNameOf } from '#kernel/account-name.ts';
import { type Db, hasKey } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { declareList, inInstitutions } from '#kernel/list/declare-list.ts';
import { filterBy } from '#kernel/list/filters.ts';
import { choice, id } from '#kernel/schemas.ts';
import { runStates } from '../billing.ts';
import { feeRuns } from '../billing.schema.ts';
import { fees } from '#features/money/fees/fees.schema.ts';

const columns = {
  id: feeRuns.id,
  institutionId: feeRuns.institutionId,
  feeId: feeRuns.feeId,
  title: fees.title,
  state: feeRuns.state,
  issuedOn: feeRuns.issuedOn,
  createdAt: feeRuns.createdAt,
  finishedAt: feeRuns.finishedAt,
  studentCount: feeRuns.studentCount,
  doneCount: feeRuns.doneCount,
  billedCount: feeRuns.billedCount,
  billedTotal: feeRuns.billedTotal,
  failure: feeRuns.failure,
  person: sql<string | null>`${accountNameOf(accounts.name, accounts.username)}`,
  currency: sql<string>`(select z.currency from institutions z where z.id = ${feeRuns.institutionId})`,
};

const select = (db: Db) =>
  db
    .select(columns)
    .from(feeRuns)
    .innerJoin(fees, hasKey(fees, feeRuns.institutionId, feeRuns.feeId))
    .leftJoin(accounts, eq(accounts.id, feeRuns.accountId));

/** Billing runs, latest first. */
export const runList = declareList({
  id: feeRuns.id,
  visible: inInstitutions(feeRuns.institutionId, 'fees.view'),
  filters: {
    state: filterBy(choice(runStates), (state) => eq(feeRuns.state, state)),
    fee: filterBy(id, (feeId) => eq(feeRuns.feeId, feeId)),
  },
  select,
});
export type RunRow = Awaited<ReturnType<typeof runList.readPage>>['rows'][number];

export async function runOf(db: Db, actor: Actor, runId: number): Promise<RunRow> {
  const [row] = await select(db).where(
    and(eq(feeRuns.id, runId), inArray(feeRuns.institutionId, institutionsWhere(actor, 'fees.view'))),
  );
  if (!row) throw new NotFound('run');
  return row;
}
