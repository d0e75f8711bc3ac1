import type { CustomField, CustomValues } from '#kernel/contracts/custom-field.ts';
import type { OpenedValues } from '#kernel/edit/edit.ts';
import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import type { PlaceChoices } from '#features/records/geography/geography.queries.ts';
import type { ProfileProps } from '#features/records/people/serve-profile.ts';
import type { PeopleProps } from '#features/records/people/list/serve-people.ts';
import type { HistoryEntry } from '#features/records/people/history.queries.ts';
import type { ListOf } from '#kernel/record-fields/record-field.ts';
import type { guardianFields } from '#features/records/people/people.fields.ts';
import { page } from '#web/page.ts';
import type { GuardianProfile, signInOf } from './guardian-profile.queries.ts';
import type { recordsElsewhere, Child } from './guardian-children.queries.ts';
import type {
  guardianChoices,
  GuardianFilter,
  GuardianRow,
  institutionsOf,
  mayInGuardianList,
} from './guardians.list.ts';

export interface GuardianListProps extends PeopleProps<
  GuardianRow,
  GuardianFilter,
  ReturnType<typeof mayInGuardianList>,
  Awaited<ReturnType<typeof guardianChoices>>
> {
  /** Institutions with visible guardians, if there are several. */
  institutions: ReturnType<typeof institutionsOf>;
}

export const guardianListPage = page<GuardianListProps>('guardians/guardian-list');

export interface Custom {
  fields: CustomField[];
  values: CustomValues;
}

export interface GuardianProfileProps extends ProfileProps {
  guardian: GuardianProfile;
  children: Child[];
  /** Custom fields on the tab. */
  custom?: Custom;
  /** Null if the viewer can't see the group. */
  religion?: { word: string | null } | null;
  alsoAt: Awaited<ReturnType<typeof recordsElsewhere>>;
  /** Undefined if the viewer can't see accounts. */
  signIn?: Awaited<ReturnType<typeof signInOf>>;
  /** Without the change itself, which may name a child that the viewer can't see. */
  lastChange: Pick<HistoryEntry, 'at' | 'person'> | null;
  can: ProfileProps['can'] & { invite: boolean; restricted: boolean };
}

export const guardianProfilePage = page<GuardianProfileProps>('guardians/guardian-profile');

export interface GuardianFormProps {
  guardian: (GuardianProfile & { religion: string | null }) | null;
  opened: OpenedValues | null;
  /** Groups that the form shows. */
  groups: FieldGroup[];
  institutionId: number;
  institutions: { id: number; name: string }[];
  /** Example of a phone number in the institution's country. */
  phoneExample: string;
  place: PlaceChoices;
  words: Record<ListOf<typeof guardianFields>, string[]>;
  custom: Custom;
}

export const guardianForm = page<GuardianFormProps>('guardians/guardian-form');

/** The form that adds a guardian to a student. */
export interface LinkProps {
  student: { id: number; institutionId: number; firstName: string; surname: string };
  relations: string[];
  phoneExample: string;
  /** Whether the student has no guardian yet, who then pays unless the form says otherwise. */
  isFirst: boolean;
  /** Whether the student's record has a next of kin that would be replaced. */
  hasOwnNextOfKin: boolean;
  link?: {
    guardianId: number;
    name: string;
    relation: string | null;
    paysFees: boolean;
    mayCollect: boolean;
    receivesSms: boolean;
    isNextOfKin: boolean;
  };
}

export const linkForm = page<LinkProps>('guardians/link-form');

export const editLinkForm = page<LinkProps & { link: NonNullable<LinkProps['link']>; opened: OpenedValues }>(
  'guardians/edit-link',
);

export const inviteForm = page<{
  guardian: Pick<GuardianProfile, 'id' | 'title' | 'surname' | 'firstName' | 'email'> & { phone: string | null };
  username: string;
}>('guardians/invite-guardian');

export const ownChildrenPage = page<{ children: (Child & { school: string })[] }>('guardians/own-children');
