import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { announce } from '#kernel/messages/announce.ts';
import { resultCorrected, resultPublished } from '../results.events.ts';
import type { ResultSheet } from '../term-results/find-sheet.ts';

/** Tells students and guardians. The result itself is on the record, unless it is withheld. */
export async function notifyFamilies(
  tx: Tx,
  actor: Actor,
  { institutionId, term, session }: Pick<ResultSheet, 'institutionId' | 'term' | 'session'>,
  studentIds: readonly number[],
  event: 'published' | 'corrected' = 'published',
): Promise<void> {
  const fields = { term, session };
  await announce(
    tx,
    institutionId,
    event === 'published' ? resultPublished : resultCorrected,
    studentIds.map((studentId) => ({ studentId, fields })),
    { except: actor.accountId },
  );
}
