import { and, asc, eq, inArray, ne, sql, type SQL } from 'drizzle-orm';
import { bounded } from '#kernel/database/bounded.ts';
import { choicesShown, type Choice, type Choices } from '#kernel/choices.ts';
import type { Db } from '#kernel/database.ts';
import { listName, textName } from '#ui/format.ts';
import { employees, findableEmployees } from './people.schema.ts';
import { matches, patternsOf } from './search-patterns.ts';
import type { Choosing } from './serve-choices.ts';
import { wordsIn } from './search-words.ts';
import { worksHere } from './works-here.ts';

type Table = typeof employees | typeof findableEmployees;

const columns = (table: Table) => ({
  id: table.id,
  surname: table.surname,
  firstName: table.firstName,
  middleName: table.middleName,
  employeeNumber: table.employeeNumber,
  jobTitle: table.jobTitle,
});

/** Name and number, the only values searched: users who choose an employee need not see phone numbers. */
const shownText = (table: Table): SQL =>
  sql`akada_searchable(concat_ws(' ', ${table.surname}, ${table.firstName}, ${table.middleName}, ${table.employeeNumber}))`;

/** Current employees whose name or number contains every word, by name. */
export async function employeeChoices(
  db: Db,
  { institutionIds, q, except }: Pick<Choosing, 'institutionIds' | 'q' | 'except'>,
): Promise<Choices> {
  const patterns = patternsOf(wordsIn(q));
  // LIKE can use its index only through the view.
  const table: Table = patterns.length ? findableEmployees : employees;
  const { rows, isMore } = await bounded(choicesShown, (limit) =>
    db
      .select(columns(table))
      .from(table)
      .where(
        and(
          inArray(table.institutionId, institutionIds),
          worksHere(table),
          except === undefined ? undefined : ne(table.id, except),
          ...patterns.flatMap((some) => [matches(table.searchText, some), matches(shownText(table), some)]),
        ),
      )
      .orderBy(asc(table.sortName), asc(table.id))
      .limit(limit),
  );
  return { choices: rows.map(choiceOf), isMore };
}

/** The employees already selected in a form, including any who have left since. */
export async function chosenEmployees(db: Db, institutionId: number, ids: number[]): Promise<Choice[]> {
  const rows = await db
    .select(columns(employees))
    .from(employees)
    .where(and(eq(employees.institutionId, institutionId), inArray(employees.id, ids)))
    .orderBy(asc(employees.sortName), asc(employees.id));
  return rows.map(choiceOf);
}

const choiceOf = (row: {
  id: number;
  surname: string;
  firstName: string;
  middleName: string | null;
  employeeNumber: string;
  jobTitle: string | null;
}): Choice => ({
  value: String(row.id),
  label: listName(row),
  name: textName(row),
  hint: [row.employeeNumber, row.jobTitle].filter(Boolean).join(' · '),
});
