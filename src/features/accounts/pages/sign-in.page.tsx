import { Link } from '@inertiajs/react';
import { PasswordField, TextField } from '#ui/forms/fields.tsx';
import type { PropsOf } from '#web/page.ts';
import type { signInPage } from '../accounts.pages.ts';
import { PublicForm, PublicSheet } from '../parts/public-form.tsx';
import classes from '../parts/public-form.module.css';

export default function SignInPage({ next, isEmpty }: PropsOf<typeof signInPage>) {
  if (isEmpty)
    return (
      <PublicSheet title="Set up Akada" description="There is no institution or account yet.">
        <p>
          When Akada started, it printed the address of the setup page in its terminal or log. Open that address to add
          your institution and the owner’s account.
        </p>
        <p>
          The address expires after 24 hours. To print a new one, run this command on the server. The old address then
          stops working.
        </p>
        <pre className={classes.command}>npm run akada -- setup-link</pre>
      </PublicSheet>
    );
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
