import { sql } from 'drizzle-orm';
import type { Changes } from '#kernel/edit/changes.ts';
import type { CustomValue } from '#kernel/contracts/custom-field.ts';
import { render, type Db, query } from '#kernel/database.ts';
import { valuesOfMany } from '#features/records/custom-fields/merge-definitions.ts';
import { contactColumns, signsIn } from '#features/records/people/contacts/change-contacts.ts';
import { seatField } from '../kinds/write-students.ts';
import type { RecordChange, LinkChange, ImportJob, School } from '../kinds/kind.ts';
import { named } from './write-people.ts';

interface Change {
  personId: number;
  fields: Changes;
  own: Changes;
  links: LinkChange[];
  batchId: number | null;
  batchName: string | null;
  enrolmentId: number | null;
  /** Null if the record is merged or erased. */
  row: Record<string, unknown> | null;
  holdsSeat: boolean;
  signsIn: boolean;
}

export interface Restoring {
  personId: number;
  called: string;
  /** The new value of each field. */
  fields: Record<string, unknown>;
  own: RecordChange['own'];
  links: LinkChange[];
  seat: { batchId: number; name: string; enrolmentId: number } | null;
  /** Some values were changed again and stay. */
  isKept: boolean;
}

// A state needs its country and an LGA its state.
const places = ['countryId', 'stateId', 'stateName', 'lgaId'];

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** What an undo restores: values that an import changed and nobody has changed since. */
export async function restoringOf(
  db: Db,
  { institutionId, importId }: ImportJob,
  { roster, customFields }: Pick<School, 'roster' | 'customFields'>,
  isNew = false,
): Promise<Restoring[]> {
  const people = sql.identifier(roster.key);
  const rows = await query<{ [Key in keyof Change]: Change[Key] }>(db, render)`
    select c.subject_id as "personId", c.fields, c.own, c.links, c.batch_id as "batchId", b.name as "batchName",
      c.enrolment_id as "enrolmentId", ${signsIn(roster.entity, sql`c.institution_id`, sql`c.subject_id`)} as "signsIn", case when p.merged_into_id is null and p.anonymised_at is null then to_jsonb(p) end as row,
      exists (select from enrolments e where e.institution_id = c.institution_id and e.id = c.enrolment_id and e.to_date is null
        and e.batch_id = c.batch_id and not exists (
          select from student_electives x join course_offerings o on (o.institution_id, o.id) = (x.institution_id, x.offering_id)
          where x.institution_id = c.institution_id and x.student_id = c.subject_id and o.batch_id = c.batch_id)) as "holdsSeat"
    from import_changes c
    left join ${people} p on p.institution_id = c.institution_id and p.id = c.subject_id
    left join batches b on (b.institution_id, b.id) = (c.institution_id, c.batch_id)
    where c.institution_id = ${institutionId} and c.import_id = ${importId} and c.entity = ${roster.entity} and c.is_new = ${isNew} order by c.subject_id`;
  const ids = rows.map(({ personId }) => Number(personId));
  const [values, links] = await Promise.all([
    valuesOfMany(db, institutionId, roster.entity, ids, customFields),
    linksNow(
      db,
      institutionId,
      rows.flatMap((row) => row.links),
    ),
  ]);
  return rows.map((change): Restoring => {
    const personId = Number(change.personId);
    const now = change.row && named(change.row, Object.keys(change.row).map(camelOf));
    const entries = Object.entries(change.fields).filter(([key]) => key !== seatField);
    // Two people decide where messages to somebody with an account go.
    const stays = (key: string) => change.signsIn && (contactColumns as readonly string[]).includes(key);
    const isSame = ([key, { to }]: (typeof entries)[number]) => now !== null && !stays(key) && same(now[key], to);
    const placesStay = entries.some((entry) => places.includes(entry[0]) && !isSame(entry));
    const back = entries.filter((entry) => isSame(entry) && !(placesStay && places.includes(entry[0])));
    const own: RecordChange['own'] = new Map();
    let keptOwn = 0;
    for (const [id, { from, to }] of Object.entries(change.own)) {
      const field = customFields.find((one) => one.id === Number(id));
      if (now && field && same(values.get(personId)?.[field.id], to))
        own.set(field, { from: to as CustomValue | null, to: from as CustomValue | null });
      else keptOwn += 1;
    }
    const seat =
      change.holdsSeat && change.enrolmentId !== null && now && !isNew
        ? { batchId: Number(change.batchId), name: change.batchName!, enrolmentId: Number(change.enrolmentId) }
        : null;
    const undoneLinks = now ? change.links.filter((link) => same(links.get(pairOf(link)), sorted(link.to))) : [];
    return {
      personId,
      called: now ? `${String(now['firstName'])} ${String(now['surname'])}` : '',
      fields: Object.fromEntries(back.map(([key, { from }]) => [key, from])),
      own,
      links: undoneLinks,
      seat,
      isKept:
        back.length < entries.length ||
        keptOwn > 0 ||
        undoneLinks.length < change.links.length ||
        (change.batchId !== null && seat === null),
    };
  });
}

const camelOf = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const pairOf = ({ studentId, guardianId }: Pick<LinkChange, 'studentId' | 'guardianId'>) =>
  `${studentId} ${guardianId}`;

const sorted = (link: object) =>
  Object.fromEntries(Object.entries(link).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** The current links between guardians and children. */
async function linksNow(db: Db, institutionId: number, links: LinkChange[]): Promise<Map<string, object>> {
  if (links.length === 0) return new Map();
  const rows = await query<{ [Key in keyof LinkChange]: LinkChange[Key] }>(db, render)`
    select l.student_id as "studentId", l.guardian_id as "guardianId", jsonb_build_object('relation', l.relation,
      'paysFees', l.pays_fees, 'mayCollect', l.may_collect, 'receivesSms', l.receives_sms, 'isNextOfKin', l.is_next_of_kin) as "to"
    from student_guardians l join jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as r ("studentId" bigint, "guardianId" bigint)
      on l.student_id = r."studentId" and l.guardian_id = r."guardianId" where l.institution_id = ${institutionId}`;
  return new Map(
    rows.map((row) => [
      pairOf({ studentId: Number(row.studentId), guardianId: Number(row.guardianId) }),
      sorted(row.to),
    ]),
  );
}

export const isEmpty = ({ fields, own, links, seat }: Restoring): boolean =>
  Object.keys(fields).length + own.size + links.length === 0 && seat === null;
