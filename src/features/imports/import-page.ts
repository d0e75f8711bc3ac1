import type { FastifyRequest } from 'fastify';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { decideOrder } from './engine/date-order.ts';
import { datesOf } from './engine/file-dates.ts';
import { isSecret } from './engine/secret-column.ts';
import { doubtAbout, guessColumns } from './engine/guess.ts';
import { hiddenColumns } from './school/hidden-columns.ts';
import type { ImportCheckedProps, ImportColumnsProps, ImportHead, ImportProgressProps } from './imports.pages.ts';
import { isWaiting, listAlike, listProblems, type FoundImport } from './imports.queries.ts';
import { Options } from './engine/plan.ts';
import { kinds } from './kinds/all.ts';
import { mayUse } from './school/may-use.ts';
import { findSameFile } from './files/same-file.queries.ts';
import { planVersion } from './steps/plan-version.ts';
import { releaseOf } from './steps/release-openings.ts';
import { loadSchool } from './school/school.queries.ts';
import { hiddenFrom, withoutHidden, lackingFields, newWordsByField } from './hidden-fields.ts';

const shownProblems = 100;

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
  const [{ surroundings, roster }, repeats] = await request.read((db) =>
    Promise.all([
      loadSchool(db, found.institutionId, found.kind),
      found.repeatConfirmed ? null : findSameFile(db, found.institutionId, found),
    ]),
  );
  const canImport = mayUse(request.actor, found.institutionId, roster);
  const { columns } = found.format;
  const guesses = guessColumns(columns, roster, surroundings, canImport);
  const hidden = hiddenColumns(found, guesses, roster, canImport);
  return {
    import: headOf(found, request.actor),
    columns: columns.map(({ header, samples, dates }, at) => ({
      header,
      samples: hidden.has(header) ? [] : samples.slice(0, shownSamples),
      isWithheld: hidden.has(header) || isSecret(header),
      field: hidden.has(header) ? null : (found.mapping[at] ?? null),
      note: guesses[at]!.note ?? null,
      dates: dates.dayFirst + dates.monthFirst + dates.either ? decideOrder(dates) : null,
    })),
    fields: Object.entries(roster.fields)
      .filter(([, field]) => canImport(field))
      .map(([value, { label, isDay, customId, note }]) => ({
        value,
        label,
        ...(isDay && { isDay }),
        ...(customId !== undefined && { isOwn: true }),
        ...(note && { note }),
      })),
    dates: datesOf(columns.filter(({ header }) => !hidden.has(header))),
    options: Options.parse(found.options),
    notes: found.format.format.kind === 'xlsx' ? (found.format.format.notes ?? []) : [],
    doubt: doubtAbout(columns, roster),
    failure: found.failure,
    repeats: repeats && { ...repeats, at: repeats.at.toISOString() },
  };
}

export async function progressProps(request: FastifyRequest, found: FoundImport): Promise<ImportProgressProps> {
  const done = { checking: found.checkedCount, running: found.doneCount }[found.state as string] ?? 0;
  return {
    import: { ...headOf(found, request.actor), done },
    isWaiting: done === 0 && (await request.read((db) => isWaiting(db, found))),
  };
}

/** The results of the check. */
export async function checkedProps(request: FastifyRequest, found: FoundImport): Promise<ImportCheckedProps> {
  const { goodCount: good, badCount: bad, checkedCount, alikeCount, decisions, leftOut } = found;
  const denied = (leftOut.create ?? 0) + (leftOut.edit ?? 0) + (leftOut.status ?? 0);
  const options = Options.parse(found.options);
  const hidden = await hiddenFrom(request, found);
  const lacking = await lackingFields(request, found);
  const [{ rows: problems, isMore }, alike, release] = await request.read((db, actor) =>
    Promise.all([
      bounded(shownProblems, (limit) => listProblems(db, actor, found.id, limit)),
      listAlike(db, actor, found.id, alikeCount ? shownProblems : 0),
      releaseOf(db, found),
    ]),
  );
  return {
    import: {
      ...headOf(found, request.actor),
      good,
      bad,
      ...release,
      skipped: Math.max(0, checkedCount - good - bad - denied),
    },
    problems: withoutHidden(problems, hidden),
    moreProblems: isMore,
    lacking,
    leftOut,
    alike: {
      count: alikeCount,
      choice: options.alike,
      rows: alike.map((one) => ({ ...one, choice: decisions[one.row] ?? null })),
    },
    newWords: newWordsByField(
      found.newWords,
      kinds[found.kind],
      mayUse(request.actor, found.institutionId, kinds[found.kind]),
    ),
    amounts:
      found.kind === 'openings'
        ? { ...found.amounts, currency: membershipIn(request.actor, found.institutionId)!.currency }
        : null,
    failure: found.failure,
  };
}
