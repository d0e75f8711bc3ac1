import { aliasedTable, and, asc, eq, sql } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { cachedQuery, recordId } from '#kernel/database/cached-query.ts';
import { NotFound } from '#kernel/errors.ts';
import { accounts, credentials, memberships } from '#kernel/identity.schema.ts';
import { countries, lgas, states } from '#features/records/geography/geography.schema.ts';
import { selectionOf } from '#kernel/record-fields/derive.ts';
import { generalIn } from '#kernel/record-fields/record-field.ts';
import { guardianFields } from '#features/records/people/people.fields.ts';
import { guardians, findableGuardians } from '#features/records/people/people.schema.ts';
import { visibleTo, groupVisibleTo, guardianGroups, maySeeGuardians } from './guardians.policy.ts';
import { institutionOf } from './guardian-children.queries.ts';
import type { MergeField } from '#kernel/personal-data/merge-fields.ts';
import { columnField, homeFields, nameFields, photoField, plainFields } from '#features/records/people/merge-fields.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { lockGuardian, calledGuardian } from './create-guardian.ts';

const nationalities = aliasedTable(countries, 'nationalities');

/** The data of the identity card and overview, without restricted groups, which have their own tab. */
export async function guardianProfile(db: Db, actor: Actor, guardianId: number) {
  const [row] = await overviews(db, actor, {}, { id: guardianId });
  if (!row) throw new NotFound('guardian');
  return row;
}

const overviews = cachedQuery((db, actor) =>
  db
    .select({
      id: guardians.id,
      institutionId: guardians.institutionId,
      ...selectionOf(generalIn(guardianFields), guardians),
      surname: guardians.surname,
      firstName: guardians.firstName,
      middleName: guardians.middleName,
      gender: guardians.gender,
      nationalityId: guardians.nationalityId,
      nationality: nationalities.name,
      countryId: guardians.countryId,
      country: countries.name,
      stateId: guardians.stateId,
      state: sql<string | null>`coalesce(${states.name}, ${guardians.stateName})`,
      stateName: guardians.stateName,
      lgaId: guardians.lgaId,
      lga: lgas.name,
      photoId: guardians.photoId,
      updatedAt: guardians.updatedAt,
    })
    .from(guardians)
    .leftJoin(nationalities, eq(nationalities.id, guardians.nationalityId))
    .leftJoin(countries, eq(countries.id, guardians.countryId))
    .leftJoin(states, eq(states.id, guardians.stateId))
    .leftJoin(lgas, eq(lgas.id, guardians.lgaId))
    .where(and(visibleTo(actor, guardians), eq(guardians.id, recordId))),
);

export type GuardianProfile = Awaited<ReturnType<typeof guardianProfile>>;

/** A guardian's religion. The caller checks whether the actor can see it, and logs the view. */
export async function religionOf(db: Db, actor: Actor, guardianId: number): Promise<string | null> {
  const [row] = await db
    .select({ religion: guardians.religion })
    .from(guardians)
    .where(and(visibleTo(actor, guardians), eq(guardians.id, guardianId)));
  return row?.religion ?? null;
}

const signIns = cachedQuery((db) =>
  db
    .select({
      id: accounts.id,
      name: accounts.name,
      username: accounts.username,
      state: sql<
        'active' | 'invited' | 'disabled'
      >`case when ${accounts.disabledAt} is not null then 'disabled' when ${credentials.passwordHash} is null then 'invited' else 'active' end`,
    })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .leftJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(and(eq(memberships.institutionId, institutionOf(recordId)), eq(memberships.guardianId, recordId)))
    .orderBy(asc(memberships.id))
    .limit(1),
);

/** The guardian's account, for users who can invite guardians or view their records. */
export async function signInOf(db: Db, actor: Actor, guardianId: number) {
  const [row] = await signIns(db, actor, {}, { id: guardianId });
  return row ?? null;
}

/** Whether the actor can see guardians' accounts: with permission to invite, or to view all guardians. */
export const seesSignIn = (actor: Actor, institutionId: number) =>
  can(actor, 'guardians.view', institutionId) || can(actor, 'guardians.invite', institutionId);

const mergeFields: readonly MergeField[] = [
  ...plainFields(guardianFields, 'title'),
  ...nameFields,
  columnField('gender', 'Gender'),
  ...plainFields(guardianFields, 'contact', 'work'),
  ...homeFields(guardianFields, 'general'),
  ...plainFields(guardianFields, 'personal'),
  photoField,
  ...plainFields(guardianFields, 'religion'),
];

/** Guardians, for code that handles every kind of person. */
export const guardianKind: PersonKind = {
  people: 'guardians',
  entity: 'guardian',
  table: guardians,
  findable: findableGuardians,
  sees: maySeeGuardians,
  seesSelf: 'guardians.viewSelf',
  visibleTo: (actor, from) => visibleTo(actor, from === 'findable' ? findableGuardians : guardians),
  privateTo: (actor) => groupVisibleTo(actor, guardians, 'private'),
  groups: guardianGroups,
  lock: lockGuardian,
  edit: 'guardians.edit',
  mergeRoute: 'people.merge',
  opensHistory: ['guardians.edit', 'students.view'],
  create: 'guardians.edit',
  nameOf: calledGuardian,
  number: null,
  isCurrent: sql`anonymised_at is null`,
  // Written out, because drizzle omits the table name of columns in a select from a single table.
  cannotErase: sql<string | null>`case when exists (select from student_guardians l
      join students s on (s.institution_id, s.id) = (l.institution_id, l.student_id)
      where (l.institution_id, l.guardian_id) = (guardians.institution_id, guardians.id)
      and s.status in ('active', 'suspended', 'applicant') and s.merged_into_id is null)
    then 'A child of this guardian is a current student. Withdraw or transfer the child first.' end`,
  mergeFields,
  hint: sql<string | null>`concat_ws(', ', coalesce(mobile, phone), email, occupation)`,
};
