import { Link } from '@inertiajs/react';
import { TextField } from '#ui/forms/fields.tsx';
import { PublicForm } from '../parts/public-form.tsx';

export default function ForgotPasswordPage() {
  return (
    <PublicForm
      title="Forgot your password?"
      description="We’ll send a code to your e-mail address or phone. If you have neither on your account, ask your ICT administrator."
      action="/forgot-password"
      submit="Send code"
      footer={
        <>
          <Link href="/sign-in">Back to sign-in</Link>
          <Link href="/reset-password">I have a code</Link>
        </>
      }
    >
      <TextField
        name="identifier"
        label="Username, e-mail or phone"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
    </PublicForm>
  );
}
