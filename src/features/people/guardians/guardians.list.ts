import { sql, type SQL, aliasedTable, and, ne } from 'drizzle-orm';
import { can, institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { choice, id, queryParam } from '#kernel/schemas.ts';
import { customColumns } from '#features/records/custom-fields/definition-fields.ts';
import { mayExportPeople } from '#features/records/custom-fields/export-people.ts';
import { customFilter } from '#features/records/custom-fields/custom-field-condition.ts';
import { type ListQuery, filtersOf } from '#features/records/people/list/list-order.ts';
import { peopleList, type FilterOf } from '#features/records/people/list/people-list.ts';
import {
  findableGuardians,
  guardianNames,
  guardians,
  studentGuardians,
} from '#features/records/people/people.schema.ts';
import { students } from '#features/people/students/students.schema.ts';
import { visibleTo as visibleStudents } from '#features/people/students/students.policy.ts';
import { guardianKind } from './guardian-profile.queries.ts';
import { guardianGroups, maySeeGuardians, visibleByInstitution, visibleTo } from './guardians.policy.ts';
import { readPhone } from '#kernel/phone.ts';
import { wordsIn } from '#features/records/people/search-patterns.ts';

/* Each institution has its own record of a guardian. Users who see several institutions see one person where
   name and number are the same: that is sure enough to show two records as one, and leaves each in its institution. */

export type GuardianTable = typeof guardians | typeof findableGuardians;

const twin = aliasedTable(guardians, 'twin') as unknown as typeof guardians;
const twinNumber = sql`coalesce(${twin.mobile}, ${twin.phone}, ${twin.email})`;

/** Whether an older record of the same person is also in the list; `listed` is the list's own condition. */
function hasOlderRecord(actor: Actor, table: GuardianTable, listed: (table: GuardianTable) => SQL[]): SQL {
  const isOlder = and(
    sql`${twin.sortName} = ${table.sortName}`,
    sql`${twinNumber} = coalesce(${table.mobile}, ${table.phone}, ${table.email})`,
    ne(twin.institutionId, table.institutionId),
    sql`${twin.id} < ${table.id}`,
    visibleTo(actor, twin),
    ...listed(twin),
  );
  return sql`exists (select from ${guardians} twin where ${isOlder})`;
}

/** Other visible records of the person in the row `s` of a list. */
const otherRecords = (actor: Actor) =>
  sql`${guardians} twin where ${and(
    sql`${twin.sortName} = s.sort_key`,
    sql`${twinNumber} = coalesce(s.phone, s.email)`,
    sql`${twin.institutionId} <> s."institutionId"`,
    visibleTo(actor, twin),
  )}`;

/** All records of the person in the row `s`. */
const recordsOf = (actor: Actor, isAcross: boolean): SQL =>
  isAcross
    ? sql`(select s."institutionId" as institution_id, s.id union all select twin.institution_id, twin.id from ${otherRecords(actor)}) record`
    : sql`(select s."institutionId" as institution_id, s.id) record`;

/** Ids of the institutions with the other records, as JSON. */
const alsoAtOf = (actor: Actor, isAcross: boolean): SQL =>
  isAcross
    ? sql`(select coalesce(json_agg(distinct twin.institution_id), '[]') from ${otherRecords(actor)})`
    : sql`'[]'::json`;

const { by, papers } = filtersOf<GuardianTable>();

// Written with `in`, so that the planner reads the few matches from their index instead of testing every row.
const hasAccount = (table: GuardianTable) => sql`(${table.institutionId}, ${table.id}) in (
  select m.institution_id, m.guardian_id from memberships m where m.guardian_id is not null)`;

const filters = {
  custom: customFilter<GuardianTable>('guardian'),
  sign_in: by(choice({ with: 'With account', without: 'No account' }), (value, table) =>
    value === 'with' ? hasAccount(table) : sql`not ${hasAccount(table)}`,
  ),
  pays_fees: by(
    choice({ yes: 'Pays fees', no: 'Pays no fees' }),
    (value, table, { actor }) => sql`${value === 'yes' ? sql`` : sql`not `}exists (${linksThatPay(actor, table)})`,
  ),
  papers: papers('guardian'),
  institution_id: { type: queryParam(id), where: () => undefined },
} as const;

const names = ['institutionId', 'id', 'title', 'surname', 'firstName', 'middleName'] as const;
const columns = [...names, 'email', 'occupation', 'photoId'] as const;
export interface GuardianRow extends Pick<typeof guardians.$inferSelect, (typeof columns)[number]> {
  phone: string | null;
  /** Other institutions with a record of the same person, in a list of several institutions. */
  alsoAt: number[];
  /** Counts only children that the viewer can see. */
  children: number;
  signsIn: boolean;
}

/** Guardians in the order of the filter. A search by one word shows matches at the start of a name first. */
export const guardianList = peopleList<GuardianRow, GuardianTable, typeof filters>({
  entity: 'guardian',
  table: guardians,
  findable: findableGuardians,
  names: guardianNames,
  columns,
  filters,
  seeing: maySeeGuardians,
  seeingAll: 'guardians.view',
  groups: guardianGroups,
  visible: visibleByInstitution,
  computed: (table) => ({ phone: sql`coalesce(${table.mobile}, ${table.phone})` }),
  sorts: { name: 'sortName' },
  words(actor, { q, institution_id: wanted }) {
    const [first] = institutionsInView(actor, wanted, ...maySeeGuardians);
    return wordsOf(q, first === undefined ? undefined : membershipIn(actor, first)!.countryId);
  },
  lookups,
  // In a list of several institutions, a person is listed once.
  isRepeated: (table, { actor, filter }, matching) =>
    institutionsInView(actor, filter.institution_id, ...maySeeGuardians).length < 2
      ? null
      : hasOlderRecord(actor, table, matching),
});
export type GuardianFilter = FilterOf<typeof guardianList>;

function lookups({ actor }: ListQuery, isAcross: boolean): Record<string, SQL> {
  const records = recordsOf(actor, isAcross);
  return {
    alsoAt: alsoAtOf(actor, isAcross),
    children: sql`(select count(*) from ${records}
      join ${studentGuardians} on ${studentGuardians.institutionId} = record.institution_id
        and ${studentGuardians.guardianId} = record.id
      ${seesAllChildren(actor) ? sql`` : sql`${linkedStudents} where ${visibleStudents(actor, students)}`})`,
    signsIn: sql`exists (select from ${records} join memberships m
      on m.institution_id = record.institution_id and m.guardian_id = record.id)`,
  };
}

const linkedStudents = sql`join ${students} on ${students.institutionId} = ${studentGuardians.institutionId}
  and ${students.id} = ${studentGuardians.studentId}`;

/**
 * Whether the viewer can see every student in each institution whose guardians are listed. Links alone then tell the
 * children: no link leads to a merged student.
 */
const seesAllChildren = (actor: Actor) =>
  institutionsWhere(actor, ...maySeeGuardians).every((one) => can(actor, 'students.view', one));

/** Links to students that the viewer can see. */
function linksThatPay(actor: Actor, table: GuardianTable): SQL {
  const link = sql`${studentGuardians.institutionId} = ${table.institutionId}
    and ${studentGuardians.guardianId} = ${table.id} and ${studentGuardians.paysFees}`;
  if (seesAllChildren(actor)) return sql`select from ${studentGuardians} where ${link}`;
  return sql`select from ${studentGuardians} ${linkedStudents} where ${link} and ${visibleStudents(actor, students)}`;
}

export const guardianChoices = async (db: Db, actor: Actor, { institution_id: wanted }: GuardianFilter) => ({
  own: await customColumns(db, actor, guardianKind, wanted),
  papers: guardianList.sees(actor, 'private', wanted),
});

/** The institutions in which the actor can see guardians, if there are several. */
export function institutionsOf(actor: Actor) {
  const seen = institutionsWhere(actor, ...maySeeGuardians);
  const all = actor.institutions.filter((one) => seen.includes(one.id));
  return all.length > 1 ? all.map(({ id: one, name, shortName }) => ({ id: one, name, shortName })) : [];
}

/** The words to search for. A phone number is one word, however it is typed. */
function wordsOf(q = '', countryId = 'NG'): string[] {
  // Seven digits can be a local number, but are more often the end of a longer one.
  const phone = q.replace(/\D/g, '').length >= 9 && readPhone(q, countryId);
  // Numbers are stored with the country code, so without the leading 0.
  return phone ? [phone] : wordsIn(q).map((word) => (/^0\d{2,}$/.test(word) ? word.slice(1) : word));
}

export const mayInGuardianList = (actor: Actor, { institution_id: wanted }: GuardianFilter) => ({
  edit: institutionsWhere(actor, 'guardians.edit').length > 0,
  import: institutionsWhere(actor, 'guardians.import').length > 0,
  invite: institutionsWhere(actor, 'guardians.invite').length > 0,
  message: institutionsWhere(actor, 'messages.send', 'messages.sendOwn').length > 0,
  export: mayExportPeople(actor, { permission: 'guardians.export', seeing: maySeeGuardians }, wanted),
  filter: institutionsWhere(actor, 'guardians.view', 'guardians.viewOwn').length > 0,
});
