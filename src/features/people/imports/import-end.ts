import type { FastifyRequest } from 'fastify';
import { importDays } from '#kernel/jobs/tidy-forms.ts';
import { headOf } from './import-page.ts';
import { mayCheckAgain } from './import-state.ts';
import type { ImportEndProps } from './imports.pages.ts';
import { extraNotes } from './extra-notes.ts';
import { guessColumns } from './engine/guess.ts';
import { groupsWithoutHidden } from './hidden-fields.ts';
import { hiddenColumns } from './school/hidden-columns.ts';
import { mayUse } from './school/may-use.ts';
import { loadSchool } from './school/school.queries.ts';
import { listProblemGroups, type FoundImport } from './imports.queries.ts';
import { undoableUntil } from './steps/undo-import.ts';

/** What became of an import, and how long it can be undone. */
export const endProps = async (request: FastifyRequest, found: FoundImport): Promise<ImportEndProps> => ({
  import: {
    ...headOf(found, request.actor),
    imported: found.importedCount,
    bad: found.badCount,
    mode: found.mode,
  },
  left: {
    problems: await namedProblems(request, found),
    rows: found.preview.left?.rows ?? [],
    count: found.preview.left?.count ?? 0,
    notes: extraNotes(found.format),
  },
  failure: found.failure,
  mayCheckAgain: mayCheckAgain(found),
  undoableUntil: undoOffered(found),
  undone: found.undoneAt && found.undoResult && { at: found.undoneAt.toISOString(), result: found.undoResult },
  file: {
    isGone: found.emptiedAt !== null,
    wasErased: found.emptiedByErasure,
    goesOn: (found.emptiedAt ?? goesAt(found)).toISOString(),
  },
});

const shownProblems = 20;

/** The rows with problems by name, without values that the user has no access to. */
async function namedProblems(request: FastifyRequest, found: FoundImport): Promise<ImportEndProps['left']['problems']> {
  if (found.badCount === 0) return [];
  const [groups, school] = await request.read((db, reader) =>
    Promise.all([
      listProblemGroups(db, reader, found.id, shownProblems),
      loadSchool(db, found.institutionId, found.kind),
    ]),
  );
  const { roster, surroundings } = school;
  const canImport = mayUse(request.actor, found.institutionId, roster);
  const guesses = guessColumns(found.format.columns, roster, surroundings, canImport, found.corrections.words);
  const hidden = hiddenColumns(found, guesses, roster, canImport);
  return groupsWithoutHidden(groups, hidden).map(({ message, count, rows }) => ({ message, count, rows }));
}

function undoOffered(found: FoundImport): string | null {
  const until = undoableUntil(found);
  return until && until > new Date() ? until.toISOString() : null;
}

const goesAt = ({ finishedAt, createdAt }: FoundImport) =>
  new Date((finishedAt ?? createdAt).getTime() + importDays * 86_400_000);
