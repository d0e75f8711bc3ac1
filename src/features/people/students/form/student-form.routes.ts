import { z } from 'zod';
import { allow, institutionInView } from '#kernel/actor.ts';
import { groupsSeen, restrictedOnly } from '#kernel/contracts/field-groups.ts';
import { id } from '#kernel/schemas.ts';
import { logAccess } from '#features/records/people/history.queries.ts';
import { PossibleDuplicate } from '#features/records/people/duplicates.ts';
import { documentRoutes } from '#features/records/people/documents/serve-documents.ts';
import { photoRoutes } from '#features/records/people/photos/serve-photos.ts';
import { may, type App } from '#web/routes.ts';
import { findDuplicateStudents } from './create-student.ts';
import { studentFormProps, studentToEdit } from './student-form.queries.ts';
import { studentForm } from '../students.pages.ts';
import { studentGroups } from '../students.policy.ts';
import { studentKind } from '../student-kind.ts';

const params = z.object({ id });

/** The routes of a student's form: photo, documents, and possible duplicates. */
export function studentFormRoutes(app: App): void {
  app.get(
    '/students/new',
    {
      config: may('students.create'),
      schema: { querystring: z.object({ institution_id: id.optional(), academic_session: z.unknown().optional() }) },
    },
    async (request, reply) => {
      const props = await request.read((db, actor) => {
        const institutionId = institutionInView(actor, request.query.institution_id, 'students.create');
        return studentFormProps(db, actor, institutionId, null);
      });
      return reply.page(studentForm, props);
    },
  );

  // Views of restricted fields are logged, so this read needs a write transaction.
  app.get(
    '/students/:id/edit',
    { config: may('students.edit'), schema: { params }, exposeHeadRoute: false },
    async (request, reply) => {
      const props = await request.write(async (tx, actor) => {
        const student = await studentToEdit(tx, actor, request.params.id);
        const { institutionId, id: subjectId } = student;
        allow(actor, 'students.edit', institutionId);
        const groups = restrictedOnly(groupsSeen(actor, institutionId, studentGroups));
        await logAccess(tx, actor, { institutionId, entity: 'student', subjectId, groups, place: 'form' });
        return studentFormProps(tx, actor, institutionId, student);
      });
      return reply.page(studentForm, props);
    },
  );

  photoRoutes(app, studentKind);
  documentRoutes(app, studentKind);

  app.get(
    '/students/alike',
    { config: may('students.create', 'students.edit'), schema: { querystring: PossibleDuplicate } },
    async (request, reply) => {
      const { rows, isMore } = await request.read((db, actor) => findDuplicateStudents(db, actor, request.query));
      return reply.send({ people: rows.map((one) => ({ ...one, href: `/students/${one.id}` })), isMore });
    },
  );
}
