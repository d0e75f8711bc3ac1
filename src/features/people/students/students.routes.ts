import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { savedMessage } from '#features/records/people/contacts/change-contacts.ts';
import { dropDraft } from '#features/records/people/drafts.ts';
import { may, type App } from '#web/routes.ts';
import { batchStudents } from './batch-students.ts';
import { AssignBatch, assignBatch } from './moves/assign-batch.ts';
import { CreateStudent, createStudent } from './form/create-student.ts';
import { EditStudent, editStudent } from './form/student-form.queries.ts';
import { publishedTerms } from './moves/moves.queries.ts';
import { moveRoutes } from './moves/moves.routes.ts';
import { studentFormRoutes } from './form/student-form.routes.ts';
import { studentListRoutes } from './student-list.routes.ts';
import { customFieldRoutes } from './profile/custom-fields.routes.ts';
import { studentProfileRoutes } from './profile/student-profile.routes.ts';
import { undoAssignment } from './moves/undo-assignment.ts';

const params = z.object({ id });

export function studentRoutes(app: App): void {
  studentListRoutes(app);

  // For the page of a class arm, whose feature does not know students.
  app.get(
    '/batches/:id/students',
    { config: may('students.view', 'students.viewOwn'), schema: { params } },
    async (request, reply) =>
      reply.send(await request.read((db, actor) => batchStudents(db, actor, request.params.id))),
  );

  // The specification's call (7.2): the body is 'success'; Location is the assignment to undo.
  app.post(
    '/students/batch-assignment',
    {
      config: {
        ...may('students.assignBatch'),
        ...allowedForOwnFamily('A class takes any student with a seat, and all staff can see its students.'),
      },
      schema: { body: AssignBatch },
    },
    async (request, reply) => {
      const { assignmentId } = await request.write((tx, actor) => assignBatch(tx, actor, request.body));
      return reply.header('Location', `/students/batch-assignments/${assignmentId}`).type('text/plain').send('success');
    },
  );

  app.get(
    '/students/batch-assignment/published-terms',
    { config: may('students.assignBatch'), schema: { querystring: z.object({ batch_id: id }) } },
    async (request, reply) =>
      reply
        .header('Cache-Control', 'no-store')
        .send(await request.read((db, actor) => publishedTerms(db, actor, request.query.batch_id))),
  );

  app.post(
    '/students/batch-assignments/:id/undo',
    {
      config: { ...may('students.assignBatch'), ...allowedForOwnFamily('Puts students back where they were.') },
      schema: { params },
    },
    async (request, reply) => {
      const { undone, batch } = await request.write((tx, actor) => undoAssignment(tx, actor, request.params.id));
      return reply.send({
        message: `Assignment undone: ${undone === 1 ? '1 student is' : `${undone} students are`} no longer in ${batch}.`,
      });
    },
  );

  app.post(
    '/students',
    { config: { ...may('students.create'), once: true }, schema: { body: CreateStudent } },
    (request, reply) =>
      reply.once(
        async (tx, actor) => {
          const { firstName, surname } = request.body;
          const { id: studentId, admissionNumber } = await createStudent(tx, actor, request.body);
          return { flash: `${firstName} ${surname} was admitted as ${admissionNumber}.`, go: `/students/${studentId}` };
        },
        // If the first answer was lost, the open form has saved its draft again.
        (tx, actor) => dropDraft(tx, actor, request.body.institutionId, 'student:new'),
      ),
  );

  app.post(
    '/students/:id',
    { config: may('students.edit'), schema: { params, body: EditStudent } },
    async (request, reply) => {
      const requested = await request.write((tx, actor) => editStudent(tx, actor, request.params.id, request.body));
      return reply.flash(savedMessage(requested)).seeOther(`/students/${request.params.id}`);
    },
  );

  moveRoutes(app);
  studentProfileRoutes(app);
  studentFormRoutes(app);
  customFieldRoutes(app);
}
