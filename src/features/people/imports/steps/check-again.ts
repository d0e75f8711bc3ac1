import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { permittedActions } from '../import-actions.ts';
import { isImport } from '../work/import-work.ts';
import { imports, type ImportRow } from '../imports.schema.ts';
import { lockImport } from './lock-import.ts';
import { refuseStalePlan } from './plan-version.ts';
import type { ImportJob } from '../kinds/kind.ts';

/** Locks a checked import whose plan is the one that the user saw. */
export async function lockChecked(tx: Tx, actor: Actor, importId: number, shown: string | undefined) {
  const found = await lockImport(tx, actor, importId);
  if (found.state !== 'checked') throw new Conflict('This import has already continued. Reload the page to see it.');
  refuseStalePlan(found, shown);
  return found;
}

/** Saves a change of the plan and queues another check of the file. */
export async function checkAgain(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  { institutionId, id: importId, kind }: ImportRow,
  change: Partial<Pick<ImportRow, 'options' | 'decisions' | 'corrections'>>,
): Promise<void> {
  const job: ImportJob = { institutionId, importId };
  await tx
    .update(imports)
    .set({
      ...change,
      state: 'checking',
      actingAccountId: actor.accountId,
      acts: permittedActions(actor, institutionId, kind),
      checkedCount: 0,
      goodCount: 0,
      badCount: 0,
      alikeCount: 0,
      doneCount: 0,
      failure: null,
    })
    .where(isImport(job));
  await jobs.send(tx, 'imports.check', job, { group: institutionId });
}
