import { may, type App } from '#web/routes.ts';
import { countOf } from '#ui/format.ts';
import { ChangeEnrolment, changeEnrolment } from './change-enrolment.ts';

/** The first day of students in their class arm. It is served here, because registers hold it. */
export function enrolmentRoutes(app: App): void {
  app.post(
    '/students/enrolment',
    { config: may('students.assignBatch'), schema: { body: ChangeEnrolment } },
    async (request, reply) => {
      const changed = await request.write((tx, actor) => changeEnrolment(tx, actor, request.body));
      return reply.send({ message: `First day in class changed for ${countOf(changed, 'student')}.` });
    },
  );
}
