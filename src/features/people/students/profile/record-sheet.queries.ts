import { accountName } from '#kernel/account-name.ts';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { formatDay, today, ageOn } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { fieldGroupLabels, restrictedOnly, type FieldGroup } from '#kernel/contracts/field-groups.ts';
import type { Files } from '#kernel/files.ts';
import { termsOf, type Terminology } from '#kernel/contracts/terminology.ts';
import { contentOf, letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { logAccess } from '#features/records/people/history.queries.ts';
import { textName, phoneText } from '#ui/format.ts';
import { enrolmentOutcomes } from '../enrolment-outcomes.ts';
import type { OwnFields } from '#features/records/custom-fields/custom-fields.queries.ts';
import { customFieldsOf } from './custom-fields.queries.ts';
import { groupsSeenOf, kinOf, mayKnowFamily } from '../student-kind.ts';
import { familyOf, type Family } from './student-family.queries.ts';
import {
  restrictedOf,
  studentOverview,
  type StudentOverview,
  enrolmentsOf,
  movesOf,
  subjectsOf,
} from './student-profile.queries.ts';
import { factsOf } from '#kernel/record-fields/derive.ts';
import { studentStatusLabels } from '../student-status.ts';
import { studentFields } from '../students.fields.ts';
import { customText } from '#kernel/contracts/custom-field.ts';
import type { Fact } from '#kernel/pdf/parts.ts';
import type { Letterhead } from '#kernel/pdf/letterhead.ts';

/** Everything on a record that the actor can see, as a sheet. The print is logged, restricted groups separately. */
export async function recordSheet(tx: Tx, actor: Actor, files: Files, studentId: number): Promise<RecordSheet> {
  const [student, kin, subjects, enrolments, moves] = await Promise.all([
    studentOverview(tx, actor, studentId),
    kinOf(tx, actor, studentId),
    subjectsOf(tx, actor, studentId),
    enrolmentsOf(tx, actor, studentId),
    movesOf(tx, actor, studentId),
  ]);
  const { institutionId } = student;
  const { timeZone, terminology } = membershipIn(actor, institutionId)!;
  const words = termsOf(terminology);
  const day = today(timeZone);
  const groups = restrictedOnly(groupsSeenOf(actor, institutionId, kin));
  const [own, restricted, family, letterhead, photo] = await Promise.all([
    customFieldsOf(tx, actor, studentId, ['general', ...groups]),
    groups.length ? restrictedOf(tx, actor, studentId) : null,
    mayKnowFamily(actor, institutionId, kin) ? familyOf(tx, actor, studentId) : null,
    letterheadOf(tx, files, institutionId),
    student.photoId ? contentOf(tx, files, institutionId, student.photoId) : null,
  ]);
  const name = textName(student);
  await logAccess(tx, actor, { institutionId, entity: 'student', subjectId: studentId, groups, place: 'print' });
  await record(tx, actor, 'students.print', {
    institutionId,
    summary: `printed the record of ${name}`,
    subject: { type: 'student', id: studentId },
    details: { groups: groups.map((group) => fieldGroupLabels[group]) },
  });
  const all: SheetSection[] = [
    personalSection(student, day),
    schoolSection(student, words),
    originSection(student),
    ...sheetSection(
      'More',
      customFacts(own, (group) => group === 'general'),
    ),
    ...(family ? [familySection(family)] : []),
    ...sheetSection('Confidential', [
      ...(restricted ? groups.flatMap((group) => factsOf(studentFields, restricted, group)) : []),
      ...customFacts(own, (group) => group !== 'general'),
    ]),
    {
      title: words.courses,
      table: {
        columns: [
          { header: words.course, share: 5 },
          { header: 'Kind', share: 3 },
          { header: 'Teacher', share: 4 },
        ],
        rows: subjects
          .filter(({ electiveGroup, isChosen }) => !electiveGroup || isChosen)
          .map((one) => [
            `${one.title} (${one.code})`,
            one.electiveGroup ?? 'Compulsory',
            one.teacherSurname && `${one.teacherFirstName} ${one.teacherSurname}`,
          ]),
      },
    },
    {
      title: 'Enrolments',
      table: {
        columns: [
          { header: words.batch, share: 3 },
          { header: 'Session', share: 3 },
          { header: 'From', share: 2 },
          { header: 'To', share: 2 },
          { header: 'Outcome', share: 2 },
        ],
        rows: enrolments.map((one) => [
          one.batch,
          one.session,
          formatDay(one.fromDate),
          one.toDate && formatDay(one.toDate),
          one.outcome ? (enrolmentOutcomes[one.outcome] ?? null) : 'Current',
        ]),
      },
    },
  ];
  const statusChanges: SheetSection = {
    title: 'Status changes',
    table: {
      columns: [
        { header: 'Date', share: 2 },
        { header: 'Status', share: 3 },
        { header: kin ? 'Until' : 'Reason', share: 6 },
      ],
      rows: moves.map((move) => [
        formatDay(move.onDate),
        studentStatusLabels[move.toStatus],
        kin ? move.untilDate && formatDay(move.untilDate) : move.reason,
      ]),
    },
  };
  return {
    letterhead,
    name,
    number: student.admissionNumber,
    status: studentStatusLabels[student.status],
    batch: student.batch && `${student.batch}, ${student.session}`,
    photo,
    // Most students never change their status, which is nothing to fill in.
    ...withoutEmpty(moves.length ? [...all, statusChanges] : all),
    // The reader comes first, because a long line is cut at the end.
    foot: `Printed ${formatDay(day)} by ${accountName(actor)} · Record of ${name}, ${student.admissionNumber}`,
  };
}

interface SheetSection {
  title: string;
  facts?: Fact[];
  table?: { columns: { header: string; share: number }[]; rows: (string | null)[][] };
}

/** Sections without any value, named in one line: a heading for each would fill a page with nothing. */
function withoutEmpty(all: SheetSection[]): { sections: SheetSection[]; empty: string | null } {
  const isEmpty = ({ facts = [], table }: SheetSection) => !table?.rows.length && !facts.some(({ value }) => value);
  const titles = all.filter(isEmpty).map(({ title }) => title.toLowerCase());
  return {
    sections: all.filter((section) => !isEmpty(section)),
    empty: titles.length ? `Nothing recorded yet: ${titles.join(', ')}.` : null,
  };
}

const sheetSection = (title: string, all: Fact[]): SheetSection[] => (all.length ? [{ title, facts: all }] : []);

const customFacts = ({ fields, values }: OwnFields, isWanted: (group: FieldGroup) => boolean): Fact[] =>
  fields
    .filter(({ group }) => isWanted(group))
    .map((field) => {
      const text = customText(field, values[field.id]);
      return { label: field.label, value: field.type === 'date' && text ? formatDay(text) : text };
    });

const personalSection = (student: StudentOverview, day: string): SheetSection => ({
  title: 'Personal',
  facts: [
    { label: 'Surname', value: student.surname },
    { label: 'First name', value: student.firstName },
    { label: 'Middle name', value: student.middleName },
    { label: 'Gender', value: student.gender && (student.gender === 'female' ? 'Female' : 'Male') },
    {
      label: 'Date of birth',
      value: student.birthDate && `${formatDay(student.birthDate)} (${ageOn(student.birthDate, day)} years)`,
    },
    ...factsOf(studentFields, student, 'personal'),
    { label: 'Phone', value: phoneText(student.phone) },
    { label: 'Mobile', value: phoneText(student.mobile) },
    { label: 'E-mail', value: student.email },
  ],
});

const schoolSection = (student: StudentOverview, words: Terminology): SheetSection => ({
  title: 'School',
  facts: [
    { label: 'Admission no.', value: student.admissionNumber },
    ...factsOf(studentFields, student, 'numbers'),
    { label: 'Admitted', value: student.admissionDate && formatDay(student.admissionDate) },
    ...factsOf(studentFields, student, 'school'),
    { label: 'Programme', value: student.program },
    { label: words.class, value: student.class },
    { label: words.batch, value: student.batch },
    { label: 'Session', value: student.session },
  ],
});

const originSection = (student: StudentOverview): SheetSection => ({
  title: 'Origin and home',
  facts: [
    { label: 'Nationality', value: student.nationality },
    { label: 'Country', value: student.country },
    { label: 'State', value: student.state },
    { label: 'LGA', value: student.lga },
    ...factsOf(studentFields, student, 'home'),
  ],
});

/** Guardians in calling order, each with the facts that the reader can see. */
const familySection = ({ guardians }: Family): SheetSection => ({
  title: 'Family',
  table: {
    columns: [
      { header: 'Name', share: 5 },
      { header: 'Relation', share: 3 },
      { header: 'Phone', share: 3 },
      { header: 'May collect', share: 2 },
    ],
    rows: guardians.map(({ name, relation, facts }) => [
      name,
      relation,
      phoneText(facts?.phone),
      facts && (facts.mayCollect ? 'Yes' : 'No'),
    ]),
  },
});

export interface RecordSheet {
  letterhead: Letterhead;
  name: string;
  number: string;
  status: string;
  batch: string | null;
  photo: Buffer | null;
  sections: SheetSection[];
  /** The sections without content. */
  empty: string | null;
  /** Footer: date and reader. */
  foot: string;
}
