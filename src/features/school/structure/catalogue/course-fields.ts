import { z } from 'zod';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { checkbox, line, optionalLine } from '#kernel/schemas.ts';
import { findDuplicate } from '../find-duplicate.ts';
import { courses } from '../structure.schema.ts';

const units = 'Enter whole credit units between 0 and 60.';

export const CourseFields = z.object({
  code: line(20, 'The code'),
  title: line(160, 'The title'),
  creditUnits: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number(units).int(units).min(0, units).max(60, units),
  ),
  electiveGroup: optionalLine(60, 'The elective group'),
  noExam: checkbox,
});

export const courseTaken = (code: string): Record<string, [string, string]> => ({
  courses_code: ['code', `The code ${code} is already in use. Choose a different code.`],
});

/** Refuses a code that another course has, ignoring case. */
export async function refuseSameCourse(tx: Tx, institutionId: number, code: string, except?: number): Promise<void> {
  const same = await findDuplicate(tx, courses, courses.code, code, { institutionId, except });
  if (same) throw new ValidationError(...courseTaken(same)['courses_code']!);
}
