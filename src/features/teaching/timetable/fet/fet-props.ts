import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { readDraft } from '../draft/draft.queries.ts';
import type { Draft } from '../draft/draft.ts';
import { Board } from '../draft/board.ts';
import { findVersion } from '../versions/versions.queries.ts';
import { findProgram, usualProgram } from './engine/find-program.ts';
import type { EngineProps, Preview, RunProps, ShownNote } from './fet.pages.ts';
import { fitPlaces } from './places/fit-places.ts';
import type { Note } from './places/placing.ts';
import { rulesInForce } from './rules/rule-kinds.ts';
import { readRules } from './rules/rules.queries.ts';
import { findRun, runsOf, type FoundRun, type RunRow } from './runs/runs.queries.ts';
import { hasResult, isAtWork } from './runs/run-state.ts';

const making = (actor: Actor) => institutionsWhere(actor, 'timetable.edit');

/** The page of the engine of a version. */
export async function engineProps(
  read: <T>(work: (db: Db, actor: Actor) => Promise<T>) => Promise<T>,
  timetableId: number,
  named?: string,
): Promise<EngineProps> {
  const [version, draft, rules, runs] = await read((db, actor) =>
    Promise.all([
      findVersion(db, actor, timetableId),
      readDraft(db, making(actor), timetableId),
      readRules(db, making(actor), timetableId),
      runsOf(db, actor, timetableId),
    ]),
  );
  const name = named ?? usualProgram;
  return {
    version,
    runs,
    isDraft: version.state === 'draft',
    engine: { isThere: (await findProgram(named)) !== null, name, isOff: name === 'off' },
    lessons: draft.lessons.length,
    rules: rulesInForce(rules).length,
  };
}

export async function runProps(
  read: <T>(work: (db: Db, actor: Actor) => Promise<T>) => Promise<T>,
  runId: number,
): Promise<RunProps> {
  const found = await read((db, actor) => findRun(db, actor, runId));
  const [version, draft] = await read((db, actor) =>
    Promise.all([findVersion(db, actor, found.timetableId), readDraft(db, making(actor), found.timetableId)]),
  );
  const { placings: _, notes, ...run } = found;
  const shown = isAtWork(run.state) ? [] : notesShown(new Board(draft), notes);
  return {
    run: run satisfies RunRow,
    version,
    isDraft: version.state === 'draft',
    preview: hasResult(run.state) ? previewOf(draft, found) : null,
    notes: shown.slice(0, shownNotes),
  };
}

const shownNotes = 60;

function previewOf(draft: Draft, { placings, notes }: FoundRun): Preview {
  const board = new Board(draft);
  const fit = fitPlaces(draft, placings);
  const nameOf = (lessonId: number) => board.wordsOf(board.lessons.get(lessonId)!);
  return {
    placed: fit.placed,
    kept: fit.kept,
    all: draft.lessons.length,
    refused: fit.refused.map(({ lessonId, words }) => ({ lesson: nameOf(lessonId), words })),
    unplaced: fit.unplaced.map(nameOf),
    notes: notesShown(board, notes).slice(0, shownNotes),
    hiddenNotes: Math.max(0, notes.length - shownNotes),
  };
}

const notesShown = (board: Board, notes: readonly Note[]): ShownNote[] =>
  notes.map(({ words, lessonIds }) => ({
    words,
    lessons: [
      ...new Set(
        lessonIds.flatMap((id) => {
          const lesson = board.lessons.get(id);
          return lesson ? board.wordsOf(lesson) : [];
        }),
      ),
    ],
  }));
