import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { mayReadText } from '#kernel/messages/readable.ts';
import { countOf } from '#ui/format.ts';
import { findLetter } from './letters.queries.ts';
import { letterFiles } from './letters.schema.ts';

/** Queues the file of a letter. Returns its id. */
export async function printFile(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  letter: { institutionId: number; letterId: number; letterCount: number },
): Promise<number> {
  const [file] = await tx
    .insert(letterFiles)
    .values({ ...letter, accountId: actor.accountId })
    .returning({ id: letterFiles.id });
  const { institutionId } = letter;
  await jobs.send(tx, 'notices.printLetters', { institutionId, letterFileId: file!.id }, { group: institutionId });
  return file!.id;
}

/** Prints an earlier letter again, as it was. Returns the id of the file. */
export async function printAgain(tx: Tx, actor: Actor, jobs: Jobs, letterId: number): Promise<number> {
  const { institutionId, letterCount, subject, needs } = await findLetter(tx, actor, letterId);
  if (!mayReadText(actor, institutionId, needs))
    throw new NotAllowed('This letter contains data that you don’t have access to.');
  await record(tx, actor, 'messages.printLetters', {
    institutionId,
    summary: `printed ${countOf(letterCount, 'letter')} again: ${subject}`,
    subject: { type: 'letter', id: letterId },
  });
  return printFile(tx, actor, jobs, { institutionId, letterId, letterCount });
}
