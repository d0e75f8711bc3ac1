import type { PropsOf } from '#web/page.ts';
import type { secondSetUpPage } from '../accounts.pages.ts';
import { AppSetUp } from '../parts/app-set-up.tsx';
import { PublicSheet } from '../parts/public-form.tsx';

export default function SecondSetUpPage({ name, secret, next }: PropsOf<typeof secondSetUpPage>) {
  return (
    <PublicSheet
      title="Set up two-step verification"
      description={`${name}, your institution requires a code from your phone in addition to your password.`}
    >
      <AppSetUp secret={secret} action="/sign-in/set-up" submit="Sign in" next={next} />
    </PublicSheet>
  );
}
