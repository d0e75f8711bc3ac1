import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { maySeeStudents } from './students.policy.ts';

/** The start page for students: the list, or the guardian's own children. */
export function studentHome(actor: Actor): string | null {
  const isGuardian = actor.institutions.some(({ guardianIds }) => guardianIds.length > 0);
  if (isGuardian && !institutionsWhere(actor, 'students.view', 'students.viewOwn').length) return '/children';
  return institutionsWhere(actor, ...maySeeStudents).length ? '/students' : null;
}
