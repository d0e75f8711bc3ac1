import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { ageOn, today } from '#kernel/dates.ts';
import type { Db } from '#kernel/database.ts';
import { restrictedOnly } from '#kernel/contracts/field-groups.ts';
import type { HistoryEntry } from '#features/records/people/history.queries.ts';
import { photoUrl } from '#features/records/people/photos/photo-url.ts';
import { profileCan } from '#features/records/people/profile.ts';
import { groupsSeenOf, kinOf, mayKnowFamily, type Kin } from '../student-access.ts';
import { studentKind } from '../student-kind.ts';
import { studentOverview, type StudentOverview } from './student-profile.queries.ts';
import { movesFrom, studentMove } from '../moves/student-moves.ts';
import type { StudentProfileProps } from '../students.pages.ts';

export type Asked = ReturnType<typeof askStudent>;

/** The data that every tab needs. */
export const askStudent = (db: Db, actor: Actor, studentId: number) => ({
  student: studentOverview(db, actor, studentId),
  kin: kinOf(db, actor, studentId),
});

/** The props around the tabs of a student's record. */
export async function studentProps(actor: Actor, asked: Asked, changed: Promise<HistoryEntry | null>) {
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
