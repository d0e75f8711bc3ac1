import { Column, is, SQL, StringChunk, Table } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

/*
 * A select from one table, and `returning`, write columns without their table, also inside `sql` templates. In a subquery
 * such a column is the subquery's own, if it has one of the name, and the query silently answers something else. So while
 * tests run, every such query is refused: write the alias of the outer table by hand.
 */

type Field = { field: unknown };
interface Dialect {
  buildSelection(fields: Field[], how?: { isSingleTable?: boolean }): SQL;
}

/** The columns of a template that end up in a subquery without the table they mean. */
export function unqualifiedIn(template: SQL): string[] {
  const chunks = template.queryChunks;
  const inside = new Set(chunks.filter((chunk) => is(chunk, Table)));
  const found: string[] = [];
  /** For each open parenthesis, whether a query begins there. */
  const open: boolean[] = [];
  for (const chunk of chunks) {
    if (is(chunk, StringChunk)) {
      const text = chunk.value.join('');
      for (const { 0: sign, index } of text.matchAll(/[()]/g))
        if (sign === ')') open.pop();
        else open.push(/^\(\s*(select|with|values)\b/i.test(text.slice(index)));
    } else if (is(chunk, Column) && open.includes(true) && !inside.has(chunk.table)) found.push(chunk.name);
  }
  return found;
}

const dialect = PgDialect.prototype as unknown as Dialect & { isGuarded?: true };

/** Refuses such queries from here on. */
export function refuseUnqualifiedColumns(): void {
  if (dialect.isGuarded) return;
  dialect.isGuarded = true;
  const { buildSelection } = dialect;
  dialect.buildSelection = function build(fields, how) {
    for (const { field } of how?.isSingleTable ? fields : []) {
      const template = is(field, SQL.Aliased) ? field.sql : field;
      const [column] = is(template, SQL) ? unqualifiedIn(template) : [];
      if (column)
        throw new Error(
          `The column ${column} is written without its table in a subquery, and means the subquery’s own. Write the alias by hand.`,
        );
    }
    return buildSelection.call(this, fields, how);
  };
}
