import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#kernel/database.ts';
import { wordKey, type Corrections } from '../engine/corrections.ts';
import { importWords } from '../imports.schema.ts';
import { headingsField } from './remember-headings.ts';
import type { ImportKind } from '../kinds/kind-words.ts';

interface Place {
  institutionId: number;
  kind: ImportKind;
}

const ofKind = ({ institutionId, kind }: Place) =>
  and(eq(importWords.institutionId, institutionId), eq(importWords.kind, kind));

/** Remembers what values mean for the institution's next file of the kind; null forgets it. */
export async function rememberWords(
  tx: Tx,
  place: Place,
  words: { field: string; value: string; means: string | null }[],
): Promise<void> {
  const kept = new Map(words.map((word) => [`${word.field} ${wordKey(word.value)}`, word]));
  // In the order of the key, so that two people cannot deadlock.
  for (const { field, value, means } of [...kept.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, one]) => one)) {
    const word = wordKey(value);
    if (means === null)
      await tx
        .delete(importWords)
        .where(and(ofKind(place), eq(importWords.field, field), inArray(importWords.word, [word])));
    else
      await tx
        .insert(importWords)
        .values({ ...place, field, word, shown: value, means })
        .onConflictDoUpdate({
          target: [importWords.institutionId, importWords.kind, importWords.field, importWords.word],
          set: { shown: sql`excluded.shown`, means: sql`excluded.means` },
        });
  }
}

/** What values of earlier files mean. */
export async function rememberedWords(db: Db, place: Place): Promise<Corrections['words']> {
  const rows = await db
    .select({ field: importWords.field, word: importWords.word, value: importWords.shown, means: importWords.means })
    .from(importWords)
    .where(and(ofKind(place), ne(importWords.field, headingsField)));
  const words: NonNullable<Corrections['words']> = {};
  for (const { field, word, value, means } of rows) (words[field] ??= {})[word] = { value, means };
  return words;
}
