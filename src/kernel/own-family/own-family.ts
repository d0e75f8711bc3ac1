import { sql, type SQL } from 'drizzle-orm';
import { membershipIn, type Actor } from '../actor.ts';
import { query, type Db } from '../database.ts';
import { NotAllowed } from '../errors.ts';
import type { Permission } from '../permissions.ts';
import { concernedBy, placesOf, type RecordIds } from './concerned.ts';

/** A student, an employee, a guardian, or a phone number or e-mail address that an applicant gave. */
export interface Subject {
  institutionId: number;
  kind: 'student' | 'employee' | 'guardian' | 'contact';
  key: string;
}

/**
 * The students and employees who are the account's own family or its own person: by every record and account of the same
 * person, the children, their siblings, and the other guardians of these with their employee records.
 */
export async function ownFamily(db: Db, accountId: number | null, institutionId: number) {
  const rows = await query<{ kind: Subject['kind']; key: string }>(
    db,
    sql`select kind, key from akada_own_family(${accountId}::bigint, ${institutionId}::int)`,
  );
  const of = (wanted: Subject['kind']) => rows.filter(({ kind }) => kind === wanted).map(({ key }) => key);
  return {
    students: new Set(of('student').map(Number)),
    employees: new Set(of('employee').map(Number)),
    contacts: of('contact'),
  };
}

/**
 * Those of the actor's own family, or the actor, whom these records concern; empty for nearly everybody. The family is
 * found first: who has no child in the school need not ask whose marks are on a sheet.
 */
export async function ownAmong(db: Db, { accountId }: Actor, named: RecordIds): Promise<Subject[]> {
  const places = accountId === null ? undefined : placesOf(named);
  if (!places) return [];
  const concerned = concernedBy(named, (kind) => sql`exists (select from family where family.kind = ${kind})`);
  return query<Subject>(
    db,
    sql`with family as materialized (select p.institution_id, f.kind, f.key
        from (select distinct institution_id from (${places}) r) p cross join lateral akada_own_family(${accountId}::bigint, p.institution_id) f)
      select c.institution_id as "institutionId", c.kind, c.key
      from family f join (${concerned}) c on (c.institution_id, c.kind, c.key) = (f.institution_id, f.kind, f.key)`,
  );
}

/** Whom the records concern, for a request that somebody else will decide. */
export async function whoIsConcerned(db: Db, named: RecordIds): Promise<Pick<Subject, 'kind' | 'key'>[]> {
  const concerned = concernedBy(named);
  return concerned ? query(db, sql`select distinct c.kind, c.key from (${concerned}) c order by 1, 2`) : [];
}

/** Whether whom a request concerns are of the account's family: `concerns` is a column of what `whoIsConcerned` gives. */
export const isFamilyOf = (account: SQL, institution: SQL, concerns: SQL): SQL<boolean> =>
  sql<boolean>`(${concerns} <> '[]' and exists (select from akada_own_family(${account}, ${institution}) f
    join jsonb_to_recordset(${concerns}) c(kind text, key text) on (c.kind, c.key) = (f.kind, f.key)))`;

/** Whether an account is the actor's, another one of the same person, or one of the own family. */
export async function isOwnAccount(db: Db, actor: Actor, institutionId: number, accountId: number): Promise<boolean> {
  if (actor.accountId === accountId) return true;
  const found = await query(
    db,
    sql`select from memberships m
      where m.institution_id = ${institutionId} and m.account_id = ${accountId}
        and exists (select from akada_own_family(${actor.accountId}::bigint, ${institutionId}::int) f
          where (f.kind, f.key) in (('employee', m.employee_id::text), ('guardian', m.guardian_id::text)))`,
  );
  return found.length > 0;
}

/**
 * For a verb whose request does not name the records: nobody acts for themselves or their own family, unless an owner is
 * the only one who could and has one of the permissions.
 */
export async function refuseOwnFamily(
  tx: Db,
  actor: Actor,
  named: RecordIds,
  { message = refusal, may }: { message?: string; may: readonly Permission[] },
): Promise<void> {
  const own = await ownAmong(tx, actor, named);
  if (own.length === 0) return;
  if (!(await isAlone(tx, actor, may, own))) throw new NotAllowed(message);
  actor.ownFamilyMark = { reason: nobodyElse, isKnown: Promise.resolve(), isAbout: () => true };
}

export const refusal = 'This is about you or your own family. Ask a colleague to do it.';

/**
 * Whether this owner is the only one who could: nobody else who can sign in has one of the permissions and is not of the
 * family.
 */
export async function isAlone(
  db: Db,
  actor: Actor,
  permissions: readonly string[],
  own: readonly Subject[],
): Promise<boolean> {
  for (const institutionId of new Set(own.map((one) => one.institutionId))) {
    if (!membershipIn(actor, institutionId)?.isOwner) return false;
    const concerns = own.filter((one) => one.institutionId === institutionId);
    const others = await query(
      db,
      sql`select from accounts a join credentials c on c.account_id = a.id
        where a.disabled_at is null and c.password_hash is not null and a.id <> ${actor.accountId}::bigint
          and (a.is_group_administrator or exists (
            select from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
            where m.account_id = a.id and m.institution_id = ${institutionId}::int and m.suspended_at is null
              and (r.key = 'owner' or r.permissions && ${sql.param([...permissions])}::text[])))
          and not ${isFamilyOf(sql`a.id`, sql`${institutionId}::int`, sql`${JSON.stringify(concerns)}::jsonb`)}
        limit 1`,
    );
    if (others.length > 0) return false;
  }
  return own.length > 0;
}

export const nobodyElse = 'Nobody outside your family can do this.';
