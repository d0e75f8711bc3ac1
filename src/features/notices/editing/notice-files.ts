import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, Refused } from '#kernel/errors.ts';
import { keepFile, type StoredFile } from '#kernel/files.ts';
import { noticeFiles } from '../notices.schema.ts';
import { lockNotice } from './lock-notice.ts';

const most = 10;

/** Attaches a file to a notice. */
export async function attachFile(
  tx: Tx,
  actor: Actor,
  noticeId: number,
  { title, file }: { title: string; file: StoredFile & { mediaType: string } },
): Promise<void> {
  const { institutionId, title: notice } = await lockNotice(tx, actor, noticeId);
  const here = and(eq(noticeFiles.institutionId, institutionId), eq(noticeFiles.noticeId, noticeId));
  if ((await tx.$count(noticeFiles, here)) >= most)
    throw new Refused('file', `This notice already has ${most} attachments. Remove one first.`);
  const fileId = await keepFile(tx, actor, institutionId, { ...file, name: title, purpose: 'notice' });
  await tx.insert(noticeFiles).values({ institutionId, noticeId, fileId, title });
  await record(tx, actor, 'notices.attach', {
    institutionId,
    summary: `attached ${title} to the notice ${notice}`,
    subject: { type: 'notice', id: noticeId },
  });
}

/** Removes an attachment. Returns its title. */
export async function detachFile(tx: Tx, actor: Actor, noticeId: number, id: number): Promise<string> {
  const { institutionId, title: notice } = await lockNotice(tx, actor, noticeId);
  const [file] = await tx
    .delete(noticeFiles)
    .where(
      and(eq(noticeFiles.institutionId, institutionId), eq(noticeFiles.noticeId, noticeId), eq(noticeFiles.id, id)),
    )
    .returning({ title: noticeFiles.title });
  if (!file) throw new NotFound('file');
  await record(tx, actor, 'notices.detach', {
    institutionId,
    summary: `removed ${file.title} from the notice ${notice}`,
    subject: { type: 'notice', id: noticeId },
  });
  return file.title;
}
