import { z } from 'zod';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { type Choices, choicesShown, type Choice } from '#kernel/choices.ts';
import type { Db } from '#kernel/database.ts';
import type { Permission } from '#kernel/permissions.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { and, asc, eq, inArray, ne, sql, type SQL, isNull } from 'drizzle-orm';
import { bounded } from '#kernel/database/bounded.ts';
import { listName, textName } from '#ui/format.ts';
import { employees, findableEmployees } from './people.schema.ts';
import { matches, patternsOf, wordsIn } from './search-patterns.ts';

export const AskedChoices = z.object({
  institution_id: queryParam(id),
  q: z.string().trim().max(100).default(''),
  /** The record that the form is about, which can't be chosen. */
  except: queryParam(id),
});

export interface Choosing {
  actor: Actor;
  /** The institutions in view in which the user has the permission. */
  institutionIds: number[];
  /** The institution in view, if there is only one. */
  institutionId: number | undefined;
  q: string;
  except: number | undefined;
}

/**
 * The search behind a `SearchSelectField` or a filter with `search`. It requires the permission of its form or list, in
 * the same institution, so that users find only people whom they could choose there. The query returns at most
 * `choicesShown`, and whether there are more.
 */
export function serveChoices(
  app: App,
  path: string,
  permission: Permission,
  find: (db: Db, choosing: Choosing) => Promise<Choices>,
): void {
  app.get(
    path,
    { config: { ...may(permission), isHeavy: true }, schema: { querystring: AskedChoices } },
    async (request, reply) => {
      const { institution_id, q, except } = request.query as z.infer<typeof AskedChoices>;
      const found = await request.read(async (db, actor) =>
        find(db, {
          actor,
          q,
          except,
          institutionId: institution_id,
          institutionIds: institutionsInView(actor, institution_id, permission),
        }),
      );
      return reply.send(found);
    },
  );
}

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

/** Current employees: not former, merged or erased. */
export const worksHere = (table: typeof employees | typeof findableEmployees = employees): SQL =>
  and(isNull(table.leftOn), isNull(table.mergedIntoId), isNull(table.anonymisedAt))!;

/** The same for a table `e` in a statement. */
export const eWorksHere: SQL = sql`e.left_on is null and e.merged_into_id is null and e.anonymised_at is null`;
