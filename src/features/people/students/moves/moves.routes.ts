import { z } from 'zod';
import { countOf } from '#ui/format.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { certificateRoutes } from '../certificates/certificates.routes.ts';
import { ChangeStatus, changeStatus } from './change-status.ts';
import { moveFields, moveSeveral, type MoveInput, type SeveralKind } from './move-fields.ts';
import { moveStudents } from './move-students.ts';
import { studentMoveProps } from './moves.queries.ts';
import { moveKinds, studentMove, type MoveKind, LeavingStudents, leavingDebts } from './student-moves.ts';
import { studentStatusLabels } from '../student-status.ts';
import { studentMovePage } from '../students.pages.ts';
import { studentOverview } from '../profile/student-profile.queries.ts';
import { undoMove } from './undo-move.ts';

const params = z.object({ id });
const config = may('students.changeStatus');

/** Status changes: a form for each move, bulk moves, and undo. */
export function moveRoutes(app: App): void {
  for (const kind of moveKinds) moveRoute(app, kind);
  for (const kind of Object.keys(moveSeveral) as SeveralKind[]) {
    app.post(
      `/students/${studentMove[kind].path}`,
      { config, schema: { body: moveSeveral[kind] } },
      async (request, reply) => {
        const { studentIds, ...input } = request.body;
        const { moveId } = await request.write((tx, actor) => moveStudents(tx, actor, kind, studentIds, input));
        const done = kind === 'graduate' ? 'graduated' : 'withdrawn';
        return reply.send({
          message: `${countOf(studentIds.length, 'student')} ${done}.`,
          undo: `/student-moves/${moveId}/undo`,
        });
      },
    );
  }

  app.get('/students/leaving-debts', { config, schema: { querystring: LeavingStudents } }, async (request, reply) => {
    const debts = await request.read((db, actor) => leavingDebts(db, actor, request.query.ids ?? []));
    return reply.header('Cache-Control', 'no-store').send({ debts });
  });

  app.post('/student-moves/:id/undo', { config, schema: { params } }, async (request, reply) => {
    const count = await request.write((tx, actor) => undoMove(tx, actor, request.params.id));
    return reply.send({ message: `Status restored for ${countOf(count, 'student')}.` });
  });

  // For callers that name the status rather than the move, as of today.
  app.post('/students/:id/status', { config, schema: { params, body: ChangeStatus } }, async (request, reply) => {
    const { moveId, certificate } = await request.write((tx, actor) =>
      changeStatus(tx, actor, request.params.id, request.body),
    );
    return reply
      .flash({
        message: `The status is now ${studentStatusLabels[request.body.status].toLowerCase()}.`,
        tone: 'good',
        undo: certificate ? undefined : { action: `/student-moves/${moveId}/undo` },
      })
      .seeOther(`/students/${request.params.id}`);
  });
  certificateRoutes(app);
}

function moveRoute(app: App, kind: MoveKind): void {
  const address = `/students/:id/${studentMove[kind].path}` as const;
  app.get(address, { config, schema: { params } }, async (request, reply) => {
    const student = await request.read((db, actor) => studentOverview(db, actor, request.params.id));
    return reply.page(studentMovePage, await request.read((db, actor) => studentMoveProps(db, actor, kind, student)));
  });
  app.post(address, { config, schema: { params, body: moveFields[kind] } }, async (request, reply) => {
    const input: MoveInput = request.body;
    const { students, moveId, certificate } = await request.write((tx, actor) =>
      moveStudents(tx, actor, kind, [request.params.id], input),
    );
    const { firstName, surname } = students[0]!;
    return reply
      .flash({
        message: certificate
          ? `${firstName} ${surname} was transferred. Certificate ${certificate.number} was issued. Print it under Enrolments.`
          : saidOf(kind, `${firstName} ${surname}`),
        tone: kind === 'decease' ? 'info' : 'good',
        undo: certificate ? undefined : { action: `/student-moves/${moveId}/undo` },
      })
      .seeOther(`/students/${request.params.id}${certificate ? '/enrolments' : ''}`);
  });
}

function saidOf(kind: MoveKind, name: string): string {
  const { did, to } = studentMove[kind];
  if (kind === 'decease') return `The death of ${name} was recorded.`;
  if (kind === 'lift') return `The suspension of ${name} was lifted.`;
  return `${name} was ${to === 'active' ? did : studentStatusLabels[to].toLowerCase()}.`;
}
