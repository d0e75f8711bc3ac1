import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';

interface Stored extends Record<string, unknown> {
  name: string;
  username: string;
  isGroupAdministrator: boolean;
  isOwner: boolean;
  institution: { name: string; shortName: string; timeZone: string; countryId: string; currency: string };
  permissions: string[];
  employeeIds: number[];
  studentIds: number[];
  guardianIds: number[];
}

/** The person who asked, with the rights of this moment in this institution alone: the act is done in this name. */
export async function askerNow(tx: Tx, accountId: number, institutionId: number): Promise<Actor> {
  const { rows } = await tx.execute<Stored>(sql`
    select a.name, a.username, a.is_group_administrator as "isGroupAdministrator",
      a.is_group_administrator or coalesce(bool_or(r.key = 'owner'), false) as "isOwner",
      (select jsonb_build_object('name', i.name, 'shortName', i.short_name, 'timeZone', i.time_zone, 'currency', i.currency,
        'countryId', coalesce(i.country_id, 'NG')) from institutions i where i.id = ${institutionId}) as institution,
      coalesce(jsonb_agg(to_jsonb(r.permissions)) filter (where r.id is not null), '[]') as permissions,
      coalesce(jsonb_agg(m.employee_id) filter (where m.employee_id is not null), '[]') as "employeeIds",
      coalesce(jsonb_agg(m.student_id) filter (where m.student_id is not null), '[]') as "studentIds",
      coalesce(jsonb_agg(m.guardian_id) filter (where m.guardian_id is not null), '[]') as "guardianIds"
    from accounts a
    left join memberships m on m.account_id = a.id and m.institution_id = ${institutionId}
    left join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
    where a.id = ${accountId} and a.disabled_at is null group by a.id`);
  const [found] = rows;
  if (!found || !(found.isOwner || found.permissions.length))
    throw new Refused('form', 'The person who asked no longer works here. Decline this request.');
  const { institution, isOwner, permissions, employeeIds, studentIds, guardianIds, ...person } = found;
  return {
    ...person,
    accountId,
    sessionId: null,
    showsTours: false,
    version: 0,
    token: null,
    institutions: [
      {
        id: institutionId,
        ...institution,
        accent: '',
        logoFileId: null,
        terminology: {},
        sessions: [],
        roles: [],
        isOwner,
        permissions: isOwner ? everything : new Set(permissions.flat()),
        ...{ employeeIds, studentIds, guardianIds },
      },
    ],
  };
}

const everything = { has: () => true } as unknown as ReadonlySet<string>;
