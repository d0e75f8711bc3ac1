import { Link } from '@inertiajs/react';
import { TextField } from '#ui/fields.tsx';
import { PublicForm } from '../parts/public-form.tsx';

export default function ForgotPasswordPage() {
  return (
    <PublicForm
      title="Forgot your password?"
      description="We send a code to your e-mail address or phone. Without either, ask your ICT administrator for one."
      action="/forgot-password"
      submit="Send me a code"
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
