import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import { keepFile, type StoredFile } from '#kernel/files.ts';
import { files } from '#kernel/tables.ts';
import { documentKinds, fileKindOf, pictureKinds, wrongKind } from '#kernel/uploaded-picture.ts';
import { customUpload } from '#features/records/custom-fields/serve-custom-files.ts';
import { photoImages } from '#features/records/people/photos/serve-photos.ts';
import type { SentFile } from '#web/public-forms.ts';
import { applicationPapers } from '../admissions.schema.ts';
import { change, finishTask } from './save-step.ts';
import { isEditable, lockOwn, type OwnApplication, type OwnKey } from './open-application.ts';

/** The largest file, before the browser or the server makes it smaller. */
export const paperBytes = 10 * 1_048_576;

/** The field of a paper in the page and in errors. */
const paperField = (key: string) => `paper-${key}`;

/** Part of the form that a paper belongs to, for tasks. */
export const partOfPaper = (key: string) => (key === 'photo' ? 'photo' : `paper:${key}`);

interface PreparedPaper {
  key: string;
  name: string;
  mediaType: string;
  /** Two sizes of a photo, otherwise one file. */
  contents: Buffer[];
}

/** Checks an uploaded file by its first bytes, and re-encodes pictures. PDF is for papers only. */
export async function preparePaper(key: string, sent: SentFile | null): Promise<PreparedPaper> {
  const field = paperField(key);
  if (!sent) throw new ValidationError(field, 'Choose a file.');
  if (sent.isTooLarge)
    throw new ValidationError(
      field,
      `The file is larger than ${paperBytes / 1_048_576} MB. Choose a smaller one, or take a photo of the paper.`,
    );
  const kinds = key === 'photo' ? pictureKinds : documentKinds;
  const kind = fileKindOf(sent.content);
  if (!kind || !(kinds as readonly string[]).includes(kind)) throw wrongKind(field, kinds);
  try {
    if (key === 'photo') {
      const { large, small } = await photoImages(sent.content);
      return { key, name: 'photo.jpg', mediaType: 'image/jpeg', contents: [large, small] };
    }
    const { content, ...paper } = await customUpload({ ...sent, kind });
    return { key, ...paper, contents: [content] };
  } catch (error) {
    if (error instanceof ValidationError) throw new ValidationError(field, error.message);
    throw error;
  }
}

/** Records a paper in place of the one before. Returns the stored names of what it replaces, to delete after the commit. */
export async function keepPaper(tx: Tx, actor: Actor, key: OwnKey, paper: PreparedPaper, stored: StoredFile[]) {
  const own = await openForPaper(tx, key, paper.key);
  const { application } = own;
  const { institutionId, id } = application;
  const keep = (file: StoredFile) =>
    keepFile(tx, actor, institutionId, {
      ...file,
      name: paper.name,
      mediaType: paper.mediaType,
      purpose: paper.key === 'photo' ? 'photo' : 'application',
    });
  const [fileId, smallId] = [await keep(stored[0]!), stored[1] && (await keep(stored[1]))];
  const before = await fileIdsOf(tx, own, paper.key);
  if (paper.key === 'photo') await change(tx, own, { photoId: fileId, photoSmallId: smallId });
  else {
    await tx
      .insert(applicationPapers)
      .values({ institutionId, applicationId: id, kind: paper.key, fileId, name: paper.name })
      .onConflictDoUpdate({
        target: [applicationPapers.institutionId, applicationPapers.applicationId, applicationPapers.kind],
        set: { fileId, name: paper.name, createdAt: sql`now()` },
      });
    await change(tx, own, {});
  }
  if (application.status !== 'draft')
    await record(tx, actor, 'admissions.sendPaper', {
      institutionId,
      summary: `sent ${labelOf(own, paper.key)} again`,
      subject: { type: 'application', id },
    });
  await finishTask(tx, actor, own, partOfPaper(paper.key));
  return forget(tx, institutionId, before);
}

export async function removePaper(tx: Tx, key: OwnKey, kind: string): Promise<string[]> {
  const own = await openForPaper(tx, key, kind);
  const { institutionId, id, status } = own.application;
  if (status !== 'draft') throw new NotAllowed('A paper that was sent can only be replaced.');
  const before = await fileIdsOf(tx, own, kind);
  if (kind === 'photo') await change(tx, own, { photoId: null, photoSmallId: null });
  else {
    await tx.delete(applicationPapers).where(isPaper(institutionId, id, kind));
    await change(tx, own, {});
  }
  return forget(tx, institutionId, before);
}

async function openForPaper(tx: Tx, key: OwnKey, kind: string): Promise<OwnApplication> {
  const own = await lockOwn(tx, key);
  if (!own.intake.papers.some((paper) => paper.key === kind))
    throw new ValidationError('form', 'Choose a paper of the list.');
  if (!isEditable(own, partOfPaper(kind)))
    throw new NotAllowed('Your application was sent, so this paper can no longer be changed.');
  return own;
}

const labelOf = ({ intake }: OwnApplication, kind: string) =>
  intake.papers.find(({ key }) => key === kind)?.label ?? 'a paper';

const isPaper = (institutionId: number, applicationId: number, kind: string) =>
  and(
    eq(applicationPapers.institutionId, institutionId),
    eq(applicationPapers.applicationId, applicationId),
    eq(applicationPapers.kind, kind),
  );

async function fileIdsOf(tx: Tx, { application }: OwnApplication, kind: string): Promise<number[]> {
  const { institutionId, id, photoId, photoSmallId } = application;
  if (kind === 'photo') return [photoId, photoSmallId].filter((fileId) => fileId !== null);
  const rows = await tx
    .select({ fileId: applicationPapers.fileId })
    .from(applicationPapers)
    .where(isPaper(institutionId, id, kind));
  return rows.map(({ fileId }) => fileId);
}

async function forget(tx: Tx, institutionId: number, ids: number[]): Promise<string[]> {
  if (!ids.length) return [];
  const gone = await tx
    .delete(files)
    .where(and(eq(files.institutionId, institutionId), inArray(files.id, ids)))
    .returning({ storedAs: files.storedAs });
  return gone.map(({ storedAs }) => storedAs);
}
