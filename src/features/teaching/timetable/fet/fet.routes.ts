import { z } from 'zod';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { takeTurns } from '#kernel/export/turns.ts';
import { discardOnError } from '#kernel/files.ts';
import { id } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { may, type App } from '#web/routes.ts';
import { answerInTurn, receiveStoredFile } from '#web/uploads.ts';
import { findVersion } from '../versions/versions.queries.ts';
import { enginePage, runPage, type EngineProps, type Preview, type RunProps, type ShownNote } from './fet.pages.ts';
import { readUpload, uploadBytes } from './format/read-fet.ts';
import { writeFet } from './format/fet-problem.ts';
import { problemOf, readWhole } from './problem/problem-of.ts';
import { bringBack } from './runs/bring-back.ts';
import { startRun, StartRun } from './runs/start-run.ts';
import { stopRun, findRun, runsOf, type FoundRun, type RunRow, ApplyRun, applyRun } from './runs/apply-run.ts';
import { schoolFileRoutes } from './school-files/school-files.routes.ts';
import { ruleRoutes } from './rules/rules.routes.ts';
import type { Db } from '#kernel/database.ts';
import { readDraft } from '../draft/lock-draft.ts';
import type { Draft } from '../draft/draft.ts';
import { Board } from '../draft/board.ts';
import { findProgram, usualProgram } from './engine/find-program.ts';
import { type Note, fitPlaces } from './places/placings-of.ts';
import { rulesInForce } from './rules/rule-kinds.ts';
import { readRules } from './rules/save-rule.ts';
import { hasResult, isAtWork } from './runs/run-state.ts';

const params = z.object({ id });
const config = may('timetable.edit');

/** Timetables that FET makes: on this server, or elsewhere by hand. */
export function fetRoutes(app: App): void {
  const { jobs, environment, files } = app.services;
  const inTurn = takeTurns(1);
  ruleRoutes(app);
  schoolFileRoutes(app, inTurn);

  app.get('/timetables/:id/engine', { config, schema: { params } }, async (request, reply) =>
    reply.page(enginePage, await engineProps((work) => request.read(work), request.params.id, environment.fet)),
  );

  app.get(
    '/timetables/:id/timetable.fet',
    { config, schema: { params }, exposeHeadRoute: false },
    async (request, reply) => {
      const timetableId = request.params.id;
      const [{ name }, { draft, rules, classes }] = await request.read((db, actor) =>
        Promise.all([
          findVersion(db, actor, timetableId),
          readWhole(db, institutionsWhere(actor, 'timetable.edit'), timetableId),
        ]),
      );
      const content = writeFet(problemOf(draft, rules, classes, name).problem);
      return reply
        .type('application/xml')
        .header('Content-Disposition', `attachment; filename="${fileNameOf(name)}.fet"`)
        .header('Cache-Control', 'no-store')
        .send(content);
    },
  );

  app.post(
    '/timetables/:id/searches',
    { config: { ...config, once: true }, schema: { params, body: StartRun } },
    (request, reply) =>
      reply.once(async (tx, actor) => ({
        go: `/fet-runs/${await startRun(tx, actor, jobs, request.params.id, request.body)}`,
      })),
  );

  app.post('/timetables/:id/results', { config, schema: { params } }, async (request, reply) => {
    // Only of people who make timetables there a file is read.
    const version = await request.read((db, actor) => findVersion(db, actor, request.params.id));
    allow(request.actor, 'timetable.edit', version.institutionId);
    const { stored, fileName } = await receiveStoredFile(request, files, {
      field: 'file',
      bytes: uploadBytes,
      tooLarge: 'FET writes smaller files, also for large schools.',
    });
    return discardOnError(files, [stored], () =>
      answerInTurn(reply, inTurn, async () => {
        const file = await readUpload(files, stored);
        const runId = await request.write((tx, actor) =>
          bringBack(tx, actor, request.params.id, file, fileName || 'result.xml'),
        );
        await files.discard(stored.storedAs);
        return reply.seeOther(`/fet-runs/${runId}`);
      }),
    );
  });

  app.get('/fet-runs/:id', { config, schema: { params } }, async (request, reply) =>
    reply.page(runPage, await runProps((work) => request.read(work), request.params.id)),
  );

  app.post('/fet-runs/:id/stop', { config, schema: { params } }, async (request, reply) => {
    await request.write((tx, actor) => stopRun(tx, actor, request.params.id));
    return reply.seeOther(`/fet-runs/${request.params.id}`);
  });

  app.post('/fet-runs/:id/apply', { config, schema: { params, body: ApplyRun } }, async (request, reply) => {
    const { timetableId, fit } = await request.write((tx, actor) =>
      applyRun(tx, actor, request.params.id, request.body),
    );
    const left = fit.refused.length + fit.unplaced.length;
    const rest = left === 0 ? '' : ` ${countOf(left, 'lesson')} ${left === 1 ? 'is' : 'are'} in the tray.`;
    return reply.flash(`${countOf(fit.placed, 'lesson')} placed.${rest}`).seeOther(`/timetables/${timetableId}`);
  });
}

const fileNameOf = (name: string): string => name.replaceAll(/[^\w .-]+/g, '-').slice(0, 80) || 'timetable';

const making = (actor: Actor) => institutionsWhere(actor, 'timetable.edit');

/** The page of the engine of a version. */
async function engineProps(
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

async function runProps(
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
