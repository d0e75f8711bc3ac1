import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { readDraft } from '../draft/draft.queries.ts';
import { batchesOf, lastPeriod, type Draft } from '../draft/draft.ts';
import { Board } from '../draft/board.ts';
import { findVersion } from '../versions/versions.queries.ts';
import { findProgram, usualProgram } from './engine/find-program.ts';
import type { EngineProps, Preview, RuleChoices, RulesProps, RunProps, ShownNote } from './fet.pages.ts';
import { fitPlaces } from './places/fit-places.ts';
import type { Note } from './places/placing.ts';
import { rulesInForce, usualRules, type Rule } from './rules/rule-kinds.ts';
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
    ...{ version, runs, isDraft: version.state === 'draft' },
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
    ...{ run: run satisfies RunRow, version, isDraft: version.state === 'draft' },
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
    ...{ placed: fit.placed, kept: fit.kept, all: draft.lessons.length },
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

/** The rules of a version, with whom they are about in words. */
export async function rulesProps(db: Db, actor: Actor, timetableId: number): Promise<Omit<RulesProps, 'canEdit'>> {
  const [version, draft, rules] = await Promise.all([
    findVersion(db, actor, timetableId),
    readDraft(db, making(actor), timetableId),
    readRules(db, making(actor), timetableId),
  ]);
  const names = choicesOf(draft);
  return {
    version,
    rules: rules.map((rule) => ({ ...rule, about: aboutOf(names, rule) })),
    usual: usualRules(rules).map(({ kind, weight, number }) => ({ kind, weight, number })),
  };
}

function aboutOf({ batches, teachers, courses, lessons }: RuleChoices, rule: Rule): string | null {
  const named = (rows: { id: number; name: string }[], id: number | null) =>
    id === null ? null : (rows.find((row) => row.id === id)?.name ?? 'Not in this timetable any more');
  return (
    named(batches, rule.batchId) ??
    named(teachers, rule.teacherId) ??
    named(courses, rule.courseId) ??
    named(lessons, rule.setId)
  );
}

/** One rule and what it can be about. */
export async function ruleFormProps(db: Db, actor: Actor, timetableId: number, ruleId: number | null) {
  const [version, draft, rules] = await Promise.all([
    findVersion(db, actor, timetableId),
    readDraft(db, making(actor), timetableId),
    readRules(db, making(actor), timetableId),
  ]);
  const rule = ruleId === null ? null : rules.find(({ id }) => id === ruleId);
  if (rule === undefined) throw new NotFound('rule');
  return { version, rule, choices: choicesOf(draft) };
}

function choicesOf(draft: Draft): RuleChoices {
  const board = new Board(draft);
  return {
    batches: draft.batches.map(({ id, name }) => ({ id, name })),
    teachers: draft.teachers.map(({ id, name }) => ({ id, name })),
    courses: draft.courses.map(({ id, title }) => ({ id, name: title })),
    lessons: draft.sets.map((set) => ({
      id: set.id,
      name: [
        board.titleOf(set),
        batchesOf(set)
          .map((id) => board.names.batch.get(id))
          .join(' + '),
      ]
        .filter(Boolean)
        .join(', '),
    })),
    days: draft.days.map((day) => ({ weekday: day.weekday, periods: lastPeriod(day) })),
  };
}
