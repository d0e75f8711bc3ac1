import { exportRoutes } from '#features/records/custom-fields/serve-custom-files.ts';
import { servePeople } from '#features/records/people/list/serve-people.ts';
import type { App } from '#web/routes.ts';
import { studentExport } from './export-students.ts';
import { studentListPage } from './students.pages.ts';
import { mayInStudentList, studentChoices, studentList } from './students.list.ts';

/** The list of students, also as batch assignment: the same list, narrowed to students without a batch. */
export function studentListRoutes(app: App): void {
  servePeople(app, studentList, {
    page: studentListPage,
    ofActor: { can: mayInStudentList },
    choices: studentChoices,
    views: [
      { path: '/students/batch-assignment', may: 'students.assignBatch', start: { batch: 'none', status: ['active'] } },
    ],
    find: { most: 8, show: ({ admissionNumber, batchName }) => ({ admissionNumber, batch: batchName }) },
    // "Select all" selects the students on every page of the filter.
    select: ['students.assignBatch', 'students.changeStatus', 'people.merge'],
  });
  exportRoutes(app, studentExport);
}
