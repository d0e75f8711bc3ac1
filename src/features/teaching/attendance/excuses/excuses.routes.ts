import { theirOwn } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { takeTurns } from '#kernel/export/turns.ts';
import { discardAll, recordStored } from '#kernel/files.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { documentKinds } from '#kernel/uploaded-picture.ts';
import { documentBytes, documentFile } from '#features/records/people/documents/serve-documents.ts';
import { serveChoices } from '#features/records/people/serve-choices.ts';
import { may, type App } from '#web/routes.ts';
import { answerInTurn, receiveFile, paperDisposition, sendStored } from '#web/uploads.ts';
import { DecideExcuse, decideExcuse, attachPaper, lockOwnExcuse, openPaper } from './decide-excuse.ts';
import {
  SendExcuse,
  sendExcuse,
  countOpenExcuses,
  excusesToDecide,
  findExcuse,
  ownExcuses,
  ownStudentsOf,
  type ExcuseRow,
  type OwnStudent,
  decidingExcuses,
  seeingExcuses,
} from './excuses.ts';
import { studentChoices } from '#features/people/students/student-kind.ts';
import { page } from '#web/page.ts';

const View = z.object(viewFields);
const OwnView = View.extend({ student_id: queryParam(id) });
const List = z.object({ ...viewFields, state: queryParam(z.enum(['open', 'decided'])) });
const params = z.object({ attendanceExcuseId: id });
const inTurn = takeTurns(3);
const own = '/my-excuses';
const all = '/attendance/excuses';
const one = `${all}/:attendanceExcuseId` as const;

const todayOf = ({ institutions }: Actor) => today(institutions[0]?.timeZone ?? 'Africa/Lagos');

/** Reasons for absence: guardians and students send them, class teachers and the office decide. */
export function excuseRoutes(app: App): void {
  const { files } = app.services;

  app.get(own, { config: may('attendance.viewSelf'), schema: { querystring: OwnView } }, async (request, reply) => {
    const { institution_id: wanted } = request.query;
    const props = await request.read(async (db, actor) => {
      const [students, excuses] = await Promise.all([ownStudentsOf(db, actor, wanted), ownExcuses(db, actor, wanted)]);
      return { students, ...excuses, today: todayOf(actor) };
    });
    return reply.page(ownExcusesPage, props);
  });

  app.get(all, { config: may(...decidingExcuses), schema: { querystring: List } }, async (request, reply) => {
    const { institution_id: wanted, state = 'open' } = request.query;
    const props = await request.read(async (db, actor) => {
      const [rows, open] = await Promise.all([
        excusesToDecide(db, actor, state === 'open', wanted),
        countOpenExcuses(db, actor, wanted),
      ]);
      return { ...rows, open, state, can: { add: institutionsInView(actor, wanted, 'attendance.correct').length > 0 } };
    });
    return reply.page(excusesPage, props);
  });

  app.get(`${all}/new`, { config: may('attendance.correct'), schema: { querystring: View } }, async (request, reply) =>
    reply.page(excuseFormPage, await request.read(async (_, actor) => ({ today: todayOf(actor) }))),
  );
  serveChoices(app, '/attendance/student-options', 'attendance.correct', studentChoices);

  for (const [address, by, config] of [
    [own, 'family', { ...may('attendance.viewSelf'), ...theirOwn('Parents and students give their own reasons.') }],
    [all, 'office', may('attendance.correct')],
  ] as const)
    app.post(address, { config: { ...config, once: true }, schema: { body: SendExcuse } }, (request, reply) =>
      reply.once(async (tx, actor) => {
        const { name } = await sendExcuse(tx, actor, request.body, by);
        return { flash: `The reason for the absence of ${name} was sent.`, go: address };
      }),
    );

  app.get(one, { config: may(...seeingExcuses), schema: { params } }, async (request, reply) => {
    const props = await request.read(async (db, actor) => {
      const excuse = await findExcuse(db, actor, request.params.attendanceExcuseId);
      const { permissions } = membershipIn(actor, excuse.institutionId)!;
      const canDecide =
        excuse.state === 'open' && !excuse.isOwn && decidingExcuses.some((permission) => permissions.has(permission));
      return { excuse, canDecide };
    });
    return reply.page(excusePage, props);
  });

  app.post(
    `${one}/decide`,
    { config: may(...decidingExcuses), schema: { params, body: DecideExcuse } },
    async (request, reply) => {
      const said = await request.write((tx, actor) =>
        decideExcuse(tx, actor, request.params.attendanceExcuseId, request.body),
      );
      return reply.flash(said).seeOther(all);
    },
  );

  app.get(
    `${one}/paper`,
    { config: may(...seeingExcuses), schema: { params }, exposeHeadRoute: false },
    async (request, reply) => {
      // Views of papers are logged, so this read needs a write transaction.
      const file = await request.write((tx, actor) => openPaper(tx, actor, request.params.attendanceExcuseId));
      return sendStored(reply, files, file, paperDisposition(file));
    },
  );

  app.post(
    `${one}/paper`,
    {
      config: { ...may(...seeingExcuses), ...theirOwn('People who gave the reason add its document.') },
      schema: { params },
    },
    async (request, reply) => {
      const excuseId = request.params.attendanceExcuseId;
      // Checked before the upload is read, to save memory.
      await request.write((tx, actor) => lockOwnExcuse(tx, actor, excuseId));
      const upload = await receiveFile(request, { field: 'file', bytes: documentBytes, kinds: documentKinds });
      return answerInTurn(reply, inTurn, async () => {
        const { content, mediaType } = await documentFile(upload);
        const old = await recordStored(files, [content], ([stored]) =>
          request.write((tx, actor) => attachPaper(tx, actor, excuseId, { ...stored!, mediaType })),
        );
        if (old) await discardAll(files, [old]);
        const mine = institutionsWhere(request.actor, 'attendance.viewSelf').length > 0;
        return reply.flash('The document is attached.').seeOther(mine ? own : all);
      });
    },
  );
}
export const ownExcusesPage = page<{
  students: OwnStudent[];
  rows: ExcuseRow[];
  isMore: boolean;
  today: string;
}>('attendance/own-excuses');
export const excusesPage = page<{
  rows: ExcuseRow[];
  isMore: boolean;
  state: 'open' | 'decided';
  open: number;
  can: { add: boolean };
}>('attendance/excuses');
export const excusePage = page<{ excuse: ExcuseRow; canDecide: boolean }>('attendance/excuse');
export const excuseFormPage = page<{ today: string }>('attendance/excuse-form');
