import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type {} from '#features/guardians/guardians.policy.ts';
import { maySeeStudents } from '#features/students/students.policy.ts';

/** Where a person's day begins: the own children of who sees no others, the students they may see, else the institution, else their own account. */
export function homeOf(actor: Actor): string {
  const isGuardian = actor.institutions.some(({ guardianIds }) => guardianIds.length > 0);
  if (isGuardian && !institutionsWhere(actor, 'students.view', 'students.viewOwn').length) return '/children';
  if (institutionsWhere(actor, ...maySeeStudents).length) return '/students';
  return institutionsWhere(actor, 'institutions.view').length ? '/institutions' : '/account';
}
