import { accountName } from '#kernel/account-name.ts';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { ageOn, formatDay, today } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { customText } from '#kernel/contracts/custom-field.ts';
import { fieldGroupWords, restrictedOnly, type FieldGroup } from '#kernel/contracts/field-groups.ts';
import type { Files } from '#kernel/files.ts';
import type { Letterhead } from '#kernel/pdf/letterhead.ts';
import type { Fact } from '#kernel/pdf/parts.ts';
import { contentOf, letterheadOf } from '#features/institutions/letterhead.queries.ts';
import { wordsOf, type Words } from '#kernel/contracts/terminology.ts';
import { logAccess } from '#features/people/log-access.ts';
import { phoneText, textName } from '#ui/format.ts';
import { enrolmentOutcomes } from '../enrolment-outcomes.ts';
import { customFieldsOf } from './custom-fields.queries.ts';
import type { StudentCustomFields } from '../students.pages.ts';
import { groupsSeenOf, kinOf, mayKnowFamily } from '../student-access.ts';
import { familyOf, type Family } from './student-family.queries.ts';
import {
  enrolmentsOf,
  movesOf,
  restrictedOf,
  studentOverview,
  subjectsOf,
  type StudentOverview,
} from './student-profile.queries.ts';
import { studentStatusWords } from '../student-status.ts';

export interface SheetSection {
  title: string;
  facts?: Fact[];
  table?: { columns: { header: string; share: number }[]; rows: (string | null)[][] };
  /** Text for an empty table. */
  note?: string;
}

export interface RecordSheet {
  letterhead: Letterhead;
  name: string;
  number: string;
  status: string;
  batch: string | null;
  photo: Buffer | null;
  sections: SheetSection[];
  /** Footer: date and reader. */
  foot: string;
}

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
  const words = wordsOf(terminology);
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
    details: { groups: groups.map((group) => fieldGroupWords[group]) },
  });
  const sections: SheetSection[] = [
    personal(student, day),
    school(student, words),
    origin(student),
    ...section(
      'More',
      customFacts(own, (group) => group === 'general'),
    ),
    ...(family ? [{ title: 'Family', ...familyTable(family) }] : []),
    ...section('Confidential', [
      ...(restricted ? confidential(restricted, groups) : []),
      ...customFacts(own, (group) => group !== 'general'),
    ]),
    {
      title: words.courses,
      ...listed(
        [
          { header: words.course, share: 5 },
          { header: 'Kind', share: 3 },
          { header: 'Teacher', share: 4 },
        ],
        subjects
          .filter(({ electiveGroup, isChosen }) => !electiveGroup || isChosen)
          .map((one) => [
            `${one.title} (${one.code})`,
            one.electiveGroup ?? 'Compulsory',
            one.teacherSurname && `${one.teacherFirstName} ${one.teacherSurname}`,
          ]),
        student.batch ? `None yet in ${student.batch}.` : `Not assigned to a ${words.batch.toLowerCase()}.`,
      ),
    },
    {
      title: 'Enrolments',
      ...listed(
        [
          { header: words.batch, share: 3 },
          { header: 'Session', share: 3 },
          { header: 'From', share: 2 },
          { header: 'To', share: 2 },
          { header: 'Outcome', share: 2 },
        ],
        enrolments.map((one) => [
          one.batch,
          one.session,
          formatDay(one.fromDate),
          one.toDate && formatDay(one.toDate),
          one.outcome ? (enrolmentOutcomes[one.outcome] ?? null) : 'Current',
        ]),
        'None yet.',
      ),
    },
    ...(moves.length
      ? [
          {
            title: 'Status changes',
            ...listed(
              [
                { header: 'Date', share: 2 },
                { header: 'Status', share: 3 },
                { header: kin ? 'Until' : 'Reason', share: 6 },
              ],
              moves.map((move) => [
                formatDay(move.onDate),
                studentStatusWords[move.toStatus],
                kin ? move.untilDate && formatDay(move.untilDate) : move.reason,
              ]),
              '',
            ),
          },
        ]
      : []),
  ];
  return {
    letterhead,
    name,
    number: student.admissionNumber,
    status: studentStatusWords[student.status],
    batch: student.batch && `${student.batch}, ${student.session}`,
    photo,
    sections,
    // The reader comes first, because a long line is cut at the end.
    foot: `Printed ${formatDay(day)} by ${accountName(actor)} · Record of ${name}, ${student.admissionNumber}`,
  };
}

const section = (title: string, all: Fact[]): SheetSection[] => (all.length ? [{ title, facts: all }] : []);

const customFacts = ({ fields, values }: StudentCustomFields, isWanted: (group: FieldGroup) => boolean): Fact[] =>
  fields
    .filter(({ group }) => isWanted(group))
    .map((field) => {
      const text = customText(field, values[field.id]);
      return { label: field.label, value: field.type === 'date' && text ? formatDay(text) : text };
    });

const confidential = (
  { bloodGroup, genotype, religion }: Awaited<ReturnType<typeof restrictedOf>>,
  groups: readonly FieldGroup[],
): Fact[] => [
  ...(groups.includes('health')
    ? [
        { label: 'Blood group', value: bloodGroup },
        { label: 'Genotype', value: genotype },
      ]
    : []),
  ...(groups.includes('religion') ? [{ label: 'Religion', value: religion }] : []),
];

const listed = (columns: { header: string; share: number }[], rows: (string | null)[][], none: string) =>
  rows.length ? { table: { columns, rows } } : { note: none };

const personal = (student: StudentOverview, day: string): SheetSection => ({
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
    { label: 'Language', value: student.language },
    { label: 'Phone', value: phoneText(student.phone) },
    { label: 'Mobile', value: phoneText(student.mobile) },
    { label: 'E-mail', value: student.email },
  ],
});

const school = (student: StudentOverview, words: Words): SheetSection => ({
  title: 'School',
  facts: [
    { label: 'Admission no.', value: student.admissionNumber },
    { label: 'Registration no.', value: student.registrationNumber },
    { label: 'Admitted', value: student.admissionDate && formatDay(student.admissionDate) },
    { label: 'Category', value: student.category },
    { label: 'Programme', value: student.program },
    { label: words.class, value: student.class },
    { label: words.batch, value: student.batch },
    { label: 'Session', value: student.session },
  ],
});

const origin = (student: StudentOverview): SheetSection => ({
  title: 'Origin and home',
  facts: [
    { label: 'Nationality', value: student.nationality },
    { label: 'Country', value: student.country },
    { label: 'State', value: student.state },
    { label: 'LGA', value: student.lga },
    { label: 'City', value: student.city },
    { label: 'Community', value: student.community },
    { label: 'Address', value: student.address },
  ],
});

/** Guardians in calling order, each with the facts that the reader can see. */
const familyTable = ({ guardians }: Family) =>
  listed(
    [
      { header: 'Name', share: 5 },
      { header: 'Relation', share: 3 },
      { header: 'Phone', share: 3 },
      { header: 'May collect', share: 2 },
    ],
    guardians.map(({ name, relation, facts }) => [
      name,
      relation,
      phoneText(facts?.phone),
      facts && (facts.mayCollect ? 'Yes' : 'No'),
    ]),
    'No guardians recorded.',
  );
