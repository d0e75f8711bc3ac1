import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { institutionsInView } from '../actor.ts';
import { isOneOf } from '../database/statements.ts';
import type { Permission } from '../permissions.ts';
import type { ReportContext, ReportField, ReportSubject, ReportType } from './report.ts';

/** The parts of a subject whose rows are those of a table, the latest first, for users with one of the permissions. */
export const latestOf = (
  table: SQLWrapper & Record<'id' | 'institutionId', SQLWrapper>,
  seeing: readonly Permission[],
): Omit<
  ReportSubject,
  'name' | 'label' | 'one' | 'many' | 'place' | 'rowName' | 'exporting' | 'href' | 'groups' | 'usual'
> => ({
  seeing,
  from: sql`${table}`,
  id: table.id,
  institutionId: table.institutionId,
  order: table.id,
  orderAs: 'number',
  isDescending: true,
  visible: (actor, wanted) =>
    institutionsInView(actor, wanted, ...seeing).map((id) => sql`${table.institutionId} = ${id}`),
});

type More = Partial<Omit<ReportField, 'subject' | 'key' | 'label' | 'type' | 'value'>>;
type Declare = (key: string, label: string, value: ReportField['value'], more?: More) => ReportField;

/** Declares fields of a subject that share a group, and perhaps a permission or a join: one line each. */
export function fieldsIn(subject: string, group: string, common: More = {}) {
  const declare =
    (type: ReportType): Declare =>
    (key, label, value, more) => ({ subject, key, label, group, type, value, ...common, ...more });
  return {
    text: declare('text'),
    choice: declare('choice'),
    number: declare('number'),
    money: declare('money'),
    day: declare('day'),
    yesNo: declare('yesNo'),
    photo: declare('photo'),
  };
}

/** A choice of fixed values in a column: shown with their labels, in the order in which these are written. */
export function fixedChoice(column: SQLWrapper, labels: Readonly<Record<string, string>>) {
  const keys = Object.keys(labels);
  const at = (key: string) => sql.raw(`'${key}'`);
  const cases = keys.map((key) => sql`when ${at(key)} then ${sql.raw(`'${labels[key]!.replaceAll("'", "''")}'`)}`);
  const places = keys.map((key, place) => sql`when ${at(key)} then ${sql.raw(String(place))}`);
  return {
    value: sql`case ${column} ${sql.join(cases, sql` `)} end`,
    more: {
      code: column,
      options: labels,
      order: { by: sql`case ${column} ${sql.join(places, sql` `)} end`, as: 'number' as const },
    },
  };
}

/** A time of day as people read it, sorted by the clock. */
export const timeOfDay = (column: SQLWrapper) => ({
  value: sql`to_char(${column}, 'HH12:MI am')`,
  more: { order: { by: sql`to_char(${column}, 'HH24:MI')`, as: 'text' as const }, width: 10 },
});

/** Rows of the institutions in view in which the actor has one of the permissions. */
export const inView = (column: SQLWrapper, { actor, wanted }: ReportContext, permissions: readonly Permission[]): SQL =>
  isOneOf(column, institutionsInView(actor, wanted, ...permissions));

/**
 * Today by the clock of a row's institution; without a look at the row where all in view have the same. A query of its
 * own, which is asked once for a statement and not for each row.
 */
export function todayIn({ actor, wanted }: ReportContext, institutionId: SQLWrapper): SQL {
  const zones = new Set(
    actor.institutions.flatMap(({ id, timeZone }) => (wanted === undefined || wanted === id ? timeZone : [])),
  );
  return zones.size === 1
    ? sql`(select (now() at time zone ${[...zones][0]!})::date)`
    : sql`(select (now() at time zone z.time_zone)::date from institutions z where z.id = ${institutionId})`;
}
