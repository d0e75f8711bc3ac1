import { z } from 'zod';
import { allow, institutionsWhere } from '#kernel/actor.ts';
import { takeTurns } from '#kernel/export/turns.ts';
import { discardOnError } from '#kernel/files.ts';
import { id } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { may, type App } from '#web/routes.ts';
import { answerInTurn, receiveStoredFile } from '#web/uploads.ts';
import { findVersion } from '../versions/versions.queries.ts';
import { enginePage, runPage } from './fet.pages.ts';
import { engineProps, runProps } from './fet-props.ts';
import { readUpload, uploadBytes } from './format/read-upload.ts';
import { writeFet } from './format/write-fet.ts';
import { problemOf } from './problem/problem-of.ts';
import { readWhole } from './problem/problem.queries.ts';
import { ApplyRun, applyRun } from './runs/apply-run.ts';
import { bringBack } from './runs/bring-back.ts';
import { startRun, StartRun } from './runs/start-run.ts';
import { stopRun } from './runs/stop-run.ts';
import { schoolFileRoutes } from './school-files/school-files.routes.ts';
import { ruleRoutes } from './rules/rules.routes.ts';

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
        return reply.go(`/fet-runs/${runId}`);
      }),
    );
  });

  app.get('/fet-runs/:id', { config, schema: { params } }, async (request, reply) =>
    reply.page(runPage, await runProps((work) => request.read(work), request.params.id)),
  );

  app.post('/fet-runs/:id/stop', { config, schema: { params } }, async (request, reply) => {
    await request.write((tx, actor) => stopRun(tx, actor, request.params.id));
    return reply.go(`/fet-runs/${request.params.id}`);
  });

  app.post('/fet-runs/:id/apply', { config, schema: { params, body: ApplyRun } }, async (request, reply) => {
    const { timetableId, fit } = await request.write((tx, actor) =>
      applyRun(tx, actor, request.params.id, request.body),
    );
    const left = fit.refused.length + fit.unplaced.length;
    const rest = left === 0 ? '' : ` ${countOf(left, 'lesson')} ${left === 1 ? 'is' : 'are'} in the tray.`;
    return reply.flash(`${countOf(fit.placed, 'lesson')} placed.${rest}`).go(`/timetables/${timetableId}`);
  });
}

const fileNameOf = (name: string): string => name.replaceAll(/[^\w .-]+/g, '-').slice(0, 80) || 'timetable';
