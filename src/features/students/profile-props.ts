import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { ageOn, today } from '#kernel/dates.ts';
import type { Db } from '#kernel/database.ts';
import { mayOpenPrivacy } from '#features/people/people.policy.ts';
import { lastChangeOf, readsHistory } from '#features/people/history.queries.ts';
import { photoUrl } from '#features/people/photo-url.ts';
import { groupsSeenOf, kinOf, mayKnowFamily, restrictedOnly, type Kin } from './standing.ts';
import { studentKind } from './student-kind.ts';
import { studentOverview, type StudentOverview } from './student-profile.queries.ts';
import { movesFrom, studentMove } from './student-moves.ts';
import type { StudentProfileProps } from './students.pages.ts';
import { studentGroups } from './students.policy.ts';

/**
 * What every tab of the profile shows around itself; a tab brings its own props. All queries leave in one packet, so
 * `more` may not wait for anything but its own.
 */
export async function profileProps(
  db: Db,
  actor: Actor,
  studentId: number,
  tab: StudentProfileProps['tab'],
  more: Promise<Partial<StudentProfileProps>> | null = null,
): Promise<StudentProfileProps> {
  const [student, lastChange, kin, rest] = await Promise.all([
    studentOverview(db, actor, studentId),
    lastChangeOf(db, actor, studentKind, studentId),
    kinOf(db, actor, studentId),
    more,
  ]);
  const { institutionId } = student;
  const { timeZone } = membershipIn(actor, institutionId)!;
  const mayMove = can(actor, 'students.changeStatus', institutionId);
  // Nothing is to be written again where everything was erased.
  const isErased = student.anonymisedAt !== null;
  const restricted = restrictedOnly(groupsSeenOf(actor, institutionId, kin));
  const { kinGuardian, nextOfKinName, nextOfKinPhone, nextOfKinRelation, ...shown } = student;
  return {
    student: { ...shown, photo: photoUrl('students', student, 'large') ?? null },
    nextOfKin: nextOfKin(student, mayKnowFamily(actor, institutionId, kin), kin),
    age: student.birthDate ? ageOn(student.birthDate, today(timeZone)) : null,
    tab,
    kin,
    lastChange,
    moves:
      mayMove && !isErased
        ? movesFrom(student.status).map((kind) => ({
            label: studentMove[kind].label,
            href: `/students/${studentId}/${studentMove[kind].path}`,
          }))
        : [],
    can: {
      edit: can(actor, 'students.edit', institutionId) && !isErased,
      history: readsHistory(actor, studentKind, institutionId),
      family: mayKnowFamily(actor, institutionId, kin),
      documents: restricted.includes('private'),
      private: restricted.length > 0,
      cards: can(actor, 'students.export', institutionId),
      printCertificates: mayMove,
      merge: !isErased && can(actor, 'people.merge', institutionId) && can(actor, 'students.edit', institutionId),
      privacy: mayOpenPrivacy(
        actor,
        { institutionId, isOwn: kin !== null },
        { edit: 'students.edit', groups: studentGroups },
      ),
    },
    ...rest,
  };
}

/** The guardian who is marked, else whom the record names. Of others than herself a guardian sees no number. */
function nextOfKin(student: StudentOverview, mayKnowFamily: boolean, kin: Kin): StudentProfileProps['nextOfKin'] {
  const marked = mayKnowFamily ? student.kinGuardian : null;
  const named = student.nextOfKinName
    ? { name: student.nextOfKinName, phone: student.nextOfKinPhone, relation: student.nextOfKinRelation }
    : null;
  const one = marked ?? named;
  return one && (kin ? { ...one, phone: null } : one);
}
