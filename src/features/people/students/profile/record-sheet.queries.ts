import { accountName } from '#kernel/account-name.ts';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { formatDay, today } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { fieldGroupWords, restrictedOnly } from '#kernel/contracts/field-groups.ts';
import type { Files } from '#kernel/files.ts';
import { wordsOf } from '#kernel/contracts/terminology.ts';
import { contentOf, letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { logAccess } from '#features/records/people/log-access.ts';
import { textName } from '#ui/format.ts';
import { enrolmentOutcomes } from '../enrolment-outcomes.ts';
import { customFieldsOf } from './custom-fields.queries.ts';
import { groupsSeenOf, kinOf, mayKnowFamily } from '../student-access.ts';
import { familyOf } from './student-family.queries.ts';
import { restrictedOf, studentOverview } from './student-profile.queries.ts';
import { subjectsOf } from './student-subjects.queries.ts';
import { enrolmentsOf, movesOf } from './student-history.queries.ts';
import { studentStatusWords } from '../student-status.ts';
import {
  type SheetSection,
  sheetSection,
  customFacts,
  confidentialSections,
  personalSection,
  schoolSection,
  originSection,
  familySection,
  type RecordSheet,
  withoutEmpty,
} from './record-sheet-sections.ts';

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
      ...(restricted ? confidentialSections(restricted, groups) : []),
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
        studentStatusWords[move.toStatus],
        kin ? move.untilDate && formatDay(move.untilDate) : move.reason,
      ]),
    },
  };
  return {
    letterhead,
    name,
    number: student.admissionNumber,
    status: studentStatusWords[student.status],
    batch: student.batch && `${student.batch}, ${student.session}`,
    photo,
    // Most students never change their status, which is nothing to fill in.
    ...withoutEmpty(moves.length ? [...all, statusChanges] : all),
    // The reader comes first, because a long line is cut at the end.
    foot: `Printed ${formatDay(day)} by ${accountName(actor)} · Record of ${name}, ${student.admissionNumber}`,
  };
}
