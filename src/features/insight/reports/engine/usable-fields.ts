import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { wordsOf } from '#kernel/contracts/terminology.ts';
import type { ReportContext, ReportField, ReportParts, ReportSubject } from '#kernel/contracts/report.ts';
import { isOneOf, type Db } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { customReportFields, type CustomReportField } from './custom-report-fields.ts';
import { knownSubject, type KnownSubject } from './registry.ts';

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
export async function usableSubject(
  db: Db,
  context: ReportContext,
  parts: Required<ReportParts>,
  name: string,
): Promise<Usable> {
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
  const terms = new Set(institutionIds.map((id) => wordsOf(membershipIn(actor, id)!.terminology)[word]));
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
