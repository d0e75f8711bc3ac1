import type { Opened } from '#kernel/edit/edit.ts';
import type { BatchSeats, ClassOfBatches, SessionTotals } from '#features/school/structure/sessions/figures.queries.ts';
import type { SessionState } from '#features/school/structure/sessions/sessions.queries.ts';
import type { WaitingChange } from '#features/records/approvals/waiting-changes.queries.ts';
import { page } from '#web/page.ts';
import type { InstitutionRow, InstitutionSettings } from './institutions.queries.ts';
import type { Words } from '#kernel/contracts/terminology.ts';

export interface InstitutionListProps {
  institutions: InstitutionRow[];
  can: { create: boolean };
}
export const institutionList = page<InstitutionListProps>('institutions/institution-list');

export interface InstitutionPageProps {
  institution: Pick<
    InstitutionSettings,
    'id' | 'name' | 'kind' | 'motto' | 'establishedYear' | 'address' | 'city' | 'phone' | 'email'
  > & {
    logo: string | null;
  };
  words: Words;
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

export interface InstitutionFormProps {
  institution: InstitutionSettings & { logo: string | null };
  opened: Opened;
  kinds: { value: string; label: string }[];
  currencies: { value: string; label: string }[];
  timeZones: string[];
  defaultWords: Words;
  can: { requireSecondFactor: boolean };
}
export const institutionForm = page<InstitutionFormProps>('institutions/institution-form');

export const institutionNew = page<{ kinds: { value: string; label: string }[] }>('institutions/institution-new');

export interface PublicAddressProps {
  /** What was asked for and isn't in force. */
  changes: WaitingChange[];
  publicUrl: string | null;
  opened: Opened;
  /** Whether PUBLIC_URL on the server overrides it. */
  isConfigured: boolean;
  can: { edit: boolean };
}
export const publicAddressPage = page<PublicAddressProps>('institutions/public-address');
