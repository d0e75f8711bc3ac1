import type { Actor } from '#kernel/actor.ts';
import { render, type Tx, query } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';

interface InstitutionRow {
  id: number;
  name: string;
  shortName: string;
  timeZone: string;
  currency: string;
  countryId: string;
  terminology: Record<string, string>;
  memberships: {
    key: string;
    permissions: string[];
    employeeId: number | null;
    studentId: number | null;
    guardianId: number | null;
  }[];
}

interface Stored {
  name: string;
  username: string;
  isGroupAdministrator: boolean;
  places: InstitutionRow[];
}

/**
 * Loads the requester with their current permissions; the action is performed in their name. Limited to the
 * institutions of the transaction.
 */
export async function loadRequester(tx: Tx, accountId: number, institutionId: number): Promise<Actor> {
  const rows = await query<Stored>(tx, render)`
    select a.name, a.username, a.is_group_administrator as "isGroupAdministrator", (
      select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'name', i.name, 'shortName', i.short_name,
        'timeZone', i.time_zone, 'currency', i.currency, 'countryId', coalesce(i.country_id, 'NG'),
        'terminology', i.terminology, 'memberships', (
          select coalesce(jsonb_agg(jsonb_build_object('key', r.key, 'permissions', r.permissions,
            'employeeId', m.employee_id, 'studentId', m.student_id, 'guardianId', m.guardian_id) order by m.id), '[]')
          from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
          where m.account_id = a.id and m.institution_id = i.id and m.suspended_at is null)) order by i.id), '[]')
      from institutions i
      where a.is_group_administrator or exists (
        select from memberships m where m.account_id = a.id and m.institution_id = i.id and m.suspended_at is null)) as places
    from accounts a where a.id = ${accountId} and a.disabled_at is null`;
  const [found] = rows;
  if (!found?.places.some(({ id }) => id === institutionId))
    throw new ValidationError('form', 'The requester no longer has access here. Decline this request.');
  const { places, ...person } = found;
  return {
    ...person,
    accountId,
    sessionId: null,
    showsTours: false,
    version: 0,
    token: null,
    institutions: places.map(({ memberships, ...place }) => {
      const isOwner = person.isGroupAdministrator || memberships.some(({ key }) => key === 'owner');
      return {
        ...place,
        accent: '',
        logoFileId: null,
        toConfirm: [],
        uses: [],
        sessions: [],
        roles: [],
        roleKeys: [],
        isOwner,
        permissions: isOwner ? everything : new Set(memberships.flatMap(({ permissions }) => permissions)),
        employeeIds: present(memberships.map(({ employeeId }) => employeeId)),
        studentIds: present(memberships.map(({ studentId }) => studentId)),
        guardianIds: present(memberships.map(({ guardianId }) => guardianId)),
      };
    }),
    offers: [],
  };
}

const everything = { has: () => true } as unknown as ReadonlySet<string>;
const present = (ids: (number | null)[]) => [...new Set(ids.filter((id) => id !== null))];
