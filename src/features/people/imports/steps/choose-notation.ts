import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { notations } from '#kernel/notation.ts';
import { checkAgain, lockChecked } from './check-again.ts';
import { seen } from './plan-version.ts';

export const ChooseNotation = z.object({ notation: z.enum(notations, 'Choose point or comma.'), seen });

/** Saves which sign stands before the decimals in the file and queues another check. */
export async function chooseNotation(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  importId: number,
  { notation, seen: shown }: z.infer<typeof ChooseNotation>,
): Promise<void> {
  const found = await lockChecked(tx, actor, importId, shown);
  await checkAgain(tx, actor, jobs, found, { options: { ...found.options, notation } });
}
