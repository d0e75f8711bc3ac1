import { and, eq, inArray, sql } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { decide } from '#kernel/edit/decide.ts';
import { ValidationError } from '#kernel/errors.ts';
import { keepFile, type StoredFile } from '#kernel/files.ts';
import { files } from '#kernel/tables.ts';
import { waitingPhotos } from '../drafts.schema.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';

export interface StoredPhoto {
  large: StoredFile;
  small: StoredFile;
}
type PhotoIds = { photoId: number; photoSmallId: number };

/** Sets or removes the photo. Returns the stored names of the previous one, to delete after the commit. */
export async function setPhoto(
  tx: Tx,
  actor: Actor,
  kind: PersonKind,
  id: number,
  photo: StoredPhoto | null,
  /** The photo that the user saw: a newer one is not replaced without confirmation. */
  opened: number | null,
): Promise<{ photoId: number | null; old: string[] }> {
  const before = await kind.lock(tx, actor, id);
  const { institutionId } = before;
  allow(actor, kind.edit, institutionId);
  const part = { field: 'photo', label: 'Photo', action: `${kind.people}.setPhoto`, words: () => '' };
  const touched = await decide(tx, actor, { institutionId, type: kind.entity, id }, [
    { ...part, opened, sent: photo && 'another', current: before.photoId },
  ]);
  // A form without a photo doesn't remove a newer one.
  if (touched.size === 0) return { photoId: before.photoId, old: [] };
  const ids = photo ? await keepBoth(tx, actor, institutionId, photo) : { photoId: null, photoSmallId: null };
  if (ids.photoId === null && before.photoId === null) return { photoId: null, old: [] };
  await tx
    .update(kind.table)
    .set({ ...ids, updatedAt: sql`now()` })
    .where(and(eq(kind.table.institutionId, institutionId), eq(kind.table.id, id)));
  const did = photo ? (before.photoId ? 'changed' : 'added') : 'removed';
  await record(tx, actor, `${kind.people}.setPhoto`, {
    institutionId,
    summary: `${did} the photo of ${before.firstName} ${before.surname}`,
    subject: { type: kind.entity, id },
  });
  return { photoId: ids.photoId, old: await forget(tx, institutionId, [before.photoId, before.photoSmallId], kind) };
}

/** Stores a photo for the form of a new record. Each user can have only a few of them. */
export async function keepWaitingPhoto(
  tx: Tx,
  actor: Actor,
  kind: PersonKind,
  institutionId: number,
  photo: StoredPhoto,
): Promise<number> {
  allow(actor, kind.create, institutionId);
  const [row] = await tx
    .insert(waitingPhotos)
    .values({ institutionId, accountId: actor.accountId!, ...(await keepBoth(tx, actor, institutionId, photo)) })
    .returning({ id: waitingPhotos.id });
  return row!.id;
}

/** Deletes a photo that the form of a new record no longer needs. */
export async function dropWaitingPhoto(tx: Tx, actor: Actor, institutionId: number, waitingId: number) {
  const ids = await takeWaiting(tx, actor, institutionId, waitingId);
  return ids ? forget(tx, institutionId, [ids.photoId, ids.photoSmallId]) : [];
}

/** The photo columns of a new record, from the photo that its form uploaded before. */
export async function bindPhoto(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  waitingId: number | null,
): Promise<Partial<PhotoIds>> {
  if (waitingId === null) return {};
  const ids = await takeWaiting(tx, actor, institutionId, waitingId);
  if (!ids) throw new ValidationError('photo', 'The photo has expired. Choose it again.');
  return ids;
}

async function takeWaiting(tx: Tx, actor: Actor, institutionId: number, waitingId: number) {
  const [ids] = await tx
    .delete(waitingPhotos)
    .where(
      and(
        eq(waitingPhotos.institutionId, institutionId),
        eq(waitingPhotos.id, waitingId),
        eq(waitingPhotos.accountId, actor.accountId!),
      ),
    )
    .returning({ photoId: waitingPhotos.photoId, photoSmallId: waitingPhotos.photoSmallId });
  return ids;
}

async function keepBoth(tx: Tx, actor: Actor, institutionId: number, photo: StoredPhoto): Promise<PhotoIds> {
  const keep = (file: StoredFile, name: string) =>
    keepFile(tx, actor, institutionId, { ...file, name, purpose: 'photo', mediaType: 'image/jpeg' });
  return { photoId: await keep(photo.large, 'photo.jpg'), photoSmallId: await keep(photo.small, 'photo-small.jpg') };
}

/** A merged record keeps its photo, because it can be unmerged. */
async function forget(tx: Tx, institutionId: number, ids: (number | null)[], kind?: PersonKind): Promise<string[]> {
  const isShown = (table: PersonKind['table']) => sql`exists (select from ${table} p
    where p.institution_id = files.institution_id and files.id in (p.photo_id, p.photo_small_id))`;
  const gone = await tx
    .delete(files)
    .where(
      and(
        eq(files.institutionId, institutionId),
        inArray(
          files.id,
          ids.filter((one) => one !== null),
        ),
        kind && sql`not ${isShown(kind.table)}`,
      ),
    )
    .returning({ storedAs: files.storedAs });
  return gone.map(({ storedAs }) => storedAs);
}
