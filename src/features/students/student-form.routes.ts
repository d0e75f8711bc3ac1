import { Alike } from '#features/people/alike.ts';
import { documentRoutes } from '#features/people/serve-documents.ts';
import { photoRoutes } from '#features/people/serve-photos.ts';
import { may, type App } from '#web/routes.ts';
import { alikeStudents } from './alike-students.ts';
import { studentKind } from './student-kind.ts';

/** What stands around a student's form: the photo, the papers, and who is on the records already. */
export function studentFormRoutes(app: App): void {
  photoRoutes(app, studentKind);
  documentRoutes(app, studentKind);

  app.get(
    '/students/alike',
    { config: may('students.create', 'students.edit'), schema: { querystring: Alike } },
    async (request, reply) => {
      const people = await request.read((db, actor) => alikeStudents(db, actor, request.query));
      return reply.send({ people: people.map((one) => ({ ...one, href: `/students/${one.id}` })) });
    },
  );
}
