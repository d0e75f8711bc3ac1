import type { Permission } from '#kernel/permissions.ts';
import { mayExportPeople } from '#features/records/custom-fields/export-people.ts';
import { exportRoutes } from '#features/records/custom-fields/serve-exports.ts';
import { servePeople } from '#features/records/people/list/serve-people.ts';
import type { App } from '#web/routes.ts';
import { studentExport } from './export-students.ts';
import { studentChoices, studentList, type StudentFilter } from './students.list.ts';
import { studentListPage } from './students.pages.ts';
import { institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { resultColumns, type ResultColumn } from './result-summary.ts';

/** The list of students, also as batch assignment: the same list, narrowed to students without a batch. */
export function studentListRoutes(app: App): void {
  servePeople(app, studentList, {
    page: studentListPage,
    ofActor: { can: mayInList },
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

function mayInList(actor: Actor, filter: StudentFilter) {
  const holds = (permission: Permission) => institutionsWhere(actor, permission).length > 0;
  return {
    seeAll: holds('students.view'),
    /** Students in the user's own classes and subjects. */
    seeOwn: holds('students.viewOwn'),
    create: holds('students.create'),
    assignBatch: holds('students.assignBatch'),
    changeStatus: holds('students.changeStatus'),
    merge: holds('people.merge'),
    results: fittingResults(actor, filter),
    attendance: institutionsInView(actor, filter.institution_id, 'attendance.view').length > 0,
    message: holds('messages.send') || holds('messages.sendOwn'),
    import: holds('students.import'),
    photos: holds('students.edit'),
    cards: holds('students.export'),
    export: mayExportPeople(actor, studentExport.kind, filter.institution_id),
  };
}
export type MayInStudentList = ReturnType<typeof mayInList>;

const ofGradePoints: readonly ResultColumn[] = ['cgpa', 'designation'];

/**
 * What the list of students can show of results: averages and positions of schools, grade points of colleges, and what
 * the address sorts or filters by in any case. Empty for users who do not see results.
 */
function fittingResults(actor: Actor, asked: { institution_id?: number; sort?: string }): ResultColumn[] {
  const seen = institutionsInView(actor, asked.institution_id, 'results.view');
  if (seen.length === 0) return [];
  const uses = new Set(seen.flatMap((id) => membershipIn(actor, id)!.uses));
  return (Object.keys(resultColumns) as ResultColumn[]).filter(
    (key) =>
      key === 'promotion' ||
      uses.has(ofGradePoints.includes(key) ? 'gradePoints' : 'averages') ||
      key in asked ||
      asked.sort?.replace('-', '') === key,
  );
}
