import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { maySeeStudents } from './students.policy.ts';

/** The students a person may see; for a guardian who sees no others, their children. */
export function studentHome(actor: Actor): string | null {
  const isGuardian = actor.institutions.some(({ guardianIds }) => guardianIds.length > 0);
  if (isGuardian && !institutionsWhere(actor, 'students.view', 'students.viewOwn').length) return '/children';
  return institutionsWhere(actor, ...maySeeStudents).length ? '/students' : null;
}
