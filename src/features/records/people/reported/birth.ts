import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { ReportContext, ReportField } from '#kernel/contracts/report.ts';
import { fieldsIn, fixedChoice, todayIn } from '#kernel/contracts/report-fields.ts';
import type { Guard, ReportedPerson } from './person.ts';

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July'];
const monthLabels = Object.fromEntries(
  [...months, 'August', 'September', 'October', 'November', 'December'].map((month, at) => [String(at + 1), month]),
);

/** Age and birthdays, of those whose day of birth is known. */
export function birthFields(
  { subject, table }: ReportedPerson,
  birthDate: SQLWrapper,
  { group, birthday, ...guard }: { group: string; birthday: string } & Guard,
): ReportField[] {
  const today = (context: ReportContext) => todayIn(context, table.institutionId);
  const own = fieldsIn(subject, group, guard);
  const days = fieldsIn(subject, birthday, guard);
  const month = fixedChoice(sql`date_part('month', ${birthDate})::int`, monthLabels);
  return [
    own.day('birth_date', 'Date of birth', birthDate, { width: 13 }),
    own.number('age', 'Age', (context) => sql`date_part('year', age(${today(context)}, ${birthDate}))::int`, {
      width: 6,
    }),
    days.choice('birthday_month', 'Month of birth', month.value, { ...month.more, isId: true, width: 12 }),
    days.day('next_birthday', 'Next birthday', (context) => nextBirthday(birthDate, today(context)), { width: 13 }),
  ];
}

/** Today or later; on 28 February for those born on 29 February, unless it is a leap year. */
function nextBirthday(birthDate: SQLWrapper, today: SQL): SQL {
  const year = sql`date_part('year', ${today}) - date_part('year', ${birthDate})`;
  const inYears = (years: SQL) => sql`(${birthDate} + make_interval(years => (${years})::int))::date`;
  return sql`case when ${inYears(year)} >= ${today} then ${inYears(year)} else ${inYears(sql`${year} + 1`)} end`;
}
