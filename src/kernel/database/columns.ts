import { and, eq, sql, type AnyColumn, type SQL } from 'drizzle-orm';

/** Some columns of a table, or some fields of a row, by name. */
export const pick = <Row extends object, Name extends keyof Row>(row: Row, ...names: Name[]): Pick<Row, Name> =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;

interface Keyed {
  institutionId: AnyColumn;
  id: AnyColumn;
}

/** The row of a table with this id in this institution, for a condition or a join. */
export const hasKey = (table: Keyed, institutionId: AnyColumn | number, id: AnyColumn | number): SQL =>
  and(eq(table.institutionId, institutionId), eq(table.id, id))!;

/** An id for a row that no table holds, made of what tells it from others; JavaScript can hold it. */
export const idMadeOf = (text: SQL): SQL => sql`(hashtextextended(${text}, 0) & 9007199254740991)`;
