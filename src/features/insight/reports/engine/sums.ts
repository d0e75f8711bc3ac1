import { sql, type SQL } from 'drizzle-orm';
import { render, type Db, query } from '#kernel/database.ts';
import { foundRows, shownCell, type ReportCell } from './rows.ts';
import { joinsFor, named, orderOf, type CompiledReport } from './compile.ts';
import { firstOfKeys, type UsableField } from './usable-fields.ts';

/** The number of rows, and a sum below each column that can be summed; null below others. */
export interface Sums {
  rows: number;
  cells: (number | null)[];
}
export interface GroupSums extends Sums {
  group: ReportCell;
}

export const isSummed = ({ type, isSummed: declared }: UsableField): boolean => type === 'money' || Boolean(declared);

/** More groups than a page can head are counted, not listed. */
export const mostGroups = 1000;

/** The totals of the whole report. */
export async function reportTotals(db: Db, compiled: CompiledReport): Promise<Sums> {
  const rows = await query<{ rows: number; cells: (number | null)[] }>(db, render)`
    select count(*)::int as rows, json_build_array(${sums(compiled, ({ value }) => value)}) as cells
    from ${everyRow(compiled)}`;
  return rows[0]!;
}

/** The subtotals of each group, in the order of the report. */
export async function groupSums(db: Db, compiled: CompiledReport): Promise<GroupSums[]> {
  const { group, columns, groupSort } = compiled;
  if (!group) return [];
  const places = named(
    'place',
    groupSort.map(({ by }) => by),
  );
  const order = orderOf(groupSort, (at) => firstOfKeys(groupSort[at]!, sql.raw(`place${at}`)));
  const values = columns.flatMap((column, at) =>
    isSummed(column) ? sql`${column.value} as ${sql.raw(`c${at}`)}` : [],
  );
  const inner = sql.join([sql`${shownCell(group)} as heading`, ...places, ...values], sql`, `);
  const rows = await query<GroupSums>(db, render)`select to_jsonb(heading) as "group", count(*)::int as rows,
      json_build_array(${sums(compiled, (_, at) => sql.raw(`c${at}`))}) as cells
    from (select ${inner} from ${everyRow(compiled)}) every
    group by heading order by ${sql.join(order, sql`, `)} limit ${mostGroups}`;
  return rows;
}

const sums = ({ columns }: CompiledReport, value: (column: UsableField, at: number) => SQL): SQL =>
  sql.join(
    columns.map((column, at) => (isSummed(column) ? sql`sum(${value(column, at)})` : sql`null`)),
    sql`, `,
  );

/** All rows with the joins of their columns; only a limit or equal rows make them a query of their own. */
function everyRow(compiled: CompiledReport): SQL {
  const { usable, columns, group, narrowing, where, definition } = compiled;
  const { subject } = usable;
  const summed = columns.filter(isSummed);
  const shown = group ? [...summed, group] : summed;
  if (!definition.distinct && definition.limit === null)
    return sql`${subject.from} ${joinsFor(usable, [...narrowing, ...shown])} where ${where}`;
  return sql`(${foundRows(compiled, { most: null })}) found
    join ${subject.from} on (${subject.institutionId}, ${subject.id}) = (found.institution_id, found.id)
    ${joinsFor(usable, shown)}`;
}
