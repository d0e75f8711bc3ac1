import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import type { Jobs } from '#kernel/jobs.ts';
import { alikeChoices, type Decisions } from './engine/plan.ts';
import { actsOf } from './import-acts.ts';
import { isImport, type ImportJob } from './import-work.ts';
import { imports } from './imports.schema.ts';
import { lockImport } from './lock-import.ts';
import { refuseUnseen, seen } from './seen-plan.ts';

const choice = z.enum(alikeChoices, 'Choose what to do with these rows.');

export const ChooseAlike = z.object({
  /** For all rows that look like somebody. */
  alike: choice,
  /** By row ('decisions.12' of a form), where it is another; an empty choice is that for all. */
  decisions: z
    .record(
      z.string().regex(/^\d{1,7}$/),
      z.preprocess((value) => (value === '' ? undefined : value), choice.optional()),
    )
    .default({}),
  seen,
});

/** Says what to do with rows that look like somebody who is here already, and has the file checked again with it. */
export async function chooseAlike(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  importId: number,
  { alike, decisions, seen: shown }: z.infer<typeof ChooseAlike>,
): Promise<void> {
  const found = await lockImport(tx, actor, importId);
  if (found.state !== 'checked') throw new Conflict('This import has moved on. Load the page again to see it.');
  refuseUnseen(found, shown);
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
      acts: actsOf(actor, found.institutionId, found.kind),
      ...{ checkedCount: 0, goodCount: 0, badCount: 0, alikeCount: 0, doneCount: 0, failure: null },
    })
    .where(isImport(job));
  await jobs.send(tx, 'imports.check', job, { group: job.institutionId });
}
