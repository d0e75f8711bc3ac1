import { createHash } from 'node:crypto';
import { and, eq, like } from 'drizzle-orm';
import type { Db, Tx } from '#kernel/database.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import { cut } from '../engine/clean.ts';
import { areUnnamed } from '../engine/headers.ts';
import { importWords } from '../imports.schema.ts';

/** The institution, and the kind of file. */
interface Place {
  institutionId: number;
  kind: string;
}

/** Beside the meanings of values, of which each has the key of a field. */
export const headingsField = 'headings';

const keyOf = (headers: string[]) => createHash('sha256').update(JSON.stringify(headers)).digest('hex').slice(0, 32);

const isOf = ({ institutionId, kind }: Place, headers: string[]) =>
  and(
    eq(importWords.institutionId, institutionId),
    eq(importWords.kind, kind as typeof importWords.$inferSelect.kind),
    eq(importWords.field, headingsField),
    like(importWords.word, `${keyOf(headers)} %`),
  );

/** Remembers the columns that a person mapped otherwise than guessed, for the next file with the same headings. */
export async function rememberHeadings(
  tx: Tx,
  place: Place,
  headers: string[],
  guessed: readonly (string | null)[],
  mapping: readonly (string | null)[],
): Promise<void> {
  if (areUnnamed(headers)) return;
  await tx.delete(importWords).where(isOf(place, headers));
  const kind = place.kind as typeof importWords.$inferSelect.kind;
  await insertMany(
    tx,
    importWords,
    headers.flatMap((header, at) =>
      (mapping[at] ?? null) === (guessed[at] ?? null)
        ? []
        : [
            {
              institutionId: place.institutionId,
              kind,
              field: headingsField,
              word: `${keyOf(headers)} ${at}`,
              shown: cut(header, 200),
              means: mapping[at] ?? '',
            },
          ],
    ),
  );
}

/** The guess, with what was corrected in an earlier file with the same headings and still can be used. */
export async function withRemembered<Field extends string>(
  db: Db,
  place: Place,
  headers: string[],
  guessed: readonly (Field | null)[],
  isUsable: (field: string) => field is Field,
): Promise<(Field | null)[]> {
  const rows = await db
    .select({ word: importWords.word, means: importWords.means })
    .from(importWords)
    .where(isOf(place, headers));
  const mapping = [...guessed];
  for (const { word, means } of rows) {
    const at = Number(word.split(' ')[1]);
    if (means === '') mapping[at] = null;
    else if (isUsable(means)) {
      const other = mapping.indexOf(means);
      if (other >= 0) mapping[other] = null;
      mapping[at] = means;
    }
  }
  return mapping;
}
