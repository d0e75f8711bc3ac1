import type { FastifyRequest } from 'fastify';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { decideOrder } from './engine/date-order.ts';
import { datesOf } from './engine/file-dates.ts';
import { canBeSame } from './engine/corrections.ts';
import { choicesOf } from './school/choices.ts';
import { isSecret } from './engine/secret-column.ts';
import { doubtAbout, guessColumns } from './engine/guess.ts';
import { hiddenColumns } from './school/hidden-columns.ts';
import type { ImportColumnsProps, ImportHead, ImportProgressProps } from './imports.pages.ts';
import { isWaiting, type FoundImport } from './imports.queries.ts';
import type { Reading } from './engine/legacy-encodings.ts';
import { Options } from './engine/plan.ts';
import type { Format } from './engine/table.ts';
import { mayUse } from './school/may-use.ts';
import { extraNotes } from './extra-notes.ts';
import { findSameFile } from './files/same-file.queries.ts';
import { planVersion } from './steps/plan-version.ts';
import { loadSchool } from './school/school.queries.ts';

const shownSamples = 3;

export const headOf = (found: FoundImport, actor: Actor): ImportHead => ({
  id: found.id,
  fileName: found.fileName,
  kind: found.kind,
  institutionId: found.institutionId,
  institution: membershipIn(actor, found.institutionId)!.name,
  state: found.state,
  rowCount: found.rowCount,
  seen: planVersion(found),
});

/** The step in which columns are mapped to fields. */
export async function columnsProps(request: FastifyRequest, found: FoundImport): Promise<ImportColumnsProps> {
  const [school, repeats] = await request.read((db) =>
    Promise.all([
      loadSchool(db, found.institutionId, found.kind),
      found.repeatConfirmed ? null : findSameFile(db, found.institutionId, found),
    ]),
  );
  const { surroundings, roster } = school;
  const canImport = mayUse(request.actor, found.institutionId, roster);
  const choices = await request.read((db) => choicesOf(db, found.institutionId, school, canImport));
  const options = Options.parse(found.options);
  const { columns } = found.format;
  const guesses = guessColumns(columns, roster, surroundings, canImport, found.corrections.words);
  const hidden = hiddenColumns(found, guesses, roster, canImport);
  return {
    import: headOf(found, request.actor),
    columns: columns.map(({ header, samples, dates, amounts }, at) => ({
      header,
      samples: hidden.has(header) ? [] : samples.slice(0, shownSamples),
      isWithheld: hidden.has(header) || isSecret(header),
      field: hidden.has(header) ? null : (found.mapping[at] ?? null),
      note: guesses[at]!.note ?? null,
      dates: dates.dayFirst + dates.monthFirst + dates.either ? decideOrder(dates) : null,
      amounts: (!hidden.has(header) && amounts) || null,
    })),
    fields: Object.entries(roster.fields)
      .filter(([, field]) => canImport(field))
      .map(([value, field]) => ({ value, field, ...field }))
      .map(({ value, field, label, isDay, isMoney, isDecimal, customId, note }) => ({
        value,
        label,
        ...(canBeSame(value, field) && { canBeSame: true, ...(choices[value] && { choices: choices[value] }) }),
        ...(isDay && { isDay }),
        ...((isMoney || isDecimal) && { isDecimal: true }),
        ...(customId !== undefined && { isOwn: true }),
        ...(note && { note }),
      })),
    currency: school.currency,
    termBegins: surroundings.begins?.term ?? null,
    dates: datesOf(columns.filter(({ header }) => !hidden.has(header))),
    options: {
      ...options,
      same: options.same.filter(({ field }) => roster.fields[field] && canImport(roster.fields[field])),
    },
    notes: [
      ...(found.format.format.kind === 'xlsx' ? (found.format.format.notes ?? []) : []),
      ...extraNotes(found.format),
    ],
    isUnnamed: found.format.format.headings === 'none',
    readings: readingsOf(found.format.format, hidden.size > 0),
    doubt: doubtAbout(columns, roster),
    failure: found.failure,
    repeats: repeats && { ...repeats, at: repeats.at.toISOString() },
  };
}

/** How the file reads in each encoding, the likeliest first; without its words for those who may not see all columns. */
function readingsOf(format: Format, isPartHidden: boolean): Reading[] | null {
  if (format.kind !== 'csv' || !format.readings) return null;
  const readings = isPartHidden ? format.readings.map((one) => ({ ...one, words: [] })) : format.readings;
  return readings.toSorted(
    (one, other) => Number(other.encoding === format.encoding) - Number(one.encoding === format.encoding),
  );
}

export async function progressProps(request: FastifyRequest, found: FoundImport): Promise<ImportProgressProps> {
  const done = { checking: found.checkedCount, running: found.doneCount }[found.state as string] ?? 0;
  return {
    import: { ...headOf(found, request.actor), done },
    isWaiting: done === 0 && (await request.read((db) => isWaiting(db, found))),
  };
}
