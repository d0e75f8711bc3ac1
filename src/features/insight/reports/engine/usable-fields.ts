import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { termsOf } from '#kernel/contracts/terminology.ts';
import type {
  ReportContext,
  ReportField,
  ReportParts,
  ReportSubject,
  ReportJoin,
  ReportType,
} from '#kernel/contracts/report.ts';
import { isOneOf, type Db, query } from '#kernel/database.ts';
import { NotAllowed, orNotFound } from '#kernel/errors.ts';
import type { ListMeaning, ReportList } from '#kernel/contracts/report-list.ts';
import { cachedByKey } from '#kernel/cached-by-key.ts';
import type { FieldGroup, GroupPermissions } from '#kernel/contracts/field-groups.ts';
import { employeeGroups } from '#features/people/employees/employees.policy.ts';
import { guardianGroups } from '#features/people/guardians/guardians.policy.ts';
import { studentGroups } from '#features/people/students/students.policy.ts';

/** A field for one actor: its expressions are null wherever the actor may not see it. */
export interface UsableField extends Omit<ReportField, 'value' | 'code' | 'order' | 'thumbnail'> {
  value: SQL;
  code: SQL;
  order: SQL;
  orderAs: 'text' | 'number' | 'day' | 'yesNo';
  thumbnail: SQL | null;
  /** Its order is an expression of its own, not made from the value. */
  hasOwnOrder: boolean;
  /** Where it may be compared; null for everywhere in view. */
  where: SQL | null;
}

/** A subject for one actor. */
export interface Usable extends KnownSubject {
  context: ReportContext;
  /** The institutions of its rows. */
  institutionIds: number[];
  usable: ReadonlyMap<string, UsableField>;
  /** The labels of fields that exist, but not for this actor. */
  closed: ReadonlyMap<string, string>;
}

/** What the actor can use of a subject, with the institutions' own fields: one trip. */
export async function usableSubject(db: Db, context: ReportContext, parts: Required<ReportParts>, name: string) {
  const { subject } = knownSubject(parts, name);
  const custom = await customReportFields(db, context.actor, subject, context.wanted);
  return usableOf(context, parts, name, custom);
}

/** The same without the institutions' own fields, and without a trip. */
export function usableOf(
  context: ReportContext,
  parts: Required<ReportParts>,
  name: string,
  custom: readonly CustomReportField[] = [],
): Usable {
  const known = knownSubject(parts, name);
  const { subject } = known;
  const institutionIds = institutionsInView(context.actor, context.wanted, ...subject.seeing);
  if (institutionIds.length === 0) throw new NotAllowed();
  const usable = new Map<string, UsableField>();
  const closed = new Map<string, string>();
  for (const field of [...known.fields, ...custom]) {
    const allowed = allowedIn(context.actor, field).filter((id) => institutionIds.includes(id));
    const label = labelIn(context.actor, institutionIds, field);
    if (allowed.length === 0) closed.set(field.key, label);
    else usable.set(field.key, usableField(context, subject, { ...field, label }, { allowed, institutionIds }));
  }
  return { ...known, fields: [...known.fields, ...custom], context, institutionIds, usable, closed };
}

function allowedIn(actor: Actor, { needs, ...field }: ReportField | CustomReportField): number[] {
  const allowed = needs ? institutionsWhere(actor, ...[needs].flat()) : actor.institutions.map(({ id }) => id);
  return 'institution' in field ? allowed.filter((id) => id === field.institution) : allowed;
}

/** The institution's own term, if all in view use the same. */
function labelIn(actor: Actor, institutionIds: number[], { label, word }: ReportField): string {
  if (!word) return label;
  const terms = new Set(institutionIds.map((id) => termsOf(membershipIn(actor, id)!.terminology)[word]));
  return terms.size === 1 ? [...terms][0]! : label;
}

function usableField(
  context: ReportContext,
  subject: ReportSubject,
  field: ReportField,
  { allowed, institutionIds }: { allowed: number[]; institutionIds: number[] },
): UsableField {
  const where = allowed.length === institutionIds.length ? null : isOneOf(subject.institutionId, allowed);
  const guarded = (expression: SQLWrapper): SQL =>
    where ? sql`(case when ${where} then ${expression} end)` : sql`(${expression})`;
  const value = guarded(typeof field.value === 'function' ? field.value(context) : field.value);
  const { order: declared } = field;
  return {
    ...field,
    value,
    where,
    code: field.code ? guarded(field.code) : value,
    thumbnail: field.thumbnail ? guarded(field.thumbnail) : null,
    order: declared ? guarded(declared.by) : isText(field) ? sql`lower(${value})` : value,
    orderAs: declared?.as ?? orderAs(field),
    hasOwnOrder: Boolean(declared),
  };
}

const isText = ({ type }: ReportField) => type === 'text' || type === 'choice' || type === 'photo';
const orderAs = (field: ReportField): UsableField['orderAs'] => {
  if (isText(field)) return 'text';
  return field.type === 'day' ? 'day' : field.type === 'yesNo' ? 'yesNo' : 'number';
};

/** A key that rows are sorted by. */
export interface SortKey {
  by: SQL;
  as: UsableField['orderAs'];
  descending: boolean;
  /** The usual order of a subject has no nulls, so that its index gives the order. */
  isNeverNull: boolean;
}

/** Keys that keep the rows of one value together: Ada and ADA are sorted alike, but are two groups. */
export function keysOfGroup({ type, value, order, orderAs }: UsableField, descending: boolean): SortKey[] {
  const byText = { by: value, as: 'text' as const, descending, isNeverNull: false };
  if (type === 'text') return [{ ...byText, by: sql`lower(${value})` }, byText];
  const byOrder = { by: order, as: orderAs, descending, isNeverNull: false };
  return type === 'choice' ? [byOrder, byText] : [byOrder];
}

/** Rows that are made one have no order of their own: they are sorted by what they show. */
export const byFirstColumns = (columns: UsableField[]) =>
  columns
    .filter(({ isOnlyShown }) => !isOnlyShown)
    .slice(0, 3)
    .map(({ key }) => ({ field: key, descending: false }));

const leastOf = { text: 'min', number: 'min', day: 'min', yesNo: 'bool_and' } as const;
const mostOf = { text: 'max', number: 'max', day: 'max', yesNo: 'bool_or' } as const;

/** The key that comes first in the order, of rows that are made one. */
export const firstOfKeys = ({ as, descending, isNeverNull }: SortKey, key: SQL): SQL =>
  sql`${sql.raw((descending ? mostOf : leastOf)[as])}(${key}${as === 'text' && !isNeverNull ? sql` collate "C"` : sql``})`;

/** A subject with all that features say of it. */
interface KnownSubject {
  subject: ReportSubject;
  fields: readonly ReportField[];
  joins: ReadonlyMap<string, ReportJoin>;
}

/** All subjects by name. Names from a request are looked up here and never reach a statement. */
export const reportRegistry = cachedByKey((parts: Required<ReportParts>): ReadonlyMap<string, KnownSubject> => {
  const known = new Map<string, KnownSubject>();
  for (const subject of parts.subjects) {
    if (known.has(subject.name)) throw new Error(`Two features declare the report subject ${subject.name}.`);
    const fields = parts.fields.filter((field) => field.subject === subject.name);
    const joins = parts.joins.filter((join) => join.subject === subject.name);
    const subjectOf = { subject, fields, joins: new Map(joins.map((join) => [join.name, join])) };
    refuseUnknown(subjectOf);
    known.set(subject.name, subjectOf);
  }
  for (const list of parts.lists) refuseUnknownIn(list, known.get(list.subject));
  return known;
});

export function knownSubject(parts: Required<ReportParts>, name: string): KnownSubject {
  const found = reportRegistry(parts).get(name);
  return orNotFound(found, 'kind of report');
}

/** What would fail at the first report is refused at the start. */
function refuseUnknown({ subject, fields, joins }: KnownSubject): void {
  const keys = new Set<string>();
  const refuse = (what: string) => {
    throw new Error(`Reports about ${subject.many}: ${what}.`);
  };
  for (const { key, joins: needed = [] } of fields) {
    if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(key) || key.startsWith('custom_')) refuse(`${key} is no key of a field`);
    if (keys.has(key)) refuse(`two fields have the key ${key}`);
    keys.add(key);
    for (const name of needed) if (!joins.has(name)) refuse(`${key} needs the join ${name}, which nobody declares`);
  }
  for (const { name, after = [] } of joins.values())
    for (const before of after)
      if (!joins.has(before)) refuse(`the join ${name} needs ${before}, which nobody declares`);
  for (const key of subject.usual) if (!keys.has(key)) refuse(`the usual field ${key} is not declared`);
}

/** The same for lists that are saved as reports. */
function refuseUnknownIn({ name, always = [], ...list }: ReportList, subject: KnownSubject | undefined): void {
  if (!subject) throw new Error(`The list ${name} is about ${list.subject}, which nobody declares.`);
  const known = new Set(subject.fields.map(({ key }) => key));
  const named = [
    ...always.map(({ field }) => field),
    ...Object.values(list.filters).flatMap(fieldsIn),
    ...Object.values(list.columns).flat(),
    ...Object.values(list.sorts ?? {}).flatMap((fields) => fields.map((field) => field.replace(/^-/, ''))),
  ];
  for (const field of named)
    if (!known.has(field)) throw new Error(`The list ${name} names the field ${field}, which reports don’t have.`);
}

function fieldsIn(meaning: ListMeaning): string[] {
  if (typeof meaning === 'string') return [meaning];
  if ('field' in meaning) return [meaning.field, ...(meaning.otherwise ?? []).map(({ field }) => field)];
  if ('left' in meaning) return [];
  return [...Object.values(meaning.rules), meaning.otherwise ?? []].flat().map(({ field }) => field);
}

type FieldType = 'text' | 'number' | 'date' | 'choice' | 'multi_choice' | 'yes_no';

interface CustomRow {
  institutionId: number;
  id: number;
  label: string;
  type: FieldType;
  fieldGroup: FieldGroup;
}

const types: Record<FieldType, ReportType> = {
  text: 'text',
  number: 'number',
  date: 'day',
  choice: 'choice',
  multi_choice: 'text',
  yes_no: 'yesNo',
};
const groupsOf: Record<NonNullable<ReportSubject['person']>, GroupPermissions> = {
  student: studentGroups,
  employee: employeeGroups,
  guardian: guardianGroups,
};

/** The institutions' own fields of a person as fields of reports. Retired ones and files are skipped. */
export async function customReportFields(db: Db, actor: Actor, subject: ReportSubject, wanted: number | undefined) {
  const { person } = subject;
  const institutionIds = institutionsInView(actor, wanted, ...subject.seeing);
  if (!person || institutionIds.length === 0) return [];
  const rows = await query<CustomRow>(db)`
    select f.institution_id as "institutionId", f.id, f.label, f.type, f.field_group as "fieldGroup"
    from custom_fields f where ${isOneOf(sql`f.institution_id`, institutionIds)} and f.entity = ${person}
      and f.retired_at is null and f.type <> 'file' order by f.institution_id, f.position, f.id limit 400`;
  return rows.map((row) => fieldOf(subject, row));
}

/** A field of one institution: elsewhere it is empty. */
export interface CustomReportField extends ReportField {
  institution: number;
}

function fieldOf(subject: ReportSubject, { institutionId, id, label, type, fieldGroup }: CustomRow): CustomReportField {
  const owner = sql.raw(`${subject.person!}_id`);
  const rows = sql`custom_values v where v.institution_id = ${subject.institutionId} and v.field_id = ${id}
    and v.${owner} = ${subject.id}`;
  const chosen = sql`(select string_agg(o.label, '; ' order by o.position, o.id) from custom_field_options o
    where (o.institution_id, o.id) in (select v.institution_id, v.option_id from ${rows}))`;
  const values = {
    text: sql`(select v.text_value from ${rows})`,
    number: sql`(select v.number_value from ${rows})`,
    date: sql`(select v.date_value from ${rows})`,
    yes_no: sql`(select v.yes_value from ${rows})`,
    choice: chosen,
    multi_choice: chosen,
  };
  return {
    subject: subject.name,
    key: `custom_${id}`,
    label,
    group: 'custom',
    institution: institutionId,
    type: types[type],
    value: values[type],
    ...(type === 'choice' && {
      code: sql`(select v.option_id::text from ${rows})`,
      options: () => sql`select o.id::text as value, o.label from custom_field_options o
        where o.institution_id = ${institutionId} and o.field_id = ${id} order by o.position, o.id`,
    }),
    ...(fieldGroup !== 'general' && {
      needs: groupsOf[subject.person!][fieldGroup],
      restriction: fieldGroup,
    }),
  };
}
