import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { Requested } from '#features/records/approvals/request-approval.ts';
import { LinkGuardian, linkGuardian } from './link-guardian.ts';
import { editLinkProps, linkFormProps, EditLink, editLink } from './link.queries.ts';
import { OrderGuardians, orderGuardians } from './order-guardians.ts';
import { editLinkForm, linkForm } from './guardians.pages.ts';
import { relinkGuardian, unlinkGuardian } from './unlink-guardian.ts';

const params = z.object({ id });
const both = z.object({ id, guardianId: id });
const config = may('guardians.edit');

/** The links between students and guardians: forms over the student's record. */
export function linkRoutes(app: App): void {
  const at = '/students/:id/guardians';
  const family = (studentId: number) => `/students/${studentId}/family`;

  app.get(`${at}/new`, { config, schema: { params } }, async (request, reply) =>
    reply.page(linkForm, await linkFormProps((work) => request.read(work), request.params.id)),
  );
  app.post(at, { config, schema: { params, body: LinkGuardian } }, async (request, reply) => {
    const linked = await request.write((tx, actor) => linkGuardian(tx, actor, request.params.id, request.body));
    const at = family(request.params.id);
    if (linked instanceof Requested) return reply.flash({ message: linked.message, tone: 'info' }).seeOther(at);
    return reply.flash(`${linked.name} is now a guardian.`).seeOther(at);
  });
  app.post(`${at}/order`, { config, schema: { params, body: OrderGuardians } }, async (request, reply) => {
    await request.write((tx, actor) => orderGuardians(tx, actor, request.params.id, request.body.ids));
    return reply.send({ saved: true });
  });

  app.get(`${at}/:guardianId/edit`, { config, schema: { params: both } }, async (request, reply) =>
    reply.page(editLinkForm, await editLinkProps((work) => request.read(work), request.params)),
  );
  app.post(`${at}/:guardianId`, { config, schema: { params: both, body: EditLink } }, async (request, reply) => {
    const name = await request.write((tx, actor) => editLink(tx, actor, request.params, request.body));
    return reply.flash(`Changes to ${name} saved.`).seeOther(family(request.params.id));
  });
  app.post(`${at}/:guardianId/remove`, { config, schema: { params: both } }, async (request, reply) => {
    const { id: studentId, guardianId } = request.params;
    const { guardian, student } = await request.write((tx, actor) => unlinkGuardian(tx, actor, request.params));
    return reply
      .flash({
        message: `${guardian} is no longer a guardian of ${student}.`,
        tone: 'good',
        undo: { action: `/students/${studentId}/guardians/${guardianId}/restore` },
      })
      .seeOther(family(studentId));
  });
  app.post(`${at}/:guardianId/restore`, { config, schema: { params: both } }, async (request, reply) => {
    const { guardian, student } = await request.write((tx, actor) => relinkGuardian(tx, actor, request.params));
    return reply.send({ message: `${guardian} is a guardian of ${student} again.` });
  });
}
