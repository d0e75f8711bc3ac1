import { isEnrolled, type StudentStatus } from '#features/people/students/student-status.ts';
import { groupOfField } from '#features/people/students/form/create-student.ts';
import { studentGroups } from '#features/people/students/students.policy.ts';
import { formatDay } from '#kernel/dates.ts';
import { withArticle } from '#kernel/contracts/terminology.ts';
import { type PersonRecord, type Roster, type Surroundings, createTwinFinder } from '../engine/field.ts';
import { quote } from '../engine/headers.ts';
import { withKnownHeadings } from '../engine/known-headings.ts';
import type { Kind } from './kind.ts';
import { compareStudents } from './compare-students.ts';
import {
  parentsOf,
  parentRoles,
  type ParentRole,
  type ParentRecord,
  answerColumn,
  type LinkAnswers,
  type linkAnswers,
} from './parent-columns.ts';
import { studentFields, resultsHint } from './student-columns.ts';
import { searchable } from '#kernel/searchable.ts';
import { email, phone } from '../engine/read-value.ts';
import { readYesNo, splitName, splitTitle, tidyName } from '../engine/value-readers.ts';

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

type Texts = Readonly<Record<string, string>>;
type Add = (field: string, message: string) => void;

/** The guardians in a row of a student. */
function readParents(
  texts: Texts,
  surroundings: Surroundings,
  pupil: PersonRecord,
  { tidyNames }: { tidyNames: boolean },
  add: Add,
): ParentRecord[] {
  const parents = parentRoles.flatMap((role): ParentRecord[] => {
    const [written, phones, address] = [texts[`${role}Name`], texts[`${role}Phone`], texts[`${role}Email`]];
    const relationText = role === 'guardian' ? texts['guardianRelation'] : undefined;
    if (!written) {
      if (phones || address)
        add(`${role}Phone`, `The ${role}’s name is missing. Enter it, or clear the phone and e-mail.`);
      return [];
    }
    const answers = readAnswers(role, texts, add);
    const named = readParentName(written, pupil.surname);
    if (!named) {
      add(`${role}Name`, `${quote(written)} is a single name. Enter a title or the full name.`);
      return [];
    }
    const numbers = readPhones(phones ?? '', surroundings.countryId, (message) => add(`${role}Phone`, message));
    const mail = address ? email(address) : { ok: null };
    if ('problem' in mail) add(`${role}Email`, mail.problem);
    const tidy = (name: string) => (tidyNames ? tidyName(name) : name);
    const said = relationText || named.relation || (role === 'guardian' ? '' : role);
    return [
      {
        role,
        title: named.title || null,
        surname: tidy(named.surname),
        firstName: tidy(named.firstName),
        middleName: tidy(named.middleName) || null,
        // Messages go to the mobile number.
        mobile: numbers[1] ? numbers[0]! : null,
        phone: numbers[1] ?? numbers[0] ?? null,
        email: 'ok' in mail ? mail.ok : null,
        custom: new Map(),
        children: [{ ...answers, number: '', relation: said ? said[0]!.toUpperCase() + said.slice(1) : null }],
      },
    ];
  });
  const kin = parents.filter(({ children: [child] }) => child!.isNextOfKin);
  if (kin[1])
    add(answerColumn(kin[1].role, 'isNextOfKin'), 'A student has one next of kin. Change one of the cells to “no”.');
  else if (kin[0] && texts['nextOfKinName'])
    add(
      answerColumn(kin[0].role, 'isNextOfKin'),
      'The row has another next of kin by name. Change this cell to “no”, or leave that name out.',
    );
  return parents;
}

function readAnswers(role: ParentRole, texts: Texts, add: Add): LinkAnswers {
  const read = (key: (typeof linkAnswers)[number]) => {
    const column = answerColumn(role, key);
    const cell = texts[column];
    const yes = cell ? readYesNo(cell) : null;
    if (cell && yes === null) add(column, `${quote(cell)} is not a valid value. Use yes or no.`);
    return yes;
  };
  return {
    paysFees: read('paysFees'),
    mayCollect: read('mayCollect'),
    receivesSms: read('receivesSms'),
    isNextOfKin: read('isNextOfKin'),
  };
}

/** 'Mr & Mrs Obi Chukwuma', 'Mrs. EZE (aunt)', 'Alhaji Bello'. Of a single name, the title stands for the first name. */
function readParentName(written: string, pupilSurname: string) {
  const [, before, inBrackets] = /^(.*?)\s*\(([\p{L} .-]{2,30})\)$/u.exec(written) ?? [];
  const isTitle = inBrackets !== undefined && splitTitle(`${inBrackets} X`).title !== '';
  const relation = isTitle ? '' : (inBrackets ?? '');
  const { title, name } = splitTitle(inBrackets === undefined || isTitle ? written : before!);
  const words = name.split(/\s+/);
  const standsLast = searchable(words.at(-1) ?? '') === searchable(pupilSurname);
  const split = splitName(name, standsLast ? 'last' : 'first');
  if (split) return { title, relation, ...split };
  const stand = title || (relation && relation[0]!.toUpperCase() + relation.slice(1));
  return name && stand ? { title: '', relation, surname: name, firstName: stand, middleName: '' } : null;
}

/** One or two numbers in a cell, between slashes, commas, semicolons or 'or'. */
function readPhones(cell: string, countryId: string, refuse: (message: string) => void): string[] {
  if (!cell) return [];
  const whole = phone(cell, countryId);
  const parts = cell.split(/\s*(?:[/;,&]|\bor\b|\band\b)\s*/i).filter(Boolean);
  const read = parts.length > 1 ? parts.map((part) => phone(part, countryId)) : [whole];
  if (read.every((one) => 'ok' in one)) {
    const numbers = [...new Set(read.map((one) => one.ok))];
    if (numbers.length <= 2) return numbers;
    refuse(`${quote(cell)} has more than two numbers. Leave two.`);
  } else if ('ok' in whole) return [whole.ok];
  else refuse(read.flatMap((one) => ('problem' in one ? one.problem : []))[0]!);
  return [];
}
