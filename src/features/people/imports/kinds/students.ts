import { isEnrolled, type StudentStatus } from '#features/people/students/student-status.ts';
import { groupOfField } from '#features/people/students/form/student-fields.ts';
import { studentGroups } from '#features/people/students/students.policy.ts';
import { formatDay } from '#kernel/dates.ts';
import { withArticle } from '#kernel/contracts/terminology.ts';
import { createTwinFinder } from '../engine/duplicates.ts';
import type { PersonRecord, Roster, Surroundings } from '../engine/field.ts';
import { quote } from '../engine/clean.ts';
import { withKnownHeadings } from '../engine/known-headings.ts';
import type { Kind } from './kind.ts';
import { compareStudents } from './compare-students.ts';
import { parentsOf } from './parent-columns.ts';
import { readParents } from './read-parents.ts';
import { studentFields, resultsHint } from './student-columns.ts';

export const studentRoster = withKnownHeadings<Roster>(
  {
    one: 'student',
    many: 'students',
    fields: studentFields,
    prefix: /^(?:the)?(?:student|pupil|learner|child|candidate)s?/,
    doubts: {
      own: /^(names?of)?(student|pupil|adm|learner)/,
      others: [
        [/^(teacher|staff|employee)(number|id|no|name)/, 'a list of teachers or staff'],
        [/^(principal|school)name|^schoolnumber$/, 'a list of schools'],
        [/^(course|section)(name|number|sisid)/, 'a list of courses or sections'],
        [/^(guardian|parent)(id|number|name)$/, 'a list of parents'],
      ],
    },
    computed: {
      age: 'Not imported: calculated from the date of birth.',
      academicsession: 'Not imported: follows from the {batch}.',
      subjects: 'Not imported: follows from the {batch} and the student’s electives.',
      promotion: 'Not imported: follows from the enrolments.',
      position: resultsHint,
      cgpa: resultsHint,
      classdesignation: resultsHint,
    },
    understand(texts, surroundings, record, add, plan) {
      const { birthDate: born, admissionDate: admitted } = record as Record<string, string | null>;
      if (born && admitted && admitted < born) add('admissionDate', 'The admission date is before the date of birth.');
      refuseEnrolment(record as Record<string, string | null>, texts, surroundings, add);
      return {
        batchId: seat(texts, surroundings, record['status'] as StudentStatus | null, add),
        parents: readParents(texts, surroundings, record as PersonRecord, plan, add),
      };
    },
  },
  'students',
);

/** The first day in the class arm: since the session began, and not before the admission. */
function refuseEnrolment(
  { enrolledFrom: from, admissionDate: admitted }: Record<string, string | null>,
  texts: Readonly<Record<string, string>>,
  { today, begins, batches: { word } }: Surroundings,
  add: (field: string, message: string) => void,
): void {
  if (!from) return;
  const refuse = (message: string) => add('enrolledFrom', message);
  if (!texts['batch']) refuse(`This row has no ${word}. Add one, or clear this cell.`);
  else if (from > today) refuse('This day is in the future.');
  else if (begins && from < begins.session)
    refuse(`The session began on ${formatDay(begins.session)}. Enter that day or a later one.`);
  else if (admitted && from < admitted) refuse('This day is before the admission date.');
}

function seat(
  texts: Readonly<Record<string, string>>,
  { batches }: Surroundings,
  status: StudentStatus | null,
  add: (field: string, message: string) => void,
): number | null {
  const { batch: name, arm = '' } = texts;
  if (!name) return null;
  const batch = batches.find(name, arm);
  if (!batch) {
    const wanted = quote(arm ? `${name} ${arm}` : name);
    add(
      'batch',
      `There is no open ${batches.word} ${wanted} in ${batches.session}. Correct the name, add the ${batches.word}, or leave the cell blank.`,
    );
  } else if (status && !isEnrolled(status))
    add(
      'batch',
      `A student with status ${status} can’t be in ${withArticle(batches.word)}. Leave this cell blank or change the status to active.`,
    );
  return batch?.id ?? null;
}

export const students: Kind = {
  ...studentRoster,
  key: 'students',
  entity: 'student',
  permission: 'students.import',
  groups: studentGroups,
  groupOf: groupOfField,
  // New students are active; another status is a change of its own.
  changesStatus: ({ status }) => status != null && status !== 'active',
  keyField: 'admissionNumber',
  twins: ({ alike }) => createTwinFinder({ field: 'admissionNumber', words: 'admission number' }, alike !== 'new'),
  bearers: (record) =>
    parentsOf(record).flatMap(({ children }) =>
      children.map((child) => ({
        list: 'guardianRelations',
        of: child as unknown as Record<string, unknown>,
        key: 'relation',
      })),
    ),
  compare: compareStudents,
};
