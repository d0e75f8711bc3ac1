import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { maySeeStudents } from '#features/students/students.policy.ts';

/** Where a person's day begins: the students they may see, else the institution, else their own account. */
export function homeOf(actor: Actor): string {
  if (institutionsWhere(actor, ...maySeeStudents).length) return '/students';
  return institutionsWhere(actor, 'institutions.view').length ? '/institutions' : '/account';
}
