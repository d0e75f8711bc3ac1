import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { alikeChoices, type Decisions } from '../engine/plan.ts';
import { checkAgain, lockChecked } from './check-again.ts';
import { seen } from './plan-version.ts';

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
  const found = await lockChecked(tx, actor, importId, shown);
  const single = Object.entries({ ...found.decisions, ...decisions }).filter(
    ([, one]) => one !== undefined && one !== alike,
  );
  await checkAgain(tx, actor, jobs, found, {
    options: { ...found.options, alike },
    decisions: Object.fromEntries(single) as Decisions,
  });
}
