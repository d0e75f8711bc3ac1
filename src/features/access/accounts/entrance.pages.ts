import type { FormProps } from '#ui/public/form-props.ts';
import { publicPage } from '#web/public-pages/public-page.ts';
import type { AppSecret } from './accounts.pages.ts';
import type { InvitingPlace } from './invitations/invited-by.ts';

interface Next extends FormProps {
  /** The address the person asked for. */
  next: string;
}

const isStatic = { isStatic: true };

export const signInPage = publicPage<Next & { isEmpty: boolean }>('accounts/sign-in', isStatic);
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
