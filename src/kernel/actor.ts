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
  /** ISO 3166; Nigeria by default. */
  countryId: string;
  /** Keys of what an upgrade brought and an owner has not confirmed. */
  toConfirm: string[];
  /** Keys of what the institution has set up, of the parts that not every one uses. */
  uses: string[];
  /** Latest first. */
  sessions: { id: number; name: string; isCurrent: boolean }[];
  roles: string[];
  /** Those of a new institution by their key. */
  roleKeys: string[];
  /** Has all permissions here, as an owner or a group administrator. */
  isOwner: boolean;
  permissions: ReadonlySet<string>;
  employeeIds: number[];
  studentIds: number[];
  guardianIds: number[];
}

/** Why somebody may act for themselves or their own family here: audit entries of this actor say so. */
export interface OwnFamilyMark {
  /** Undefined until it is known, null if it concerns nobody of the family. */
  reason: string | null | undefined;
  isKnown: Promise<unknown>;
  isAbout: (subject: { type: string; id: number } | undefined) => boolean;
}

/** The signed-in account with its permissions in each institution. */
export interface Actor {
  accountId: number | null;
  sessionId: number | null;
  name: string;
  username: string;
  isGroupAdministrator: boolean;
  /** Help tours are offered at the first visit of a page. */
  showsTours: boolean;
  /** Incremented by the database whenever access changes; a transaction with an older version is aborted. */
  version: number;
  /** sha256 of the session token; null without a session (jobs, first run). */
  token: Buffer | null;
  institutions: ActorInstitution[];
  /** Memberships offered to this account that were neither accepted nor declined. */
  offers: { id: number; institution: string; roles: { name: string; key: string; permissions: string[] }[] }[];
  /** Audit entries carry it. */
  requestId?: string;
  ownFamilyMark?: OwnFamilyMark;
}

export function can(actor: Actor, permission: Permission, institutionId: number): boolean {
  return membershipIn(actor, institutionId)?.permissions.has(permission) ?? false;
}

/** Throws NotFound outside the actor's institutions, and NotAllowed if the permission is missing in one of them. */
export function allow(actor: Actor, permission: Permission, institutionId: number): void {
  const membership = membershipIn(actor, institutionId);
  if (!membership) throw new NotFound('institution');
  if (!membership.permissions.has(permission)) throw new NotAllowed();
}

/** Ids of the institutions in which the actor has at least one of the permissions. */
export function institutionsWhere(actor: Actor, ...permissions: Permission[]): number[] {
  return actor.institutions
    .filter((institution) => permissions.some((permission) => institution.permissions.has(permission)))
    .map((institution) => institution.id);
}

/** The same, narrowed by institution_id in the address; throws NotFound for an institution that is not the actor's. */
export function institutionsInView(actor: Actor, wanted: number | undefined, ...permissions: Permission[]): number[] {
  const all = institutionsWhere(actor, ...permissions);
  if (wanted === undefined) return all;
  if (!membershipIn(actor, wanted)) throw new NotFound('institution');
  return all.filter((id) => id === wanted);
}

/** The first of them, for a page about one institution. */
export function institutionInView(actor: Actor, wanted: number | undefined, ...permissions: Permission[]): number {
  const [institutionId] = institutionsInView(actor, wanted, ...permissions);
  if (institutionId === undefined) throw new NotAllowed();
  return institutionId;
}

export function membershipIn(actor: Actor, institutionId: number): ActorInstitution | undefined {
  return actor.institutions.find((institution) => institution.id === institutionId);
}

/** The institutions in which the actor has one of the permissions, for a choice. */
export const namedInstitutions = (actor: Actor, ...permissions: Permission[]): { id: number; name: string }[] =>
  institutionsWhere(actor, ...permissions).map((id) => ({ id, name: membershipIn(actor, id)!.name }));

/** The institution of a page about one: the one in the address, else the first with a permission. And the others. */
export function institutionChoice(actor: Actor, wanted: number | undefined, ...permissions: Permission[]) {
  const institutionId = institutionInView(actor, wanted, ...permissions);
  return { institutionId, institutions: namedInstitutions(actor, ...permissions) };
}

/**
 * An actor for work without a session (a job, the first run): acts in the institution under the given name in the audit
 * log.
 */
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
    toConfirm: [],
    uses: [],
    sessions: [],
    roles: [],
    roleKeys: [],
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
