import { z } from 'zod';
import { NotAllowed } from '#kernel/errors.ts';
import { groupsSeen, restrictedOnly } from '#kernel/contracts/field-groups.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { profileRoutes, type Viewing, profileCan } from '#features/records/people/serve-profile.ts';
import { may, type App } from '#web/routes.ts';
import { certificatesOf } from '../certificates/certificates.queries.ts';
import { ChooseElectives, chooseElectives } from '../choose-electives.ts';
import { customFieldsOf } from './custom-fields.queries.ts';
import { recordSheet } from './record-sheet.queries.ts';
import { familyOf, siblingsOf } from './student-family.queries.ts';
import { studentKind, groupsSeenOf, kinOf, mayKnowFamily, type Kin } from '../student-kind.ts';
import {
  restrictedOf,
  studentOverview,
  type StudentOverview,
  enrolmentsOf,
  movesOf,
  subjectsOf,
} from './student-profile.queries.ts';
import { studentProfilePage, type StudentProfileProps } from '../students.pages.ts';
import { maySeeStudents, studentGroups } from '../students.policy.ts';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { ageOn, today } from '#kernel/dates.ts';
import type { Db } from '#kernel/database.ts';
import type { HistoryEntry } from '#features/records/people/history.queries.ts';
import { photoUrl } from '#features/records/people/photos/photo-url.ts';
import { movesFrom, studentMove } from '../moves/student-moves.ts';

const params = z.object({ id });

/** The routes of a student's record, one for each tab. */
export function studentProfileRoutes(app: App): void {
  const { files } = app.services;

  profileRoutes(app, {
    kind: studentKind,
    page: studentProfilePage,
    groupsOf: (actor, { institutionId }) => groupsSeen(actor, institutionId, studentGroups),
    ask: askStudent,
    props: studentProps,
    tabs: [
      {
        name: 'overview',
        load: async ({ db, actor, id: studentId }) => ({
          own: await customFieldsOf(db, actor, studentId, ['general']),
        }),
      },
      { name: 'family', querystring: z.object({ siblings_after: queryParam(id) }), load: familyTab },
      {
        name: 'subjects',
        load: async ({ db, actor, id: studentId }) => ({ subjects: await subjectsOf(db, actor, studentId) }),
      },
      { name: 'private', may: seesPrivate, loadRestricted: privateTab },
      { name: 'enrolments', load: enrolmentsTab },
    ],
  });

  app.post(
    '/students/:id/electives',
    { config: may('students.edit'), schema: { params, body: ChooseElectives } },
    async (request, reply) => {
      await request.write((tx, actor) => chooseElectives(tx, actor, request.params.id, request.body));
      return reply.flash('Electives saved.').seeOther(`/students/${request.params.id}/subjects`);
    },
  );

  app.get(
    '/students/:id/profile.pdf',
    { config: { ...may(...maySeeStudents), isHeavy: true }, schema: { params }, exposeHeadRoute: false },
    async (request, reply) => {
      const data = await request.write((tx, actor) => recordSheet(tx, actor, files, request.params.id));
      return reply.pdf({
        title: `record ${data.number} ${data.name}`,
        layout: new URL('./record-sheet.pdf.ts', import.meta.url),
        data,
      });
    },
  );
}

/** Users with access to a restricted group, and the student and guardians themselves. */
const seesPrivate = [
  'students.viewHealth',
  'students.viewReligion',
  'students.viewPrivate',
  'students.viewSelf',
] as const;

type Tab = Viewing<Asked>;

/** The tab or, after the first page of siblings, only the next page. */
async function familyTab({ db, actor, id: studentId, query }: Tab) {
  const after = query['siblings_after'] as number | undefined;
  return after === undefined
    ? { family: await familyOf(db, actor, studentId) }
    : siblingsOf(db, actor, studentId, after);
}

async function enrolmentsTab({ db, actor, id: studentId, asked }: Tab) {
  const [rows, moves, certificates, kin] = await Promise.all([
    enrolmentsOf(db, actor, studentId),
    movesOf(db, actor, studentId),
    certificatesOf(db, actor, studentId),
    asked.kin,
  ]);
  // Families see neither the reason nor the user; the school tells them in person.
  return {
    enrolments: kin ? rows.map((row) => ({ ...row, assignedBy: null })) : rows,
    certificates,
    studentMoves: kin ? moves.map((move) => ({ ...move, reason: null })) : moves,
  };
}

async function privateTab({ db, actor, id: studentId, asked }: Tab) {
  const [{ institutionId }, kin, restricted] = await Promise.all([
    asked.student,
    asked.kin,
    restrictedOf(db, actor, studentId),
  ]);
  const groups = restrictedOnly(groupsSeenOf(actor, institutionId, kin));
  if (groups.length === 0) throw new NotAllowed();
  const own = await customFieldsOf(db, actor, studentId, groups);
  const { religion, ...health } = restricted;
  return {
    institutionId,
    shown: groups,
    props: {
      restricted: {
        groups,
        health: groups.includes('health') ? health : null,
        religion: groups.includes('religion') ? religion : null,
        own,
      },
    },
  };
}

type Asked = ReturnType<typeof askStudent>;

/** The data that every tab needs. */
const askStudent = (db: Db, actor: Actor, studentId: number) => ({
  student: studentOverview(db, actor, studentId),
  kin: kinOf(db, actor, studentId),
});

/** The props around the tabs of a student's record. */
async function studentProps(actor: Actor, asked: Asked, changed: Promise<HistoryEntry | null>) {
  const [student, kin, lastChange] = await Promise.all([asked.student, asked.kin, changed]);
  const { id, institutionId } = student;
  const { timeZone } = membershipIn(actor, institutionId)!;
  const mayMove = can(actor, 'students.changeStatus', institutionId);
  const isErased = student.anonymisedAt !== null;
  const groups = groupsSeenOf(actor, institutionId, kin);
  const { kinGuardian, nextOfKinName, nextOfKinPhone, nextOfKinRelation, ...shown } = student;
  return {
    student: { ...shown, photo: photoUrl('students', student, 'large') ?? null },
    nextOfKin: nextOfKin(student, mayKnowFamily(actor, institutionId, kin), kin),
    age: student.birthDate ? ageOn(student.birthDate, today(timeZone)) : null,
    kin,
    lastChange,
    moves:
      mayMove && !isErased
        ? movesFrom(student.status).map((kind) => ({
            label: studentMove[kind].label,
            href: `/students/${id}/${studentMove[kind].path}`,
          }))
        : [],
    can: {
      ...profileCan(actor, studentKind, { institutionId, isOwn: kin !== null, isErased, groups }),
      family: mayKnowFamily(actor, institutionId, kin),
      private: restrictedOnly(groups).length > 0,
      cards: can(actor, 'students.export', institutionId),
      printCertificates: mayMove,
    },
  };
}

/** The guardian marked as next of kin, or else the person on the record. Guardians can't see other guardians' numbers. */
function nextOfKin(student: StudentOverview, mayKnowFamily: boolean, kin: Kin): StudentProfileProps['nextOfKin'] {
  const marked = mayKnowFamily ? student.kinGuardian : null;
  const named = student.nextOfKinName
    ? { name: student.nextOfKinName, phone: student.nextOfKinPhone, relation: student.nextOfKinRelation }
    : null;
  const one = marked ?? named;
  return one && (kin ? { ...one, phone: null } : one);
}
