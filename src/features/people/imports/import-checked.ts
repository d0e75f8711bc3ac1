import { asc, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { can, membershipIn } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { choicesOf } from './school/choices.ts';
import { hiddenColumns } from './school/hidden-columns.ts';
import { mayUse } from './school/may-use.ts';
import { loadSchool } from './school/school.queries.ts';
import { isChosen } from './engine/corrections.ts';
import type { Field } from './engine/field.ts';
import { guessColumns } from './engine/guess.ts';
import { notationIn, Options } from './engine/plan.ts';
import { readExample } from './engine/read-example.ts';
import { groupsWithoutHidden, lackingFields, newWordsByField } from './hidden-fields.ts';
import { headOf } from './import-page.ts';
import type { ImportCheckedProps } from './imports.pages.ts';
import { listAlike, listProblemGroups, type FoundImport } from './imports.queries.ts';
import { releaseOf } from './steps/release-openings.ts';
import type { Db } from '#kernel/database.ts';
import { classes } from '#features/school/structure/structure.schema.ts';
import type { School } from './kinds/kind.ts';

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
