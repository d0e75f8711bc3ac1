import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { certificateList, certificateVoid } from '../students.pages.ts';
import { CertificateFilter, certificateYears, listCertificates } from './certificates.queries.ts';
import { findCertificate } from './lock-certificate.ts';
import { certificateSheet, printCertificate } from './print-certificate.ts';
import { VoidCertificate, voidCertificate } from './void-certificate.ts';

const params = z.object({ id });
const config = may('students.changeStatus');

/** Papers that were issued: listed, printed again, declared void. */
export function certificateRoutes(app: App): void {
  app.get('/students/certificates', { config, schema: { querystring: CertificateFilter } }, async (request, reply) => {
    const { after: _, academic_session: __, ...filter } = request.query;
    const [{ rows, after }, years] = await request.read((db, actor) =>
      Promise.all([listCertificates(db, actor, request.query), certificateYears(db, actor, filter.institution_id)]),
    );
    return reply.page(certificateList, { rows, years, filter, next: nextPage(filter, after) });
  });

  // A POST, for the first print is the original: no link and no browser that fetches ahead uses it up.
  app.post(
    '/certificates/:id/print',
    { config: { ...config, takesForm: true }, schema: { params } },
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
    return reply.flash(`${number} is void. Its number stays used.`).go('/students/certificates');
  });
}

function nextPage(filter: Record<string, unknown>, after: number | null): string | null {
  if (!after) return null;
  const given = Object.entries({ ...filter, after }).filter(([, value]) => value !== undefined);
  return `/students/certificates?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
