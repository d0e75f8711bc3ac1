import { asc, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { hiddenColumns } from './school/hidden-columns.ts';
import { mayUse } from './school/may-use.ts';
import { loadSchool } from './school/school.queries.ts';
import { type Field, isChosen, canBeSame, listsOf } from './engine/field.ts';
import { guessColumns, doubtAbout } from './engine/guess.ts';
import { notationIn, Options, datesOf } from './engine/plan.ts';
import { readExample } from './engine/read-example.ts';
import type { ImportCheckedProps, ImportColumnsProps, ImportHead, ImportProgressProps } from './imports.pages.ts';
import {
  listAlike,
  listProblemGroups,
  type FoundImport,
  groupsWithoutHidden,
  lackingFields,
  newWordsByField,
  isWaiting,
} from './imports.jobs.ts';
import { releaseOf, planVersion } from './steps/run-import.ts';
import type { Db } from '#kernel/database.ts';
import { classes } from '#features/school/structure/structure.schema.ts';
import type { School } from './kinds/kind.ts';
import { decideOrder } from './engine/date-order.ts';
import type { Reading } from './engine/legacy-encodings.ts';
import type { Format } from './engine/table.ts';
import { findSameFile } from './files/same-file.queries.ts';
import { countOf } from '#ui/format.ts';
import { isSecret, quote } from './engine/headers.ts';
import type { FileForm } from './imports.schema.ts';
import { listsOfValues } from '#features/records/lookups/lookups.queries.ts';
import { studentStatuses } from '#features/people/students/student-status.ts';

const shownProblems = 50;
const shownAlike = 100;

type CanImport = (field: Field) => boolean;

/** The results of the check: what will be saved, what is wrong, and how it can be corrected. */
export async function checkedProps(request: FastifyRequest, found: FoundImport): Promise<ImportCheckedProps> {
  const { actor } = request;
  const { institutionId, kind, goodCount: good, badCount: bad, checkedCount, alikeCount, decisions, leftOut } = found;
  const denied = (leftOut.create ?? 0) + (leftOut.edit ?? 0) + (leftOut.status ?? 0);
  const options = Options.parse(found.options);
  const school = await request.read((db) => loadSchool(db, institutionId, kind));
  const { roster, surroundings } = school;
  const canImport = mayUse(actor, institutionId, roster);
  const guesses = guessColumns(found.format.columns, roster, surroundings, canImport, found.corrections.words);
  const hidden = hiddenColumns(found, guesses, roster, canImport);
  const mayAddBatch = 'batch' in roster.fields && can(actor, 'structure.edit', institutionId);
  const [{ rows: problems, isMore }, alike, release, choices, classes] = await request.read((db, reader) =>
    Promise.all([
      bounded(shownProblems, (limit) => listProblemGroups(db, reader, found.id, limit)),
      listAlike(db, reader, found.id, alikeCount ? shownAlike : 0),
      releaseOf(db, found),
      choicesOf(db, institutionId, school, canImport),
      mayAddBatch ? classesOf(db, institutionId) : [],
    ]),
  );
  const { replaced: _, ...counts } = found.counts;
  return {
    import: {
      ...headOf(found, actor),
      good,
      bad,
      ...release,
      skipped: Math.max(0, checkedCount - good - bad - denied),
    },
    problems: groupsWithoutHidden(problems, hidden).map((group) => ({
      ...group,
      ...correctable(group.columnName, found, school, hidden),
    })),
    moreProblems: isMore,
    counts,
    preview: previewFor(found, school, canImport),
    replaced: replacedIn(found, school, canImport),
    choices,
    can: {
      addTo: can(actor, 'lookups.edit', institutionId)
        ? Object.keys(roster.fields).filter((key) => roster.fields[key]!.list)
        : [],
      classes,
    },
    lacking: lackingFields(actor, found, school),
    leftOut,
    alike: {
      count: alikeCount,
      choice: options.alike,
      rows: alike.map((one) => ({ ...one, choice: decisions[one.row] ?? null })),
    },
    newWords: newWordsByField(found.newWords, roster, canImport),
    amounts: kind === 'openings' ? { ...found.amounts, currency: membershipIn(actor, institutionId)!.currency } : null,
    notation: notationFor(found, school, options),
    failure: found.failure,
  };
}

/** How a problem of a column can be corrected here: for all rows with the value, or row by row. */
function correctable(header: string | null, { format, mapping }: FoundImport, { roster }: School, hidden: Set<string>) {
  const key = mapping[format.columns.findIndex((column) => column.header === header)];
  const field = key ? roster.fields[key] : undefined;
  const isEditable = Boolean(key && field && header !== null && !hidden.has(header));
  return { isEditable, field: isEditable && isChosen(key!, field!) ? key! : null };
}

function notationFor({ format, mapping }: FoundImport, { roster, currency }: School, options: Options) {
  const shown = notationIn(format.columns, mapping, roster.fields);
  if (!shown) return null;
  const notation = options.notation ?? shown.notation;
  const { example, contradicting } = shown;
  return {
    isComma: notation === 'comma',
    ...example,
    read: readExample(example.value, notation, currency),
    contradicting: notation === shown.notation ? contradicting : 0,
  };
}

/** The preview without columns that the user has no access to. */
function previewFor({ preview }: FoundImport, { roster }: School, canImport: CanImport): ImportCheckedProps['preview'] {
  const { keys = [], rows = [] } = preview;
  const shown = keys.flatMap((key, at) => {
    const field = roster.fields[key];
    return field && canImport(field) ? [{ at, label: field.label, isDay: field.isDay ?? false }] : [];
  });
  return {
    columns: shown.map(({ label, isDay }) => ({ label, isDay })),
    rows: rows.map((row) => ({ ...row, values: shown.map(({ at }) => row.values[at] ?? null) })),
  };
}

/** Values of this file that are read as another one; those of earlier files that it does not have are not shown. */
function replacedIn({ corrections, counts }: FoundImport, { roster }: School, canImport: CanImport) {
  return Object.entries(counts.replaced ?? {}).flatMap(([key, words]) => {
    const field = roster.fields[key];
    if (!field || !canImport(field)) return [];
    return Object.entries(words).flatMap(([word, count]) => {
      const meaning = corrections.words?.[key]?.[word];
      return meaning ? [{ field: key, label: field.label, ...meaning, count }] : [];
    });
  });
}

/** The classes of an institution, to add a batch to. */
const classesOf = (db: Db, institutionId: number) =>
  db
    .select({ id: classes.id, name: classes.name })
    .from(classes)
    .where(eq(classes.institutionId, institutionId))
    .orderBy(asc(classes.name));

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

/** Names the rows of a file that are none of its list. */
export function extraNotes({ extra }: Pick<FileForm, 'extra'>): string[] {
  if (!extra?.count) return [];
  const named = extra.rows.slice(0, 3).map(({ row, text }) => `row ${row} (${quote(text)})`);
  const rest = extra.count - named.length;
  const words = [...named, ...(rest > 0 ? [countOf(rest, 'other')] : [])];
  return [
    `${countOf(extra.count, 'row')} ${extra.count === 1 ? 'is a total or a repeated heading and is' : 'are totals or repeated headings and are'} left out: ${words.join(', ')}.`,
  ];
}

const fixed: Record<string, string[]> = {
  gender: ['Female', 'Male'],
  status: studentStatuses.map((status) => status[0]!.toUpperCase() + status.slice(1)),
};

/** The values to choose from, by field: those of lists, open batches and others that are few. */
async function choicesOf(
  db: Db,
  institutionId: number,
  school: School,
  canImport: (field: Field) => boolean,
): Promise<Record<string, string[]>> {
  const lists = await listsOfValues(db, institutionId, listsOf(school.roster));
  const batches = [...school.batches.values()]
    .map(({ name }) => name)
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  return Object.fromEntries(
    Object.entries(school.roster.fields).flatMap(([key, field]): [string, string[]][] => {
      const values = key === 'batch' ? batches : ((field.list && lists[field.list]) ?? field.choices ?? fixed[key]);
      return values && canImport(field) ? [[key, values]] : [];
    }),
  );
}
