import { z } from 'zod';
import { checkbox, line, optionalLine } from '#kernel/schemas.ts';

const units = 'Give whole credit units between 0 and 60.';

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
  courses_institution_id_code_key: ['code', `Another one already has the code ${code}.`],
});
