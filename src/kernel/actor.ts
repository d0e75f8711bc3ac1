import { NotAllowed, NotFound } from './errors.ts';
import type { Permission } from './permissions.ts';

export interface ActorInstitution {
  id: number;
  name: string;
  shortName: string;
  accent: string;
  logoFileId: number | null;
  currency: string;
  timeZone: string;
  terminology: Record<string, string>;
  /** ISO 3166; Nigeria until the institution says otherwise. */
  countryId: string;
  /** Latest first. */
  sessions: { id: number; name: string; isCurrent: boolean }[];
  roles: string[];
  /** Holds everything here: as an owner, or as a group administrator. */
  isOwner: boolean;
  permissions: ReadonlySet<string>;
  employeeIds: number[];
  studentIds: number[];
  guardianIds: number[];
}

/** Who asks: an account with what it may do in each of its institutions. */
export interface Actor {
  accountId: number | null;
  sessionId: number | null;
  name: string;
  username: string;
  isGroupAdministrator: boolean;
  /** Help tours show by themselves at the first visit of a page. */
  showsTours: boolean;
  /** Raised by the database whenever access changes; a transaction of an older version is aborted. */
  version: number;
  /** sha256 of the session token; null for work that no session does (jobs, first run). */
  token: Buffer | null;
  institutions: ActorInstitution[];
  /** Memberships that institutions offer to this account, until they are accepted or declined. */
  offers: { id: number; institution: string; roles: { name: string; key: string; permissions: string[] }[] }[];
}

export function can(actor: Actor, permission: Permission, institutionId: number): boolean {
  return membershipIn(actor, institutionId)?.permissions.has(permission) ?? false;
}

/** Throws NotFound outside the person's institutions and NotAllowed inside, when the permission is missing. */
export function allow(actor: Actor, permission: Permission, institutionId: number): void {
  const membership = membershipIn(actor, institutionId);
  if (!membership) throw new NotFound('institution');
  if (!membership.permissions.has(permission)) throw new NotAllowed();
}

/** Ids of the institutions in which the person holds at least one of the permissions. */
export function institutionsWhere(actor: Actor, ...permissions: Permission[]): number[] {
  return actor.institutions
    .filter((institution) => permissions.some((permission) => institution.permissions.has(permission)))
    .map((institution) => institution.id);
}

/** The same, narrowed by the address's institution_id; an institution that is not the person's is not found. */
export function institutionsInView(actor: Actor, wanted: number | undefined, ...permissions: Permission[]): number[] {
  const all = institutionsWhere(actor, ...permissions);
  if (wanted === undefined) return all;
  if (!membershipIn(actor, wanted)) throw new NotFound('institution');
  return all.filter((id) => id === wanted);
}

export function membershipIn(actor: Actor, institutionId: number): ActorInstitution | undefined {
  return actor.institutions.find((institution) => institution.id === institutionId);
}

/** Work without a session (a job, the first run): acts in the named institution, in the name given to the audit log. */
export function systemActor(institutionId: number, name: string, accountId: number | null = null): Actor {
  const institution: ActorInstitution = {
    id: institutionId,
    name: '',
    shortName: '',
    accent: '',
    logoFileId: null,
    currency: 'NGN',
    timeZone: 'Africa/Lagos',
    terminology: {},
    countryId: 'NG',
    sessions: [],
    roles: [],
    isOwner: true,
    permissions: { has: () => true } as unknown as ReadonlySet<string>,
    employeeIds: [],
    studentIds: [],
    guardianIds: [],
  };
  return {
    accountId,
    sessionId: null,
    name,
    username: '',
    isGroupAdministrator: false,
    showsTours: false,
    version: 0,
    token: null,
    institutions: [institution],
    offers: [],
  };
}
