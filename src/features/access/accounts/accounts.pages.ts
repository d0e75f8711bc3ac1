import type { OpenedValues } from '#kernel/edit/edit.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { accountList } from './accounts.list.ts';
import type { invitePage, RoleRow, PersonPage } from './accounts.queries.ts';
import type { InvitingPlace } from './invitations/invited-by.ts';
import type { ownSessions } from './own-access.ts';
import type { FormProps } from '#ui/public/form-props.ts';
import { publicPage } from '#web/public-pages/public-page.ts';

/** The secret for an authenticator app, as a QR code and as text. */
export interface AppSecret {
  qr: string;
  text: string;
}

export const settingsPage = page<{
  entries: { label: string; href: string; about: string; group?: string | undefined }[];
}>('accounts/settings');

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

export const accountListPage = page<
  PropsOfList<typeof accountList> & {
    total?: number;
    roles?: string[];
    can: { invite: boolean };
  }
>('accounts/people');
export const personPage = page<PersonPage>('accounts/person');
export const newPersonPage = page<Awaited<ReturnType<typeof invitePage>> & { institutionId: number }>(
  'accounts/new-person',
);

export interface PermissionGroup {
  title: string;
  permissions: { name: string; words: string; mayAdd: boolean }[];
}
interface RoleView {
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
  opened?: OpenedValues;
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

interface Next extends FormProps {
  /** The address the person asked for. */
  next: string;
}

const isStatic = { isStatic: true };

export const signInPage = publicPage<Next & { isEmpty: boolean; regions?: string }>('accounts/sign-in', isStatic);
interface Leading {
  href: string;
  label: string;
}
export const directoryPage = publicPage<{
  title: string;
  description?: string;
  form?: FormProps;
  regions?: Leading[];
  other: Leading;
}>('accounts/directory', isStatic);
export const secondStepPage = publicPage<
  Next & {
    name: string;
    /** The person uses a recovery code. */
    isLost: boolean;
    /** The same step with the other kind of code. */
    other: string;
  }
>('accounts/second-step', isStatic);
export const secondSetUpPage = publicPage<Next & { name: string; secret: AppSecret }>(
  'accounts/second-set-up',
  isStatic,
);
export const recoveryCodesPage = publicPage<Next & { codes: string[] }>('accounts/recovery-codes', isStatic);
export const forgotPasswordPage = publicPage<FormProps>('accounts/forgot-password', isStatic);
export const resetPasswordPage = publicPage<FormProps & { isSent: boolean }>('accounts/reset-password', isStatic);
export const invitationPage = publicPage<FormProps & { name: string; username: string; places: InvitingPlace[] }>(
  'accounts/invitation',
  isStatic,
);
