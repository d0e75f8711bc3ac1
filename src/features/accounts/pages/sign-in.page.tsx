import { Link } from '@inertiajs/react';
import { PasswordField, TextField } from '#ui/fields.tsx';
import type { PropsOf } from '#web/page.ts';
import type { signInPage } from '../accounts.pages.ts';
import { PublicForm } from '../parts/public-form.tsx';

export default function SignInPage({ next }: PropsOf<typeof signInPage>) {
  return (
    <PublicForm
      title="Sign in"
      action="/sign-in"
      submit="Sign in"
      footer={<Link href="/forgot-password">Forgot your password?</Link>}
    >
      <input type="hidden" name="next" value={next} />
      <TextField
        name="identifier"
        label="Username, e-mail or phone"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <PasswordField name="password" label="Password" />
    </PublicForm>
  );
}
