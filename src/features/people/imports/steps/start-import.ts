import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { keepFile, type Files, type StoredFile } from '#kernel/files.ts';
import { guessColumns } from '../engine/guess.ts';
import type { Inspection } from '../engine/inspect.ts';
import { inspectInTurn } from '../reader/turns.ts';
import { Options } from '../engine/plan.ts';
import { Unreadable } from '../engine/unreadable.ts';
import { imports } from '../imports.schema.ts';
import { importPermission } from '../imports.policy.ts';
import { importKinds, kindWords } from '../kinds/kind-words.ts';
import { mayUse } from '../school/may-use.ts';
import { loadSchool } from '../school/school.queries.ts';
import { withRemembered } from './remember-headings.ts';
import { rememberedWords } from './remember-words.ts';

const institution = 'Choose the institution that the people in the file belong to.';

export const StartImport = z.object({
  institutionId: z.coerce.number(institution).int().positive(institution),
  kind: z.enum(importKinds).default('students'),
});

export interface UploadedFile {
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
    return { stored, name, inspection: await inspectInTurn(institutionId, files.path(stored.storedAs)) };
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
    summary: `uploaded ${name} with ${rowCount} ${rowCount === 1 ? 'row' : 'rows'} to import ${kindWords[kind].many} from`,
  });
  return row!.id;
}
