import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx, Db } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { keepFile, type Files, type StoredFile } from '#kernel/files.ts';
import { guessColumns } from '../engine/guess.ts';
import type { Inspection } from '../engine/inspect.ts';
import { inspectInTurn } from '../reader/read-table.ts';
import { Options } from '../engine/plan.ts';
import { Unreadable, cut, areUnnamed } from '../engine/headers.ts';
import { imports, importWords } from '../imports.schema.ts';
import { importPermission } from '../imports.policy.ts';
import { importKinds, kindLabels, type ImportKind } from '../kinds/kind-labels.ts';
import { mayUse } from '../school/may-use.ts';
import { loadSchool } from '../school/school.queries.ts';
import { createHash } from 'node:crypto';
import { and, eq, like, inArray, ne, sql } from 'drizzle-orm';
import { insertMany } from '#kernel/database/insert-many.ts';
import { valueKey, type Corrections } from '../engine/field.ts';

const institution = 'Choose the institution that the people in the file belong to.';

export const StartImport = z.object({
  institutionId: z.coerce.number(institution).int().positive(institution),
  kind: z.enum(importKinds).default('students'),
});

interface UploadedFile {
  stored: StoredFile;
  name: string;
  inspection: Inspection;
}

/** Looks into an uploaded file; refuses one that cannot be imported. */
export async function inspectUpload(
  files: Files,
  institutionId: number,
  stored: StoredFile,
  name: string,
): Promise<UploadedFile> {
  try {
    return { stored, name, inspection: await inspectInTurn(institutionId, await files.local(stored.storedAs)) };
  } catch (error) {
    throw error instanceof Unreadable ? new ValidationError('file', error.message) : error;
  }
}

/** Creates an import of an inspected file with guessed columns. */
export async function startImport(
  tx: Tx,
  actor: Actor,
  { institutionId, kind }: z.infer<typeof StartImport>,
  { stored, name, inspection }: UploadedFile,
) {
  allow(actor, importPermission[kind], institutionId);
  const { surroundings, roster } = await loadSchool(tx, institutionId, kind);
  const words = await rememberedWords(tx, { institutionId, kind });
  const { format, columns, rowCount, extra } = inspection;
  const canImport = mayUse(actor, institutionId, roster);
  const mapping = await withRemembered(
    tx,
    { institutionId, kind },
    columns.map(({ header }) => header),
    guessColumns(columns, roster, surroundings, canImport, words).map(({ field }) => field),
    (key): key is string => roster.fields[key] !== undefined && canImport(roster.fields[key]),
  );
  const mediaType =
    format.kind === 'xlsx' ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' : 'text/csv';
  const fileId = await keepFile(tx, actor, institutionId, { ...stored, purpose: 'import', name, mediaType });
  const [row] = await tx
    .insert(imports)
    .values({
      institutionId,
      fileId,
      kind,
      rowCount,
      fileHash: stored.sha256,
      accountId: actor.accountId,
      format: { format, columns, extra },
      mapping,
      corrections: { words },
      options: Options.parse({}),
    })
    .returning({ id: imports.id });
  await record(tx, actor, `${kind}.import.upload`, {
    institutionId,
    subject: { type: 'import', id: row!.id },
    summary: `uploaded ${name} with ${rowCount} ${rowCount === 1 ? 'row' : 'rows'} to import ${kindLabels[kind].many} from`,
  });
  return row!.id;
}

/** The institution, and the kind of file. */
interface Place {
  institutionId: number;
  kind: string;
}

/** Beside the meanings of values, of which each has the key of a field. */
const headingsField = 'headings';

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

interface MeaningsPlace {
  institutionId: number;
  kind: ImportKind;
}

const ofKind = ({ institutionId, kind }: MeaningsPlace) =>
  and(eq(importWords.institutionId, institutionId), eq(importWords.kind, kind));

/** Remembers what values mean for the institution's next file of the kind; null forgets it. */
export async function rememberMeanings(
  tx: Tx,
  place: MeaningsPlace,
  words: { field: string; value: string; means: string | null }[],
): Promise<void> {
  const kept = new Map(words.map((word) => [`${word.field} ${valueKey(word.value)}`, word]));
  // In the order of the key, so that two people cannot deadlock.
  for (const { field, value, means } of [...kept.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, one]) => one)) {
    const word = valueKey(value);
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
async function rememberedWords(db: Db, place: MeaningsPlace): Promise<Corrections['words']> {
  const rows = await db
    .select({ field: importWords.field, word: importWords.word, value: importWords.shown, means: importWords.means })
    .from(importWords)
    .where(and(ofKind(place), ne(importWords.field, headingsField)));
  const words: NonNullable<Corrections['words']> = {};
  for (const { field, word, value, means } of rows) (words[field] ??= {})[word] = { value, means };
  return words;
}
