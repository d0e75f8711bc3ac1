import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { certificateListPage, certificateVoid } from '../students.pages.ts';
import { certificateList } from './certificates.list.ts';
import { certificateYears } from './certificates.queries.ts';
import {
  certificateSheet,
  printCertificate,
  VoidCertificate,
  voidCertificate,
  findCertificate,
} from './print-certificate.ts';

const params = z.object({ id });
const config = may('students.changeStatus');

/** Issued certificates: list, print and void. */
export function certificateRoutes(app: App): void {
  app.get(
    '/students/certificates',
    { config, schema: { querystring: certificateList.Filter } },
    async (request, reply) => {
      const more = async (db: Db, actor: Actor) => ({
        years: await certificateYears(db, actor, request.query.institution_id),
      });
      return reply.page(certificateListPage, await certificateList.props(request, more));
    },
  );

  // A POST, because the first print is the original: prefetching a link must not use it up.
  app.post(
    '/certificates/:id/print',
    {
      config: { ...config, takesForm: true, ...allowedForOwnFamily('A copy of what was issued.') },
      schema: { params },
    },
    async (request, reply) => {
      const origin = await request.publicOrigin();
      const look = () =>
        request.snapshot((tx, actor) => certificateSheet(tx, actor, app.services.files, request.params.id, origin));
      const sheet = await look();
      return reply.pdf({
        title: `Transfer certificate ${sheet.number}`,
        layout: new URL('./transfer.pdf.ts', import.meta.url),
        data: sheet,
        commit: async (drawn) => {
          const isPrinted = await request.write((tx, actor) => printCertificate(tx, actor, request.params.id, drawn));
          return isPrinted ? null : look();
        },
      });
    },
  );

  app.get('/certificates/:id/void', { config, schema: { params } }, async (request, reply) => {
    const certificate = await request.snapshot((tx, actor) => findCertificate(tx, actor, request.params.id));
    const { number, studentId, content, voidedAt } = certificate;
    const name = 'erased' in content ? 'an erased record' : `${content.firstName} ${content.surname}`;
    return reply.page(certificateVoid, { id: certificate.id, number, studentId, name, isVoid: voidedAt !== null });
  });

  app.post('/certificates/:id/void', { config, schema: { params, body: VoidCertificate } }, async (request, reply) => {
    const { number } = await request.write((tx, actor) => voidCertificate(tx, actor, request.params.id, request.body));
    return reply
      .flash(`Certificate ${number} was voided. Its number won’t be reused.`)
      .seeOther('/students/certificates');
  });
}
