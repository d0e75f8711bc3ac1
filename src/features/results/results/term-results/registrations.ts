import type { SchemeContent } from '#features/results/assessment/assessment.ts';
import type { Registration } from '#features/results/assessment/compute/class-results.ts';
import type { Band } from '#features/results/assessment/compute/types.ts';
import type { Member, entriesOf } from './members.queries.ts';
import { placeKey, type BandsOf, type PinnedCourse, type PinnedCourses } from './pinned-courses.queries.ts';

interface Loaded {
  pinned: PinnedCourses;
  bandsOf: BandsOf;
  entries: Awaited<ReturnType<typeof entriesOf>>;
}

const nothing = {};

/** A student's courses in a term and batch: the compulsory ones and the chosen electives, with what was entered. */
export function registrationsOf(
  { pinned, bandsOf, entries }: Loaded,
  student: Pick<Member, 'id' | 'admissionDate'>,
  termId: number,
  batchId: number,
): { bands: readonly Band[]; registrations: Registration[] } {
  const courses = pinned.get(placeKey(termId, batchId)) ?? [];
  const entered = entries.get(`${student.id} ${termId}`);
  const main = mainScheme(courses);
  // All courses are of one sheet.
  const approvedAt = courses[0]?.approvedAt ?? null;
  const bands = main ? bandsOf(main.scaleId, student.admissionDate, approvedAt) : [];
  return {
    bands,
    registrations: courses
      .filter((course) => takes(course, entered))
      .map(({ id, units, scheme }) => ({
        course: id,
        units,
        components: scheme.components,
        passMark: scheme.passMark,
        passFail: scheme.passFail,
        entries: entered?.marks?.[id] ?? nothing,
        bands: bandsOf(scheme.scaleId, student.admissionDate, approvedAt),
      })),
  };
}

/** Whether the student takes the course: by registration, by choice, or with the batch. */
function takes(
  { id, isElective, isCarryOver, registers, offeringId }: PinnedCourse,
  entered: { offerings: number[]; registered: number[] } | undefined,
): boolean {
  if (offeringId === null) return false;
  if (registers) return entered?.registered.includes(id) ?? false;
  if (isCarryOver) return false;
  return !isElective || (entered?.offerings.includes(offeringId) ?? false);
}

/**
 * The scheme of most of the courses that are graded: it says how the class is ranked and what cumulative means. Null
 * without courses.
 */
export function mainScheme(courses: Iterable<PinnedCourse>): SchemeContent | null {
  const counts = new Map<SchemeContent, number>();
  for (const { scheme } of courses) counts.set(scheme, (counts.get(scheme) ?? 0) + 1);
  const [most] = [...counts].toSorted(
    ([one, a], [other, b]) => Number(one.passFail ?? false) - Number(other.passFail ?? false) || b - a,
  );
  return most?.[0] ?? null;
}
