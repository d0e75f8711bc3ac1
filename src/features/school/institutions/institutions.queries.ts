import { asc, eq, inArray, sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { type Db, pick } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { institutions } from '#kernel/identity.schema.ts';
import type { OpenedValues } from '#kernel/edit/edit.ts';
import type { BatchSeats, ClassOfBatches, SessionTotals } from '#features/school/structure/sessions/figures.queries.ts';
import type { SessionState } from '#features/school/structure/sessions/sessions.queries.ts';
import type { WaitingChange } from '#features/records/approvals/waiting-changes.queries.ts';
import { page } from '#web/page.ts';
import type { Terminology } from '#kernel/contracts/terminology.ts';

/** The institutions the actor can view, with their main details. */
export const listInstitutions = (db: Db, actor: Actor) =>
  db
    .select({
      id: institutions.id,
      name: institutions.name,
      kind: institutions.kind,
      city: institutions.city,
      session: sql<
        string | null
      >`(select a.name from academic_sessions a where a.institution_id = institutions.id and a.is_current)`,
      batches: sql<number>`(select count(*) from batches b join academic_sessions a on (a.institution_id, a.id) = (b.institution_id, b.session_id)
        where b.institution_id = institutions.id and a.is_current)`,
    })
    .from(institutions)
    .where(inArray(institutions.id, institutionsWhere(actor, 'institutions.view')))
    .orderBy(asc(institutions.name));
export type InstitutionRow = Awaited<ReturnType<typeof listInstitutions>>[number];

/** The settings of an institution. */
export const institutionSettings = async (db: Db, institutionId: number) => {
  const [row] = await db
    .select({
      ...pick(institutions, 'id', 'name', 'shortName', 'kind', 'motto', 'establishedYear', 'address', 'city'),
      ...pick(institutions, 'phone', 'email', 'accent', 'logoFileId', 'currency', 'timeZone'),
      ...pick(institutions, 'admissionNumberPattern', 'employeeNumberPattern', 'terminology', 'requireSecondFactor'),
    })
    .from(institutions)
    .where(eq(institutions.id, institutionId));
  if (!row) throw new NotFound('institution');
  return row;
};
export type InstitutionSettings = Awaited<ReturnType<typeof institutionSettings>>;

export const institutionList = page<{
  institutions: InstitutionRow[];
  can: { create: boolean };
}>('institutions/institution-list');

export interface InstitutionPageProps {
  institution: Pick<
    InstitutionSettings,
    'id' | 'name' | 'kind' | 'motto' | 'establishedYear' | 'address' | 'city' | 'phone' | 'email'
  > & {
    logo: string | null;
  };
  words: Terminology;
  sessions: {
    id: number;
    name: string;
    isCurrent: boolean;
    /** Only with access to the structure. */
    startsOn?: string;
    endsOn?: string;
    state?: SessionState;
    terms?: number;
  }[];
  session: {
    id: number;
    name: string;
    isCurrent: boolean;
    startsOn: string | null;
    endsOn: string | null;
    isClosed: boolean;
    terms: { name: string; startsOn: string; endsOn: string; isCurrent: boolean }[];
  } | null;
  /** Null without access to the structure. */
  figures: SessionTotals | null;
  /** The session's batches, and the classes that they belong to in their order: each class is sent once. */
  classes: ClassOfBatches[];
  batches: BatchSeats[];
  /** What visitors see at the main address; null for users who can edit neither institution nor site. */
  mainAddress: string | null;
  can: { edit: boolean; editSite: boolean; found: boolean; editStructure: boolean; assignBatch: boolean };
}
export const institutionPage = page<InstitutionPageProps>('institutions/institution');

export const institutionForm = page<{
  institution: InstitutionSettings & { logo: string | null };
  opened: OpenedValues;
  kinds: { value: string; label: string }[];
  currencies: { value: string; label: string }[];
  timeZones: string[];
  defaultWords: Terminology;
  can: { requireSecondFactor: boolean };
}>('institutions/institution-form');

export const institutionNew = page<{ kinds: { value: string; label: string }[] }>('institutions/institution-new');

export const publicAddressPage = page<{
  /** What was asked for and isn't in force. */
  changes: WaitingChange[];
  publicUrl: string | null;
  opened: OpenedValues;
  /** Whether PUBLIC_URL on the server overrides it. */
  isConfigured: boolean;
  can: { edit: boolean };
}>('institutions/public-address');
