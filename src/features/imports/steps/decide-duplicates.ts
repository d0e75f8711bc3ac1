import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { alikeChoices, type Decisions } from '../engine/plan.ts';
import { permittedActions } from '../import-actions.ts';
import { isImport, type ImportJob } from '../work/import-work.ts';
import { imports } from '../imports.schema.ts';
import { lockImport } from './lock-import.ts';
import { refuseStalePlan, seen } from './plan-version.ts';

const choice = z.enum(alikeChoices, 'Choose what to do with these rows.');

export const DecideDuplicates = z.object({
  /** For all possible duplicates. */
  alike: choice,
  /** Exceptions by row number ('decisions.12' in a form); blank means the choice for all rows. */
  decisions: z
    .record(
      z.string().regex(/^\d{1,7}$/),
      z.preprocess((value) => (value === '' ? undefined : value), choice.optional()),
    )
    .default({}),
  seen,
});

/** Saves what to do with possible duplicates and queues another check of the file. */
export async function decideDuplicates(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  importId: number,
  { alike, decisions, seen: shown }: z.infer<typeof DecideDuplicates>,
): Promise<void> {
  const found = await lockImport(tx, actor, importId);
  if (found.state !== 'checked') throw new Conflict('This import has already continued. Reload the page to see it.');
  refuseStalePlan(found, shown);
  const job: ImportJob = { institutionId: found.institutionId, importId };
  const single = Object.entries({ ...found.decisions, ...decisions }).filter(
    ([, one]) => one !== undefined && one !== alike,
  );
  await tx
    .update(imports)
    .set({
      options: { ...found.options, alike },
      decisions: Object.fromEntries(single) as Decisions,
      state: 'checking',
      actingAccountId: actor.accountId,
      acts: permittedActions(actor, found.institutionId, found.kind),
      ...{ checkedCount: 0, goodCount: 0, badCount: 0, alikeCount: 0, doneCount: 0, failure: null },
    })
    .where(isImport(job));
  await jobs.send(tx, 'imports.check', job, { group: job.institutionId });
}
