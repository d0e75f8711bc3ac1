import type { Conditions, RuleContent } from './rule-content.ts';

type Courses = readonly { id: number; title: string }[];

const number = (hundredths: number) => String(hundredths / 100);

/** 'Average 50 · English Language and Mathematics passed with 50 · 6 passes' */
function conditionsInWords(
  { averageAtLeast, compulsory, passesAtLeast, passAt, attendanceAtLeast, feesPaid }: Conditions,
  courses: Courses,
): string {
  const named = compulsory.map((id) => courses.find((course) => course.id === id)?.title ?? 'a course');
  const mark = passAt === null ? '' : ` at ${number(passAt)}`;
  return [
    averageAtLeast !== null && `Average ${number(averageAtLeast)}`,
    named.length > 0 && `${listed(named)} passed${mark}`,
    passesAtLeast !== null && `${passesAtLeast} passes${named.length > 0 ? '' : mark}`,
    attendanceAtLeast !== null && `Attendance ${number(attendanceAtLeast)}%`,
    feesPaid && 'No fees owed',
  ]
    .filter(Boolean)
    .join(' · ');
}

const listed = (names: string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0];

/** A rule in one line. */
export const ruleInWords = ({ promote, onTrial }: RuleContent, courses: Courses): string =>
  [conditionsInWords(promote, courses), onTrial && `on trial: ${conditionsInWords(onTrial, courses)}`]
    .filter(Boolean)
    .join('; ');
