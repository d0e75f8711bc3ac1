import { isEnrolled, type StudentStatus } from '#features/students/student-status.ts';
import { groupOfField } from '#features/students/form/student-fields.ts';
import { studentGroups } from '#features/students/students.policy.ts';
import { createTwinFinder } from '../engine/duplicates.ts';
import type { Fields, Roster, Surroundings } from '../engine/field.ts';
import {
  birthField,
  contactFields,
  dayField,
  genderField,
  healthFields,
  homeFields,
  languageField,
  nameFields,
  nextOfKinFields,
  photoField,
  religionField,
  wordField,
} from '../engine/person-fields.ts';
import { quote } from '../engine/clean.ts';
import * as read from '../engine/read-value.ts';
import type { Kind } from './kind.ts';
import { compareStudents } from './compare-students.ts';

const fields: Fields = {
  admissionNumber: {
    label: 'Admission number',
    max: 40,
    synonyms: [
      'admissionnumber',
      'admissionno',
      'admno',
      'admnumber',
      'admissionid',
      'studentuniqueid',
      'studentnumber',
      'studentno',
      'studentid',
      'pupilid',
      'uniqueid',
      'rollnumber',
      'rollno',
      'sisid',
      'sisstudentid',
      'localid',
      'learnerid',
      'id',
      'number',
      'no',
    ],
  },
  registrationNumber: {
    label: 'Registration number',
    max: 40,
    synonyms: [
      'registrationnumber',
      'registrationno',
      'regno',
      'regnumber',
      'matricno',
      'matricnumber',
      'matriculationnumber',
      'matricula',
      'examnumber',
      'examno',
      'jambno',
    ],
  },
  ...nameFields('student', ['nameofpupil', 'pupilname', 'candidatename']),
  gender: genderField,
  birthDate: birthField('student'),
  status: {
    label: 'Status',
    synonyms: ['status', 'studentstatus', 'enrolmentstatus', 'enrollmentstatus', 'state'],
    read: read.status,
  },
  category: wordField('Student category', 'studentCategories', ['studentcategory', 'category', 'studenttype']),
  batch: {
    label: 'Batch',
    isPart: true,
    synonyms: [
      'batch',
      'batchname',
      'classarm',
      'currentbatch',
      'class',
      'classname',
      'currentclass',
      'presentclass',
      'classgroup',
      'homeroom',
      'form',
      'grade',
      'gradelevel',
      'level',
      'currentlevel',
    ],
    // With a separate arm column, any class that begins a batch name fits.
    fits: (value, { batches }) => batches.find(value, '') ?? batches.begins(value),
  },
  arm: {
    label: 'Class arm (in a separate column)',
    isPart: true,
    synonyms: ['arm', 'classarmname', 'stream', 'armname', 'section', 'division'],
  },
  admissionDate: dayField('Admission date', 'an admission date', [
    'admissiondate',
    'dateofadmission',
    'dateadmitted',
    'admittedon',
    'enrolmentdate',
    'enrollmentdate',
    'entrydate',
    'dateofentry',
    'datejoined',
    'joindate',
    'startdate',
    'dateenrolled',
  ]),
  ...contactFields,
  ...homeFields(),
  religion: religionField({ group: 'religion' }),
  language: languageField,
  ...healthFields,
  ...nextOfKinFields(),
  photo: photoField('the Photos of students page'),
};

const results = 'Not imported: filled in from results.';

export const studentRoster: Roster = {
  one: 'student',
  many: 'students',
  fields,
  prefix: /^(?:the)?(?:student|pupil|learner|child|candidate)s?/,
  doubts: {
    own: /^(student|pupil|admission|learner)/,
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
    position: results,
    cgpa: results,
    classdesignation: results,
  },
  understand(texts, surroundings, record, add) {
    const { birthDate: born, admissionDate: admitted } = record as Record<string, string | null>;
    if (born && admitted && admitted < born) add('admissionDate', 'The admission date is before the date of birth.');
    return { batchId: seat(texts, surroundings, record['status'] as StudentStatus | null, add) };
  },
};

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
      `A student with status ${status} can’t be in a ${batches.word}. Leave this cell blank or change the status to active.`,
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
  compare: compareStudents,
};
