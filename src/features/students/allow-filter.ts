import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { allowPapers } from '#features/people/expiring-papers.ts';
import type { StudentFilter } from './student-filter.ts';
import { maySeeStudents, studentGroups } from './students.policy.ts';

/** The institutions in view, when the person may see religion in each of them. */
export const seesReligion = (actor: Actor, wanted?: number): boolean =>
  institutionsInView(actor, wanted, ...maySeeStudents).every((id) =>
    membershipIn(actor, id)!.permissions.has(studentGroups.religion),
  );

export const studentPapers = { seeing: maySeeStudents, private: studentGroups.private };

/** Whom a filter finds tells what it asked: what a person may not see he may not ask for. */
export function allowFilter(actor: Actor, filter: Partial<StudentFilter>): void {
  if (filter.religion && !seesReligion(actor, filter.institution_id))
    throw new NotAllowed('You may not see religion, so the list cannot be narrowed by it.');
  allowPapers(actor, filter, studentPapers);
}
