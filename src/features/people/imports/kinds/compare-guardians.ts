import { sql } from 'drizzle-orm';
import { outsidersOf } from '#features/people/guardians/invitations/outsiders.ts';
import { quote } from '../engine/headers.ts';
import type { PersonRecord } from '../engine/field.ts';
import { erased } from './known-people.ts';
import type { Comparison, ExistingRecord, Piece, Refusal, Change, RecordChange, LinkChange } from './kind.ts';
import {
  childrenOf,
  isNameAlone,
  namesOf,
  waysOf,
  type KnownGuardian,
  type Pupil,
  findGuardians,
  findPupils,
} from './merge-guardians.ts';
import { render, type Tx, query } from '#kernel/database.ts';
import { guardians } from '#features/records/people/people.schema.ts';
import { calledGuardian } from '#features/people/guardians/create-guardian.ts';
import { columnsFor, insertPeople, updatePeople, changedPeople, writeCustomFields } from '../work/write-people.ts';

/** Compares a chunk of a file with the institution's guardians and the students its rows name. */
export async function compareGuardians(piece: Piece): Promise<Comparison> {
  const { db, institutionId, records } = piece;
  const numbers = [...new Set(records.flatMap((record) => childrenOf(record).map(({ number }) => number)))];
  const [found, pupils] = await Promise.all([
    findGuardians(db, piece, numbers),
    findPupils(db, institutionId, numbers),
  ]);
  const by = sql`(select coalesce(i.acting_account_id, i.account_id) from imports i
    where i.institution_id = ${institutionId} and i.id = ${piece.importId})`;
  const outside = await outsidersOf(
    db,
    { institutionId, by },
    [...pupils.values()].map(({ id }) => id),
    found.map(({ id }) => id),
  );
  const byId = new Map(found.flatMap(({ ids, ...one }) => ids.map((id) => [id, one] as const)));
  const byWay = new Map<string, KnownGuardian[]>();
  for (const one of new Set(byId.values()))
    for (const way of one.ways) byWay.set(way, [...(byWay.get(way) ?? []), one]);

  const childWay = (number: string) => `child ${pupils.get(number)?.id ?? ''}`;
  return {
    same(record) {
      const named = byId.get(record['guardianId'] as number);
      if (named) return named;
      return [...waysOf(record), ...childrenOf(record).map(({ number }) => childWay(number))]
        .flatMap((way) => byWay.get(way) ?? [])
        .find((one) => bears(one, record));
    },
    namesake(record) {
      const found = isNameAlone(record) && [...byId.values()].find((one) => bears(one, record));
      return found
        ? 'A guardian with this name already exists. Add a phone, an e-mail or a child to show whether it is the same person.'
        : undefined;
    },
    adds: (record, known) =>
      childrenOf(record).some(({ number }) => !(known as KnownGuardian).ways.includes(childWay(number))),
    refuse(record, known) {
      const same = known as KnownGuardian | undefined;
      if (same?.isErased) return erased('guardianId', record);
      const added = same?.isOwn && childrenOf(record).find(({ number }) => !same.ways.includes(childWay(number)));
      if (added)
        return {
          field: 'children',
          value: added.number,
          message: 'This is your own guardian record. Ask a colleague to link you to another child.',
        };
      const outsider = childrenOf(record).find(({ number }) => outside.has(`${pupils.get(number)?.id}:${same?.id}`));
      if (outsider)
        return {
          field: 'children',
          value: outsider.number,
          message:
            'This guardian has an account and would see this child’s whole record. Add the guardian on the student’s page, where a second person approves the link.',
        };
      return refuseChild(record, known, pupils);
    },
    shown: (record) => ({
      children: childrenOf(record)
        .map(({ number }) => `${pupils.get(number)?.name ?? 'Unknown'} (${number})`)
        .join(', '),
    }),
    write: (tx, changes) => writeGuardians(tx, piece, pupils, changes),
  };
}

const bears = ({ sortName }: KnownGuardian, record: PersonRecord): boolean =>
  namesOf(record).some((name) => sortName === name || sortName.startsWith(`${name} `));

function refuseChild(
  record: PersonRecord,
  known: ExistingRecord | undefined,
  pupils: Map<string, Pupil>,
): Refusal | null {
  for (const { number, isNextOfKin } of childrenOf(record)) {
    const pupil = pupils.get(number);
    if (!pupil)
      return {
        field: 'children',
        value: number,
        message: `There is no student with admission number ${quote(number)}. Correct the number, or import the student first.`,
      };
    if (isNextOfKin && pupil.nextOfKin !== null && pupil.nextOfKin !== known?.id)
      return {
        field: 'isNextOfKin',
        value: 'yes',
        message: `${number} already has a next of kin. Change it on the student’s record, or enter “no” here.`,
      };
  }
  return null;
}

async function writeGuardians(
  tx: Tx,
  { institutionId, school }: Piece,
  pupils: Map<string, Pupil>,
  changes: Change[],
): Promise<RecordChange[]> {
  await holdPupils(tx, institutionId, pupils, changes);
  const keys = columnsFor(school.roster.fields).filter((key) => key !== 'guardianId');
  const fresh = changes.filter(({ kind }) => kind === 'new').map(({ record }) => record);
  const ids = await insertPeople(tx, guardians, institutionId, fresh, keys);
  const known = changes.flatMap((change) => (change.kind === 'update' ? [change] : []));
  const changed = known
    .filter(({ onlyAdds }) => !onlyAdds)
    .map(({ record, known: { id } }) => ({ personId: id, record }));
  const rewritten = await updatePeople(tx, guardians, institutionId, changed, keys);
  const added = fresh.map((record, at) => ({ personId: ids[at]!, record }));
  const own = await writeCustomFields(tx, institutionId, 'guardian', school.customFields, { fresh: added, changed });
  const links = await linkChildren(tx, institutionId, pupils, [
    ...added.map((one) => ({ ...one, onlyAdds: false })),
    ...known.map(({ record, known: { id }, onlyAdds, setsLinks }) => ({
      personId: id,
      record,
      onlyAdds: Boolean(onlyAdds && !setsLinks),
    })),
  ]);
  const written = [
    ...added.map(({ personId, record }): RecordChange => ({
      personId,
      called: calledInFile(record),
      isNew: true,
      fields: {},
      own: new Map(),
      links: [],
    })),
    ...changedPeople(changed, rewritten, own),
  ];
  const told = new Map(written.map((one) => [one.personId, one]));
  for (const { record, known: one } of known)
    if (!told.has(one.id) && links.some(({ guardianId }) => guardianId === one.id))
      told.set(one.id, {
        personId: one.id,
        called: calledInFile(record),
        isNew: false,
        fields: {},
        own: new Map(),
        links: [],
      });
  return [...told.values()].map((one) => ({
    ...one,
    links: links.filter(({ guardianId }) => guardianId === one.personId),
  }));
}

const calledInFile = (record: PersonRecord) =>
  calledGuardian({ title: record['title'] as string | null, firstName: record.firstName, surname: record.surname });

/** Locks the children until the links are made; children are always locked before guardians. */
async function holdPupils(tx: Tx, institutionId: number, pupils: Map<string, Pupil>, changes: Change[]): Promise<void> {
  const ids = changes.flatMap(({ record }) => childrenOf(record).map(({ number }) => pupils.get(number)!.id));
  if (ids.length)
    await tx.execute(sql`select 1 from students where institution_id = ${institutionId}
      and id = any(${sql.param(ids)}::bigint[]) order by id for share`);
}

type Link = LinkChange & { student: string };

type Row<T> = { [Key in keyof T]: T[Key] };

/**
 * Links guardians and children. Existing links stay, and values in the file replace recorded ones. A child without a guardian
 * would get no message and no bill: where the file doesn't say, its first guardian pays fees and receives SMS.
 */
async function linkChildren(
  tx: Tx,
  institutionId: number,
  pupils: Map<string, Pupil>,
  people: { personId: number; record: PersonRecord; onlyAdds: boolean }[],
): Promise<Link[]> {
  const rows = people.flatMap(({ personId, record, onlyAdds }) =>
    childrenOf(record).map(({ number, ...said }) => ({
      ...said,
      onlyAdds,
      guardian: personId,
      student: pupils.get(number)!.id,
    })),
  );
  if (rows.length === 0) return [];
  const r = sql`jsonb_to_recordset(${JSON.stringify(rows.map((row, at) => ({ at, ...row })))}::jsonb) as r(at int, student bigint,
    guardian bigint, "onlyAdds" boolean, relation text, "paysFees" boolean, "mayCollect" boolean, "receivesSms" boolean, "isNextOfKin" boolean)`;
  const shape = sql`jsonb_build_object('relation', l.relation, 'paysFees', l.pays_fees, 'mayCollect', l.may_collect,
    'receivesSms', l.receives_sms, 'isNextOfKin', l.is_next_of_kin)`;
  const called = sql`(select s.first_name || ' ' || s.surname from students s
    where s.institution_id = l.institution_id and s.id = l.student_id)`;
  const changed = await query<Row<Link>>(tx, render)`
    with was as (select l.student_id, l.guardian_id, ${shape} as link from student_guardians l join ${r}
      on l.institution_id = ${institutionId} and l.student_id = r.student and l.guardian_id = r.guardian and not r."onlyAdds"
      for update of l)
    update student_guardians l set relation = coalesce(r.relation, l.relation), pays_fees = coalesce(r."paysFees", l.pays_fees),
      may_collect = coalesce(r."mayCollect", l.may_collect), receives_sms = coalesce(r."receivesSms", l.receives_sms),
      is_next_of_kin = coalesce(r."isNextOfKin", l.is_next_of_kin)
    from ${r}, was where l.institution_id = ${institutionId} and l.student_id = r.student and l.guardian_id = r.guardian
      and (was.student_id, was.guardian_id) = (l.student_id, l.guardian_id) and not r."onlyAdds"
      and was.link is distinct from jsonb_build_object('relation', coalesce(r.relation, l.relation),
        'paysFees', coalesce(r."paysFees", l.pays_fees), 'mayCollect', coalesce(r."mayCollect", l.may_collect),
        'receivesSms', coalesce(r."receivesSms", l.receives_sms), 'isNextOfKin', coalesce(r."isNextOfKin", l.is_next_of_kin))
    returning l.student_id as "studentId", l.guardian_id as "guardianId", was.link as "from", ${shape} as "to", ${called} as student`;
  const made = await query<Row<Link>>(tx, render)`
    insert into student_guardians as l (institution_id, student_id, guardian_id, relation, pays_fees, may_collect, receives_sms,
      is_next_of_kin, position)
    select ${institutionId}, r.student, r.guardian, r.relation, ${unlessSaid(institutionId, 'paysFees')}, coalesce(r."mayCollect", false),
      ${unlessSaid(institutionId, 'receivesSms')}, coalesce(r."isNextOfKin", false),
      (select coalesce(max(position) + 1, 0) from student_guardians l where l.institution_id = ${institutionId} and l.student_id = r.student)
        + row_number() over (partition by r.student order by r.at) - 1
    from ${r} order by r.at on conflict (institution_id, student_id, guardian_id) do nothing
    returning l.student_id as "studentId", l.guardian_id as "guardianId", null::jsonb as "from", ${shape} as "to", ${called} as student`;
  return [...changed, ...made].map((link) => ({
    ...link,
    studentId: Number(link.studentId),
    guardianId: Number(link.guardianId),
  }));
}

/** What the file says, and otherwise yes for the first who is not said to have it, of a child that had no guardian. */
const unlessSaid = (institutionId: number, key: 'paysFees' | 'receivesSms') => {
  const said = sql`r.${sql.identifier(key)}`;
  return sql`coalesce(${said}, not coalesce(bool_or(${said}) over (partition by r.student), false)
    and row_number() over (partition by r.student, ${said} is null order by r.at) = 1
    and not exists (select from student_guardians l where l.institution_id = ${institutionId} and l.student_id = r.student))`;
};
