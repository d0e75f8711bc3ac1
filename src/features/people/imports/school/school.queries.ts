import { and, eq, sql, asc, isNull } from 'drizzle-orm';
import { institutions } from '#kernel/identity.schema.ts';
import { searchable } from '#kernel/searchable.ts';
import { withTable } from '#kernel/database/with-table.ts';
import { today, type Day } from '#kernel/dates.ts';
import { NotFound } from '#kernel/errors.ts';
import { fieldGroups } from '#kernel/contracts/field-groups.ts';
import { fieldsFor } from '#features/records/custom-fields/custom-fields.queries.ts';
import { loadGazetteer } from '#features/records/geography/geography.queries.ts';
import { lists, type ListKey } from '#features/records/lookups/lookups.schema.ts';
import { termsOf as institutionWords, type Terminology } from '#kernel/contracts/terminology.ts';
import { batchIndex } from '../engine/batch-index.ts';
import { kinds } from '../kinds/all.ts';
import type { ImportKind } from '../kinds/kind-labels.ts';
import type { Kind, School } from '../kinds/kind.ts';
import { query, render, type Db, hasKey } from '#kernel/database.ts';
import { academicSessions, batches, classes } from '#features/school/structure/structure.schema.ts';
import { students } from '#features/people/students/students.schema.ts';
import { squeeze, clean } from '../engine/headers.ts';
import { type Fields, type Surroundings, type Field, listsOf } from '../engine/field.ts';
import { plainDecimal } from '#kernel/notation.ts';
import type { CustomField } from '#kernel/contracts/custom-field.ts';
import { parseCustomCell } from '#features/records/custom-fields/read-custom-value.ts';
import { readDate } from '../engine/read-date.ts';

/** The data that a file's values are looked up in: the institution's lists, custom fields and open batches, and all places. */
export async function loadSchool(db: Db, institutionId: number, importKind: ImportKind): Promise<School> {
  const kind = kinds[importKind];
  const [[institution], openBatches, [session], places, listWords, own] = await Promise.all([
    db
      .select({
        countryId: institutions.countryId,
        timeZone: institutions.timeZone,
        currency: institutions.currency,
        admission: institutions.admissionNumberPattern,
        employee: institutions.employeeNumberPattern,
        terminology: institutions.terminology,
      })
      .from(institutions)
      .where(eq(institutions.id, institutionId)),
    listOpenBatches(db, institutionId),
    db
      .select({
        name: academicSessions.name,
        startsOn: academicSessions.startsOn,
        termStartsOn: sql<Day | null>`(select t.starts_on::text from terms t where t.is_current
          and t.institution_id = ${withTable(academicSessions.institutionId)} and t.session_id = ${withTable(academicSessions.id)})`,
      })
      .from(academicSessions)
      .where(and(eq(academicSessions.institutionId, institutionId), academicSessions.isCurrent)),
    loadGazetteer(db),
    wordsOf(db, institutionId, listsOf(kind)),
    kind.hasCustomFields === false ? [] : fieldsFor(db, institutionId, kind.entity, fieldGroups),
  ]);
  if (!institution) throw new NotFound('institution');
  const words = institutionWords(institution.terminology);
  const surroundings: Surroundings = {
    today: today(institution.timeZone),
    countryId: institution.countryId ?? 'NG',
    places,
    ...(session && { begins: { session: session.startsOn, term: session.termStartsOn ?? session.startsOn } }),
    batches: batchIndex(
      session?.name ?? 'the current session',
      openBatches,
      words.batch.toLowerCase(),
      words.batches.toLowerCase(),
    ),
  };
  return {
    surroundings,
    words: listWords,
    roster: { ...inItsWords(kind, words), fields: { ...fieldsIn(kind, words), ...customColumns(own) } } as Kind,
    customFields: own,
    currency: institution.currency,
    patterns: { admission: institution.admission, employee: institution.employee },
    batches: new Map(openBatches.map((batch) => [batch.id, batch])),
  };
}
/** The kind's fields in the institution's terms. */
const fieldsIn = ({ fields }: Kind, { batch }: Terminology): Fields =>
  fields['batch']
    ? {
        ...fields,
        batch: { ...fields['batch'], label: batch, synonyms: [...fields['batch'].synonyms, squeeze(batch)] },
      }
    : fields;

const inItsWords = (kind: Kind, { batch }: Terminology): Kind => ({
  ...kind,
  computed: Object.fromEntries(
    Object.entries(kind.computed).map(([heading, why]) => [heading, why.replaceAll('{batch}', batch.toLowerCase())]),
  ),
});

/** The values of the lists, normalised, including archived ones. */
async function wordsOf(db: Db, institutionId: number, wanted: ListKey[]): Promise<Map<ListKey, Map<string, string>>> {
  if (wanted.length === 0) return new Map();
  const parts = wanted.map(
    (key) => sql`select ${key}::text as key, name from ${lists[key]} where institution_id = ${institutionId}`,
  );
  const rows = await query<{ key: ListKey; name: string }>(db, render(sql.join(parts, sql` union all `)));
  const words = new Map(wanted.map((key) => [key, new Map<string, string>()]));
  for (const { key, name } of rows) words.get(key)!.set(searchable(name), name);
  return words;
}

/** The open batches of the current session with their taken seats. */
const listOpenBatches = (db: Db, institutionId: number) =>
  db
    .select({
      id: batches.id,
      name: batches.name,
      arm: batches.arm,
      className: classes.name,
      sessionId: batches.sessionId,
      capacity: batches.capacity,
      /** The institution's term: 'class arm'. */
      word: sql<string>`(select lower(coalesce(terminology ->> 'batch', 'batch')) from institutions where id = ${batches.institutionId})`,
      taken: sql<number>`(select count(*) from ${students}
        where ${students.institutionId} = ${institutionId} and ${students.batchId} = ${batches.id})`.mapWith(Number),
    })
    .from(batches)
    .innerJoin(classes, hasKey(classes, batches.institutionId, batches.classId))
    .innerJoin(academicSessions, hasKey(academicSessions, batches.institutionId, batches.sessionId))
    .where(and(eq(batches.institutionId, institutionId), academicSessions.isCurrent, isNull(batches.closedAt)))
    .orderBy(asc(batches.id));

/** Custom fields as importable columns, except file fields, which are uploaded separately. */
const customColumns = (fields: CustomField[]): Fields =>
  Object.fromEntries(
    fields.filter(({ type }) => type !== 'file').map((field) => [`custom.${field.id}`, asColumn(field)]),
  );

const asColumn = (field: CustomField): Field => ({
  label: field.label,
  // Exports add a suffix if another column has the same heading; older ones wrote “own field”.
  synonyms: [
    squeeze(field.label),
    squeeze(clean(field.label)),
    squeeze(`${field.label} (custom field)`),
    squeeze(`${field.label} (own field)`),
  ].filter(Boolean),
  customId: field.id,
  isDay: field.type === 'date',
  isDecimal: field.type === 'number',
  ...(field.type === 'choice' && {
    choices: field.options.filter(({ isRetired }) => !isRetired).map(({ label }) => label),
  }),
  ...(field.group === 'general' ? {} : { group: field.group }),
  read(value, { order, today, notation }) {
    const written = field.type === 'number' && notation === 'comma' ? plainDecimal(value, notation) : value;
    const read = parseCustomCell(field, written ?? '?', (text) => readDate(text, order, today));
    return 'refusal' in read ? { problem: read.refusal } : { ok: read.value };
  },
});
