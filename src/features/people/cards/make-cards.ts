import { and, inArray } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { Files } from '#kernel/files.ts';
import { files as storedFiles } from '#kernel/tables.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { logAccesses } from '#features/records/people/log-access.ts';
import { countOf } from '#ui/format.ts';
import { cardLimit } from './card-options.ts';
import type { Card, CardIssuer } from './card.ts';
import { issuersOf } from './issuers.queries.ts';
import { qrOf, type QrSquares } from '#kernel/qr.ts';

export interface Found extends Card {
  photoId: number | null;
}

export interface FoundCards {
  found: Found[];
  /** People in the list who are not at the school and get no card. */
  leftOut: number;
}

export interface CardFile {
  sheet: 'a4' | 'single';
  back: boolean;
  cards: (Card & { qr: QrSquares; photoPath: string | null })[];
  issuers: Record<number, CardIssuer & { logo: Buffer | null }>;
}

interface Wanted extends FoundCards {
  people: 'students' | 'employees';
  sheet: 'a4' | 'single';
  back: boolean;
}

/** The data of the file. Writes an audit entry, also for each printed blood group. */
export async function makeCards(
  tx: Tx,
  actor: Actor,
  files: Files,
  { people, found, leftOut, sheet, back }: Wanted,
): Promise<CardFile> {
  if (found.length === 0)
    throw new ValidationError(
      'ids',
      leftOut
        ? 'Nobody in this list is at the school now, so there are no cards to print. Choose other people.'
        : 'This list is empty. Choose people to print cards for.',
    );
  if (found.length > cardLimit)
    throw new ValidationError('ids', `There are more than ${cardLimit} cards. Filter the list and print it in parts.`);
  const institutionIds = [...new Set(found.map(({ institutionId }) => institutionId))];
  const [issuers, photos, logos] = await Promise.all([
    issuersOf(tx, actor, institutionIds, people === 'students' ? 'Student' : 'Staff'),
    photoPaths(tx, files, found),
    Promise.all(institutionIds.map(async (id) => [id, (await letterheadOf(tx, files, id)).logo] as const)),
  ]);
  const entity = people === 'students' ? 'student' : 'employee';
  const printed = institutionIds.map((institutionId) => {
    const here = found.filter((one) => one.institutionId === institutionId);
    const [only] = here;
    return {
      institutionId,
      summary:
        here.length === 1
          ? `printed the ID card of ${only!.name}`
          : `printed ID cards of ${countOf(here.length, entity)}`,
      ...(here.length === 1 && { subject: { type: entity, id: only!.id } }),
      details: { ids: here.map(({ id }) => id), bloodGroups: here.filter(({ bloodGroup }) => bloodGroup).length },
    };
  });
  await recordMany(tx, actor, `${people}.printCards`, printed);
  await logAccesses(
    tx,
    actor,
    found
      .filter(({ bloodGroup }) => bloodGroup)
      .map(({ institutionId, id }) => ({ institutionId, entity, subjectId: id, groups: ['health'], place: 'print' })),
  );
  const logoOf = new Map(logos);
  return {
    sheet,
    back,
    cards: found.map(({ photoId, ...card }) => ({
      ...card,
      qr: qrOf(card.address),
      photoPath: (photoId && photos.get(photoId)) || null,
    })),
    issuers: Object.fromEntries(
      Object.entries(issuers).map(([id, issuer]) => [id, { ...issuer, logo: logoOf.get(Number(id)) ?? null }]),
    ),
  };
}

/** Paths of the photos, which the drawing process reads one at a time to save memory. */
async function photoPaths(db: Db, files: Files, found: Found[]): Promise<Map<number, string>> {
  const ids = found.flatMap(({ photoId }) => photoId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: storedFiles.id, storedAs: storedFiles.storedAs })
    .from(storedFiles)
    .where(
      and(
        inArray(storedFiles.institutionId, [...new Set(found.map(({ institutionId }) => institutionId))]),
        inArray(storedFiles.id, ids),
      ),
    );
  return new Map(rows.map(({ id, storedAs }) => [id, files.path(storedAs)]));
}
