import { may, type App } from '#web/routes.ts';
import { chooseInstitution } from '../structure-in-view.ts';
import { courseTeachers } from '../structure.pages.ts';
import { View } from '../view.ts';
import { AssignTeachers, assignTeachers, untaughtCourses } from './assign-teachers.ts';

const editing = may('structure.edit');

/** The teachers of courses, for all batches at once. */
export function teacherRoutes(app: App): void {
  app.get('/courses/teachers', { config: editing, schema: { querystring: View } }, async (request, reply) => {
    const props = await request.read(async (db, actor) => {
      const choice = chooseInstitution(actor, request.query.institution_id);
      return { ...choice, courses: await untaughtCourses(db, choice.institutionId) };
    });
    return reply.page(courseTeachers, props);
  });

  app.post('/courses/teachers', { config: editing, schema: { body: AssignTeachers } }, async (request, reply) => {
    const { batches, changeId } = await request.write((tx, actor) => assignTeachers(tx, actor, request.body));
    const undo = changeId === null ? {} : { undo: { action: `/offering-changes/${changeId}/undo` } };
    const message = batches === 0 ? 'All of them already have a teacher.' : 'The teachers were assigned.';
    return reply.flash({ message, tone: 'good', ...undo }).seeOther('/courses');
  });
}
