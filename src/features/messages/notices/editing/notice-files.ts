import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { keepFile, type StoredFile } from '#kernel/files.ts';
import { files } from '#kernel/tables.ts';
import { noticeFiles } from '../notices.schema.ts';
import { lockNotice } from './lock-notice.ts';

const most = 10;

interface Attachment {
  title: string;
  file: StoredFile & { mediaType: string };
}

/** Attaches a file to a notice. */
export async function attachFile(tx: Tx, actor: Actor, noticeId: number, { title, file }: Attachment): Promise<void> {
  const { institutionId, title: notice } = await lockNotice(tx, actor, noticeId);
  const here = and(eq(noticeFiles.institutionId, institutionId), eq(noticeFiles.noticeId, noticeId));
  if ((await tx.$count(noticeFiles, here)) >= most)
    throw new ValidationError('file', `This notice already has ${most} attachments. Remove one first.`);
  const fileId = await keepFile(tx, actor, institutionId, { ...file, name: title, purpose: 'notice' });
  await tx.insert(noticeFiles).values({ institutionId, noticeId, fileId, title });
  await record(tx, actor, 'notices.attach', {
    institutionId,
    summary: `attached ${title} to the notice ${notice}`,
    subject: { type: 'notice', id: noticeId },
  });
}

/** Puts another file in the place of an attachment. Returns where the old one is stored, to be deleted after the commit. */
export async function replaceFile(
  tx: Tx,
  actor: Actor,
  { noticeId, id }: { noticeId: number; id: number },
  { title, file }: Attachment,
): Promise<string> {
  const { institutionId, title: notice } = await lockNotice(tx, actor, noticeId);
  const isThis = and(
    eq(noticeFiles.institutionId, institutionId),
    eq(noticeFiles.noticeId, noticeId),
    eq(noticeFiles.id, id),
  );
  const [old] = await tx
    .select({ fileId: noticeFiles.fileId, title: noticeFiles.title })
    .from(noticeFiles)
    .where(isThis);
  if (!old) throw new NotFound('file');
  const fileId = await keepFile(tx, actor, institutionId, { ...file, name: title, purpose: 'notice' });
  await tx.update(noticeFiles).set({ fileId, title }).where(isThis);
  const storedAs = await deleteFile(tx, institutionId, old.fileId);
  await record(tx, actor, 'notices.replaceFile', {
    institutionId,
    summary: `replaced ${old.title} of the notice ${notice}`,
    subject: { type: 'notice', id: noticeId },
  });
  return storedAs;
}

/** Removes an attachment. Returns its title, and where its file is stored, to be deleted after the commit. */
export async function detachFile(
  tx: Tx,
  actor: Actor,
  noticeId: number,
  id: number,
): Promise<{ title: string; storedAs: string }> {
  const { institutionId, title: notice } = await lockNotice(tx, actor, noticeId);
  const [gone] = await tx
    .delete(noticeFiles)
    .where(
      and(eq(noticeFiles.institutionId, institutionId), eq(noticeFiles.noticeId, noticeId), eq(noticeFiles.id, id)),
    )
    .returning({ title: noticeFiles.title, fileId: noticeFiles.fileId });
  if (!gone) throw new NotFound('file');
  const storedAs = await deleteFile(tx, institutionId, gone.fileId);
  await record(tx, actor, 'notices.detach', {
    institutionId,
    summary: `removed ${gone.title} from the notice ${notice}`,
    subject: { type: 'notice', id: noticeId },
  });
  return { title: gone.title, storedAs };
}

async function deleteFile(tx: Tx, institutionId: number, fileId: number): Promise<string> {
  const [gone] = await tx
    .delete(files)
    .where(and(eq(files.institutionId, institutionId), eq(files.id, fileId)))
    .returning({ storedAs: files.storedAs });
  return gone!.storedAs;
}
