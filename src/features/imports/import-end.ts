import type { Actor } from '#kernel/actor.ts';
import { importDays } from '#kernel/jobs/tidy-forms.ts';
import { headOf } from './import-page.ts';
import { mayCheckAgain } from './import-state.ts';
import type { ImportEndProps } from './imports.pages.ts';
import type { FoundImport } from './imports.queries.ts';
import { undoableUntil } from './steps/undo-import.ts';

/** What became of an import, and how long it can be undone. */
export const endProps = (found: FoundImport, actor: Actor): ImportEndProps => ({
  import: {
    ...headOf(found, actor),
    imported: found.importedCount,
    bad: found.badCount,
    mode: found.mode,
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

function undoOffered(found: FoundImport): string | null {
  const until = undoableUntil(found);
  return until && until > new Date() ? until.toISOString() : null;
}

const goesAt = ({ finishedAt, createdAt }: FoundImport) =>
  new Date((finishedAt ?? createdAt).getTime() + importDays * 86_400_000);
