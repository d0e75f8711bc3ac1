import { sql, type SQL } from 'drizzle-orm';
import { ValidationError } from '#kernel/errors.ts';
import { isDay } from '#kernel/dates.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { query, render, type Db } from '#kernel/database.ts';
import { cellsOf } from '#kernel/export/export-table.ts';
import { joinsFor, named, orderOf, type CompiledReport } from './compile.ts';
import { type SortKey, firstOfKeys, type UsableField } from './usable-fields.ts';

export interface ReportRow {
  /** Null where equal rows were made one. */
  id: number | null;
  institutionId: number;
  name: string | null;
  /** The value of the group that the row is in; undefined without groups. */
  group?: ReportCell;
  cells: ReportCell[];
}

type Keys = (string | null)[];
interface Position {
  keys: Keys;
  id: number;
}
interface Found {
  id: number;
  institutionId: number;
  name: string | null;
  group: ReportCell;
  cells: ReportCell[];
  keys: Keys;
}

const pageSize = 50;

/** One page of a report, and the address parameter of the next one. */
export async function reportPage(db: Db, compiled: CompiledReport, after?: string) {
  const { group, definition } = compiled;
  const position = readPosition(compiled.sort, after);
  const { rows, isMore } = await bounded(
    pageSize,
    async (most) => await query<Found>(db, render(pageStatement(compiled, { most, position }))),
  );
  return {
    rows: rows.map(({ id, institutionId, name, cells, group: heading }): ReportRow => ({
      id: definition.distinct ? null : Number(id),
      institutionId,
      name: definition.distinct ? null : name,
      cells,
      ...(group && { group: heading }),
    })),
    after: isMore ? writePosition(rows.at(-1)!) : null,
  };
}

/** The rows are found by their keys alone, then their cells are made: what is not on the page costs nothing. */
function pageStatement(compiled: CompiledReport, { most, position }: { most: number; position: Position | null }): SQL {
  const { usable, columns, sort, group } = compiled;
  const { subject } = usable;
  const key = (at: number) => sql.raw(`found.k${at}`);
  const texts = sort.map((_, at) => sql`${key(at)}::text`);
  return sql`select found.id, found.institution_id as "institutionId", ${subject.rowName} as name,
      ${group ? sql`to_jsonb(${shownCell(group)})` : sql`null`} as "group",
      json_build_array(${sql.join(columns.map(shownCell), sql`, `)}) as cells, json_build_array(${sql.join(texts, sql`, `)}) as keys
    from (${foundRows(compiled, { most, position })}) found
    join ${subject.from} on (${subject.institutionId}, ${subject.id}) = (found.institution_id, found.id)
    ${joinsFor(usable, group ? [...columns, group] : columns)}
    order by ${sql.join([...orderOf(sort, key), sql`found.id`], sql`, `)}`;
}

/** All rows for a file, each with its cells as one JSON text. */
export function rowsOfFile(compiled: CompiledReport, cells: SQL[]): SQL {
  const { usable, columns, sort, group } = compiled;
  const { subject } = usable;
  return sql`select found.institution_id as "institutionId", ${cellsOf(cells)}
    from (${foundRows(compiled, { most: null })}) found
    join ${subject.from} on (${subject.institutionId}, ${subject.id}) = (found.institution_id, found.id)
    ${joinsFor(usable, group ? [...columns, group] : columns)}
    order by ${sql.join([...orderOf(sort, (at) => sql.raw(`found.k${at}`)), sql`found.id`], sql`, `)}`;
}

/** The ids and sort keys of the rows of a report, in order. */
export function foundRows(
  compiled: CompiledReport,
  { most, position = null }: { most: number | null; position?: Position | null },
): SQL {
  const { usable, sort, where, narrowing, definition } = compiled;
  const { subject } = usable;
  const isGrouped = definition.distinct;
  const all = sort.map(({ by }) => by);
  const base = isGrouped
    ? equalRows(compiled)
    : sql`select ${subject.institutionId} as institution_id, ${subject.id} as id, ${sql.join(named('k', all), sql`, `)}
        from ${subject.from} ${joinsFor(usable, narrowing)} where ${where}`;
  const ownOrder = sql.join([...orderOf(sort, (at) => all[at]!), sql`${subject.id}`], sql`, `);
  const keyOrder = sql.join([...orderOf(sort, (at) => sql.raw(`k${at}`)), sql`id`], sql`, `);
  const { limit } = definition;
  const limited = (count: number | null) => (count === null ? sql`` : sql`limit ${count}`);
  // The first so many rows are those before a page is taken.
  const whole = limit === null ? base : sql`${base} order by ${isGrouped ? keyOrder : ownOrder} ${limited(limit)}`;
  if (position === null && limit === null && !isGrouped) return sql`${base} order by ${ownOrder} ${limited(most)}`;
  const behind = position ? sql`where ${isBehind(sort, position)}` : sql``;
  return sql`select * from (${whole}) whole ${behind} order by ${keyOrder} ${limited(most)}`;
}

const casts = { text: sql`::text`, number: sql`::numeric`, day: sql`::date`, yesNo: sql`::boolean` };

/** Rows behind a position: after it in the first key, or equal in it and after it in the others. Nulls are last. */
function isBehind(sort: readonly SortKey[], { keys, id }: Position): SQL {
  const behind = sort.reduceRight(
    (behind, { as, descending }, at) => {
      const key = as === 'text' ? sql.raw(`k${at} collate "C"`) : sql.raw(`k${at}`);
      const last = keys[at]!;
      if (last === null) return sql`(${key} is null and ${behind})`;
      const value = sql`${last}${casts[as]}`;
      const beyond = descending ? sql`${key} < ${value}` : sql`${key} > ${value}`;
      return sql`(${beyond} or ${key} is null or (${key} = ${value} and ${behind}))`;
    },
    sql`id > ${id}`,
  );
  const [first] = sort;
  if (!first!.isNeverNull) return behind;
  // Where an index has the order, it is entered at the position.
  const bound = sql`${keys[0]!}${casts[first!.as]}`;
  return sql`${first!.descending ? sql`k0 <= ${bound}` : sql`k0 >= ${bound}`} and ${behind}`;
}

const writePosition = ({ keys, id }: { keys: Keys; id: number }) =>
  Buffer.from(JSON.stringify([keys, Number(id)])).toString('base64url');

const isKey: Record<SortKey['as'], (key: string) => boolean> = {
  text: (key) => !key.includes('\0'),
  number: (key) => /^-?\d{1,30}(\.\d{1,40})?$/.test(key),
  day: isDay,
  yesNo: (key) => key === 'true' || key === 'false',
};

function readPosition(sort: readonly SortKey[], after: string | undefined): Position | null {
  if (!after) return null;
  try {
    const [keys, id] = JSON.parse(Buffer.from(after, 'base64url').toString()) as [unknown, unknown];
    if (Array.isArray(keys) && keys.length === sort.length && Number.isSafeInteger(id)) {
      const isValid = sort.every(
        ({ as }, at) => keys[at] === null || (typeof keys[at] === 'string' && isKey[as](keys[at])),
      );
      if (isValid) return { keys: keys as Keys, id: id as number };
    }
  } catch {
    // Continues to the refusal below.
  }
  throw new ValidationError('after', 'This position in the report is not valid. Start from the top.');
}

export type ReportCell = string | number | boolean | null;

/** A cell as JSON on a page: money in minor units, days as yyyy-mm-dd. */
export const shownCell = ({ type, value }: UsableField): SQL =>
  type === 'number' ? sql`trim_scale(${value}::numeric)` : value;

/** A cell as a file has it: money with its decimals, yes and no as words. */
export function fileCell({ type, value }: UsableField): SQL {
  if (type === 'money') return sql`round(${value} / 100.0, 2)`;
  if (type === 'yesNo') return sql`case when ${value} then 'Yes' when not ${value} then 'No' end`;
  return type === 'number' ? sql`trim_scale(${value}::numeric)` : value;
}

/**
 * Rows that show the same are made one, each in its institution. Grouped by names: an expression with a value in it is
 * another one each time that it is written.
 */
function equalRows({ usable, columns, group, sort, where, narrowing }: CompiledReport): SQL {
  const { subject } = usable;
  const shown = group ? [...columns, group] : columns;
  const all = named(
    'key',
    sort.map(({ by }) => by),
  );
  const values = named(
    'v',
    shown.map(({ value }) => value),
  );
  const keys = named(
    'k',
    sort.map((key, at) => firstOfKeys(key, sql.raw(`key${at}`))),
  );
  return sql`select * from (select institution_id, min(id) as id, ${sql.join(keys, sql`, `)}
    from (select ${subject.institutionId} as institution_id, ${subject.id} as id, ${sql.join([...all, ...values], sql`, `)}
      from ${subject.from} ${joinsFor(usable, [...narrowing, ...shown])} where ${where}) every
    group by ${sql.join([sql`institution_id`, ...shown.map((_, at) => sql.raw(`v${at}`))], sql`, `)}) distinct_rows`;
}

/** How many rows a report has; counting stops above `most`. */
export async function countRows(db: Db, compiled: CompiledReport, most: number | null = null): Promise<number> {
  const { limit } = compiled.definition;
  const bounds = [limit, most === null ? null : most + 1].filter((bound) => bound !== null);
  const bounded = bounds.length > 0 ? sql`limit ${Math.min(...bounds)}` : sql``;
  const [found] = await query<{ count: number }>(db)`
    select count(*)::int as count from (${everyRow(compiled)} ${bounded}) every`;
  return found!.count;
}

/** In no order, which costs nothing. */
function everyRow(compiled: CompiledReport): SQL {
  const { usable, where, narrowing, definition } = compiled;
  if (definition.distinct) return equalRows(compiled);
  return sql`select 1 from ${usable.subject.from} ${joinsFor(usable, narrowing)} where ${where}`;
}
