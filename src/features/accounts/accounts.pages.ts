import { page } from '#web/page.ts';

interface Next {
  /** Where the person wanted to go. */
  next: string;
}

/** What an authenticator app needs: a picture, and the same as text. */
export interface AppSecret {
  qr: string;
  text: string;
}

export const signInPage = page<Next>('accounts/sign-in');
export const secondStepPage = page<Next & { name: string }>('accounts/second-step');
export const secondSetUpPage = page<Next & { name: string; secret: AppSecret }>('accounts/second-set-up');
