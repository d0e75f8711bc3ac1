import { Link } from '@inertiajs/react';
import { TextField } from '#ui/forms/fields.tsx';
import type { PropsOf } from '#web/page.ts';
import type { resetPasswordPage } from '../accounts.pages.ts';
import { CodeField } from '../parts/code-field.tsx';
import { NewPassword } from '../parts/new-password.tsx';
import { PublicForm } from '../parts/public-form.tsx';

export default function ResetPasswordPage({ identifier }: PropsOf<typeof resetPasswordPage>) {
  return (
    <PublicForm
      title="Set a new password"
      description={
        identifier
          ? 'If the account exists and has an e-mail address or phone, we’ve sent it a code. The code expires in 15 minutes.'
          : 'Enter the code you were sent or given.'
      }
      action="/reset-password"
      submit="Set password"
      footer={
        <>
          <Link href="/sign-in">Back to sign-in</Link>
          <Link href="/forgot-password">Send another code</Link>
        </>
      }
    >
      <TextField
        name="identifier"
        label="Username, e-mail or phone"
        defaultValue={identifier}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={!identifier}
      />
      <CodeField label="Code" digits={12} autoFocus={Boolean(identifier)} />
      <NewPassword />
    </PublicForm>
  );
}
