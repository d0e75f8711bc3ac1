import type { ListMeaning, ReportList } from '#kernel/contracts/report-list.ts';
import type { ReportField, ReportJoin, ReportParts, ReportSubject } from '#kernel/contracts/report.ts';
import { NotFound } from '#kernel/errors.ts';
import { cachedByKey } from '#kernel/cached-by-key.ts';

/** A subject with all that features say of it. */
export interface KnownSubject {
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
  if (!found) throw new NotFound('kind of report');
  return found;
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
