import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { reportToRun, type Source } from '../run/report-to-run.ts';

const more = { answers: z.record(z.string(), z.array(z.string())).optional(), photos: z.boolean().optional() };

/** A report in a file, as it is stored until a job makes it. */
export const AskedReport = z.union([
  z.object({ reportId: z.number(), ...more }),
  z.object({ institutionId: z.number(), design: z.string(), ...more }),
]);
export type AskedReport = z.infer<typeof AskedReport>;

/** Counting may take longer for a job than for a page, in milliseconds. */
export const longestCount = 30_000;

export async function foundReport(tx: Tx, actor: Actor, { answers, photos: _, ...source }: AskedReport) {
  return { ...(await reportToRun(tx, actor, source as Source)), ...(answers && { answers }) };
}
