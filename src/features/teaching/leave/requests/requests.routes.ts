import { theirOwn } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { today as todayIn } from '#kernel/dates.ts';
import { takeTurns } from '#kernel/export/turns.ts';
import { discardAll, recordStored } from '#kernel/files.ts';
import { id } from '#kernel/schemas.ts';
import { documentKinds } from '#kernel/uploaded-picture.ts';
import { documentBytes, documentFile } from '#features/records/people/documents/serve-documents.ts';
import { logAccess } from '#features/records/people/history.queries.ts';
import { may, type App } from '#web/routes.ts';
import { answerInTurn, receiveFile, paperDisposition, sendStored } from '#web/uploads.ts';
import { requestPage as requestToken, requestListPage } from '../leave.pages.ts';
import { isOwnRecord } from '../leave.policy.ts';
import { askForLeave } from './ask-for-leave.ts';
import {
  approveRequest,
  cancelRequest,
  refuseRequest,
  lockRequest,
  DecideRequest,
  RequestFields,
  attachPaper,
  findPaper,
} from './decide-request.ts';
import { requestList } from './requests.list.ts';
import { requestPage } from './requests.queries.ts';

const params = z.object({ id });
const involved = may('leave.request', 'leave.approve');
const decide = may('leave.approve');
const inTurn = takeTurns(2);

/** Requests for leave: asking, deciding, papers. */
export function requestRoutes(app: App): void {
  app.get('/leave-requests', { config: decide, schema: { querystring: requestList.Filter } }, async (request, reply) =>
    reply.page(requestListPage, await requestList.props(request)),
  );

  // Why somebody is ill is logged when others read it.
  app.get(
    '/leave-requests/:id',
    { config: involved, schema: { params }, exposeHeadRoute: false },
    async (request, reply) => {
      const props = await request.write(async (tx, actor) => {
        const found = await requestPage(tx, actor, request.params.id);
        if (found.request.isRestricted) await logReading(tx, actor, found.request, 'record');
        return found;
      });
      return reply.page(requestToken, props);
    },
  );

  app.post(
    '/leave-requests',
    { config: { ...may('leave.request'), once: true }, schema: { body: RequestFields } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const requestId = await askForLeave(tx, actor, request.body);
        return { flash: 'Your request was sent. You’ll be notified here.', go: `/leave-requests/${requestId}` };
      }),
  );
  app.post(
    '/leave-requests/:id/approve',
    { config: decide, schema: { params, body: DecideRequest } },
    async (request, reply) => {
      await request.write((tx, actor) => approveRequest(tx, actor, request.params.id, request.body));
      return reply.flash('The leave is approved.').seeOther(`/leave-requests/${request.params.id}`);
    },
  );
  app.post(
    '/leave-requests/:id/refuse',
    { config: decide, schema: { params, body: DecideRequest } },
    async (request, reply) => {
      await request.write((tx, actor) => refuseRequest(tx, actor, request.params.id, request.body));
      return reply.flash('The leave is refused.').seeOther(`/leave-requests/${request.params.id}`);
    },
  );
  app.post(
    '/leave-requests/:id/cancel',
    {
      config: { ...involved, ...theirOwn('Employees withdraw their own requests; of others, leave.approve may.') },
      schema: { params },
    },
    async (request, reply) => {
      await request.write((tx, actor) =>
        cancelRequest(tx, actor, request.params.id, (one) => todayIn(membershipIn(actor, one)!.timeZone)),
      );
      return reply.flash('The leave is cancelled.').seeOther(`/leave-requests/${request.params.id}`);
    },
  );
  paperRoutes(app);
}

function paperRoutes(app: App): void {
  const { files } = app.services;

  app.post(
    '/leave-requests/:id/paper',
    { config: { ...involved, ...theirOwn('Reading what one has sent.') }, schema: { params } },
    async (request, reply) => {
      const requestId = request.params.id;
      // Checked before the upload is read, to save memory.
      await request.write((tx, actor) => lockRequest(tx, actor, requestId));
      const upload = await receiveFile(request, { field: 'file', bytes: documentBytes, kinds: documentKinds });
      return answerInTurn(reply, inTurn, async () => {
        const { content, mediaType } = await documentFile(upload);
        const old = await recordStored(files, [content], ([stored]) =>
          request.write((tx, actor) => attachPaper(tx, actor, requestId, { ...stored!, mediaType })),
        );
        if (old) await discardAll(files, [old]);
        return reply.flash('The document is attached.').seeOther(`/leave-requests/${requestId}`);
      });
    },
  );

  app.get(
    '/leave-requests/:id/paper',
    { config: involved, schema: { params }, exposeHeadRoute: false },
    async (request, reply) => {
      const file = await request.write(async (tx, actor) => {
        const found = await findPaper(tx, actor, request.params.id);
        if (found.isRestricted) await logReading(tx, actor, found, 'file');
        return found;
      });
      return sendStored(reply, files, file, paperDisposition(file));
    },
  );
}

async function logReading(
  tx: Tx,
  actor: Actor,
  { institutionId, employeeId }: { institutionId: number; employeeId: number },
  place: 'record' | 'file',
): Promise<void> {
  if (isOwnRecord(actor, { institutionId, employeeId })) return;
  await logAccess(tx, actor, { institutionId, entity: 'employee', subjectId: employeeId, groups: ['health'], place });
}
