import type { Plan, Problem, ReadRow } from '../engine/row.ts';
import type { PersonRecord } from '../engine/field.ts';
import type { Decisions } from '../engine/plan.ts';
import type { ImportAction } from '../import-actions.ts';
import type { Comparison, Change, ExistingRecord, Piece, Refusal, AlikeTo } from '../kinds/kind.ts';
import type { Twins } from '../files/read-file.ts';
import { sql } from 'drizzle-orm';
import { type Db, query } from '#kernel/database.ts';
import { isNewName, personNameHint } from '#kernel/person-name.ts';
import { contactColumns, signsIn } from '#features/records/people/contacts/change-contacts.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { quote } from '../engine/headers.ts';

/** The outcome of a row: new, update, part of an earlier row, skipped, or problems. */
export type Verdict =
  | Change
  | { row: number; kind: 'part' }
  | { row: number; kind: 'skip'; alike?: AlikeTo }
  | { row: number; kind: 'denied'; act: ImportAction; alike?: AlikeTo }
  | { row: number; kind: 'bad'; problems: Problem[] };

type Case = Omit<Piece, 'records'> & { plan: Plan; twins: Twins; decisions: Decisions };

export const isGood = ({ kind }: Verdict): boolean => kind === 'new' || kind === 'update' || kind === 'part';

/** Judges rows against the institution's current data; used by both the check and the import. */
export async function judgeRows(
  asked: Case,
  rows: ReadRow[],
): Promise<{ verdicts: Verdict[]; comparison: Comparison }> {
  const { plan, options, twins, school, acts } = asked;
  // Rows about one person are judged as one merged record.
  const whole = rows.map(
    ({ number, record }) => record && (twins.merged.get(twins.leaders.get(number) ?? number) ?? record),
  );
  const comparison = await school.roster.compare({ ...asked, records: whole.filter((record) => record !== null) });

  const matches = whole.flatMap((record) =>
    record ? (comparison.same(record)?.id ?? comparison.alike?.(record)?.known.id ?? []) : [],
  );
  const { entity } = school.roster;
  const people = await knownPeople(asked.db, { institutionId: asked.institutionId, entity }, matches);

  const verdicts = rows.map(({ number: row, problems }, at): Verdict => {
    const record = whole[at];
    const bad = ({ field, value, message }: Refusal): Verdict => {
      const isFull = ['surname', 'firstName', 'middleName'].includes(field) && !plan.columns.includes(field);
      const column = plan.headers[plan.columns.indexOf(isFull ? 'fullName' : field)] ?? null;
      return { row, kind: 'bad', problems: [{ row, column, value, message }] };
    };
    if (!record) return { row, kind: 'bad', problems };
    const problem = twins.problems.get(row);
    if (problem) return { row, kind: 'bad', problems: problem };

    if (comparison.skips?.(record)) return { row, kind: 'skip' };

    const { keyField } = school.roster;
    const same = comparison.same(record);
    const onlyAdds = same && options.existing === 'skip' && comparison.adds?.(record, same);
    if (same && options.existing === 'skip' && !onlyAdds) return { row, kind: 'skip' };
    if (same && options.existing === 'report')
      return bad({ field: keyField, value: String(record[keyField] ?? ''), message: same.inWords });
    const namesake = same ? undefined : comparison.namesake?.(record);
    if (namesake) return bad({ field: 'birthDate', value: record.birthDate ?? null, message: namesake });

    const choice = asked.decisions[row] ?? options.alike;
    const twin = same ? undefined : twins.alike.get(row);
    const looks = same ? undefined : comparison.alike?.(record);
    const alike = twin ? { id: 0, message: twin } : looks && { id: looks.known.id, message: looks.message };
    const also = alike && { alike };
    // An earlier row of the file has a record only once it is imported.
    if (alike && (choice === 'skip' || (choice === 'update' && !looks))) return { row, kind: 'skip', ...also };
    const known = same ?? (choice === 'update' ? looks?.known : undefined);

    const denied = deniedAction(asked, record, known);
    if (denied) return { row, kind: 'denied', act: denied, ...also };
    const isUnseated = record['batchId'] != null && !acts.has('seat') && !comparison.isSeated?.(known);
    const written: PersonRecord = isUnseated ? { ...record, batchId: null } : record;
    // Without a change to the record itself nothing is replaced.
    const replacing = onlyAdds ? null : refuseReplacing(written, known && people.get(known.id));
    const refusal = replacing ?? comparison.refuse(written, known);
    if (refusal) return bad(refusal);
    if (twins.leaders.has(row)) return { row, kind: 'part' };
    const more = { ...also, ...(isUnseated && { isUnseated }) };
    return known
      ? { row, kind: 'update', record: written, known, ...(onlyAdds && { onlyAdds }), ...more }
      : { row, kind: 'new', record: written, ...more };
  });
  return { verdicts, comparison };
}

/** An action that the row needs and the user is not permitted. */
function deniedAction(
  { acts, school }: Case,
  record: PersonRecord,
  known: ExistingRecord | undefined,
): ImportAction | null {
  if (known) return acts.has('edit') ? null : 'edit';
  if (!acts.has('create')) return 'create';
  return school.roster.changesStatus?.(record) && !acts.has('status') ? 'status' : null;
}

const names = ['surname', 'firstName', 'middleName'] as const;

/** What a row may not replace without a second look. */
interface KnownPerson {
  surname: string;
  firstName: string;
  middleName: string | null;
  phone: string | null;
  mobile: string | null;
  email: string | null;
  signsIn: boolean;
}

async function knownPeople(
  db: Db,
  { institutionId, entity }: { institutionId: number; entity: Entity },
  ids: readonly number[],
): Promise<Map<number, KnownPerson>> {
  if (ids.length === 0) return new Map();
  const rows = await query<KnownPerson & { id: number }>(db)`
    select p.id, p.surname, p.first_name as "firstName", p.middle_name as "middleName", p.phone, p.mobile, p.email,
      ${signsIn(entity, sql`p.institution_id`, sql`p.id`)} as "signsIn"
    from ${sql.identifier(`${entity}s`)} p
    where p.institution_id = ${institutionId} and p.id = any (${sql.param([...ids])}::bigint[])`;
  return new Map(rows.map((row) => [Number(row.id), row]));
}

/** A new name that is none, or new contacts of somebody who signs in. */
function refuseReplacing(record: PersonRecord, known: KnownPerson | undefined): Refusal | null {
  for (const field of names) {
    const name = record[field];
    if (typeof name === 'string' && name && isNewName(name, known?.[field]))
      return { field, value: name, message: `${quote(name)} is not a name. ${personNameHint}` };
  }
  if (!known?.signsIn) return null;
  for (const field of contactColumns) {
    const contact = record[field];
    if (typeof contact === 'string' && contact.toLowerCase() !== known[field]?.toLowerCase())
      return {
        field,
        value: contact,
        message:
          'This person has an account, so a second person must approve a new phone or e-mail. Change it on the record, and clear this cell.',
      };
  }
  return null;
}
