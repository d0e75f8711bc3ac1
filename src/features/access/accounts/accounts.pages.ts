import type { Opened } from '#kernel/edit/edit.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { accountList } from './accounts.list.ts';
import type { invitePage, RoleRow } from './accounts.queries.ts';
import type { PersonPage } from './person-page.queries.ts';
import type { InvitingPlace } from './invitations/invited-by.ts';
import type { ownSessions } from './own-sessions.ts';

/** The secret for an authenticator app, as a QR code and as text. */
export interface AppSecret {
  qr: string;
  text: string;
}

export interface SettingsProps {
  entries: { label: string; href: string; about: string; group?: string | undefined }[];
}
export const settingsPage = page<SettingsProps>('accounts/settings');

export const ownInvitationPage = page<{
  token: string;
  places: InvitingPlace[];
  /** The signed-in account, which can accept the invitation. */
  account: { name: string; username: string };
}>('accounts/own-invitation');
export const setupPage = page<{
  token: string;
  kinds: { value: string; label: string }[];
}>('accounts/setup');

export interface AccountListProps extends PropsOfList<typeof accountList> {
  total?: number;
  roles?: string[];
  can: { invite: boolean };
}
export const accountListPage = page<AccountListProps>('accounts/people');
export const personPage = page<PersonPage>('accounts/person');
export const newPersonPage = page<Awaited<ReturnType<typeof invitePage>> & { institutionId: number }>(
  'accounts/new-person',
);

export interface PermissionGroup {
  title: string;
  permissions: { name: string; words: string; mayAdd: boolean }[];
}
export interface RoleView {
  id: number | null;
  institutionId: number;
  name: string;
  permissions: string[];
  isOwner: boolean;
  isSeeded: boolean;
  people: number;
}
export const rolesPage = page<{ rows: RoleRow[]; institutionId: number | null; total: number }>('accounts/roles');
export const rolePage = page<{
  role: RoleView;
  opened?: Opened;
  groups: PermissionGroup[];
  can: { change: boolean };
}>('accounts/role');

type OwnSession = Awaited<ReturnType<typeof ownSessions>>[number];
export const ownAccountPage = page<{
  person: { name: string; username: string; email: string | null; phone: string | null };
  roles: { institution: string; roles: string[] }[];
  passwordChangedAt: string | null;
  secondFactor: { isOn: boolean; codesLeft: number };
  sessions: OwnSession[];
}>('accounts/own-account');
export const secondFactorPage = page<{ secret: AppSecret }>('accounts/second-factor');
export const confirmPasswordPage = page<{ isOn: boolean }>('accounts/confirm-password');
