import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { FastifyRequest } from 'fastify';
import { wordsOf } from '#features/institutions/terminology.ts';
import { decideOrder } from './engine/date-order.ts';
import { fieldKeys, fields } from './engine/fields.ts';
import { doubtAbout, guessColumns } from './engine/guess.ts';
import type {
  ImportCheckedProps,
  ImportColumnsProps,
  ImportEndProps,
  ImportHead,
  ImportProgressProps,
} from './imports.pages.ts';
import { listProblems, type FoundImport } from './imports.queries.ts';
import { mayCheck } from './import-state.ts';
import { loadSchool } from './school.queries.ts';

const shownProblems = 100;
const shownSamples = 3;

export const headOf = (found: FoundImport, actor: Actor): ImportHead => ({
  id: found.id,
  fileName: found.fileName,
  institution: membershipIn(actor, found.institutionId)!.name,
  state: found.state,
  rowCount: found.rowCount,
});

/** The step that asks what each column holds. */
export async function columnsProps(request: FastifyRequest, found: FoundImport): Promise<ImportColumnsProps> {
  const { surroundings } = await request.read((db) => loadSchool(db, found.institutionId));
  const { columns } = found.format;
  const guesses = guessColumns(columns, surroundings);
  const words = wordsOf(membershipIn(request.actor, found.institutionId)!.terminology);
  return {
    import: headOf(found, request.actor),
    columns: columns.map(({ header, samples, dates }, at) => ({
      header,
      samples: samples.slice(0, shownSamples),
      field: found.mapping[at] ?? null,
      note: guesses[at]!.note ?? null,
      dates: dates.dayFirst + dates.monthFirst + dates.either ? decideOrder(dates) : null,
    })),
    fields: fieldKeys.map((value) => ({ value, label: value === 'batch' ? words.batch : fields[value].label })),
    options: found.options,
    doubt: doubtAbout(columns),
    failure: found.failure,
  };
}

export const progressProps = (found: FoundImport, actor: Actor): ImportProgressProps => ({
  import: { ...headOf(found, actor), done: found.state === 'running' ? found.doneCount : found.checkedCount },
});

/** What the dry run found. */
export async function checkedProps(request: FastifyRequest, found: FoundImport): Promise<ImportCheckedProps> {
  const { goodCount: good, badCount: bad, checkedCount } = found;
  return {
    import: { ...headOf(found, request.actor), good, bad, skipped: Math.max(0, checkedCount - good - bad) },
    problems: await request.read((db, actor) => listProblems(db, actor, found.id, shownProblems)),
    failure: found.failure,
  };
}

export const endProps = (found: FoundImport, actor: Actor): ImportEndProps => ({
  import: {
    ...headOf(found, actor),
    imported: found.importedCount,
    bad: found.badCount,
    mode: found.mode,
    institutionId: found.institutionId,
  },
  failure: found.failure,
  mayCheckAgain: mayCheck(found.state) && found.importedCount === 0,
});
