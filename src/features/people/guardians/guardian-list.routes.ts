import { exportRoutes } from '#features/records/custom-fields/serve-exports.ts';
import { servePeople } from '#features/records/people/list/serve-people.ts';
import { countOf } from '#ui/format.ts';
import { may, type App } from '#web/routes.ts';
import { guardianExport } from './export-guardians.ts';
import { guardianChoices, guardianList, institutionsOf, mayInGuardianList } from './guardians.list.ts';
import { guardianListPage } from './guardians.pages.ts';
import { SetResponsibilities, setResponsibilities } from './responsibilities.ts';

/** The list of guardians. */
export function guardianListRoutes(app: App): void {
  servePeople(app, guardianList, {
    page: guardianListPage,
    ofActor: { can: mayInGuardianList, institutions: institutionsOf },
    choices: guardianChoices,
    select: ['guardians.invite', 'guardians.edit'],
    find: { most: 8, show: ({ phone, email, children }) => ({ number: phone ?? email, children }) },
  });
  exportRoutes(app, guardianExport);
  app.post(
    '/guardians/responsibilities',
    { config: may('guardians.edit'), schema: { body: SetResponsibilities } },
    async (request, reply) => {
      const changed = await request.write((tx, actor) => setResponsibilities(tx, actor, request.body));
      return reply.send({ message: `${countOf(changed, 'guardian')} changed.` });
    },
  );
}
