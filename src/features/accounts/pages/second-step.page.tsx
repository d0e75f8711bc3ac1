import { Link } from '@inertiajs/react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import type { PropsOf } from '#web/page.ts';
import type { secondStepPage } from '../accounts.pages.ts';
import { CodeField } from '../parts/code-field.tsx';
import { PublicForm } from '../parts/public-form.tsx';

export default function SecondStepPage({ next, name }: PropsOf<typeof secondStepPage>) {
  const [lost, setLost] = useState(false);
  return (
    <PublicForm
      title="Two-step verification"
      description={`${name}, ${lost ? 'enter one of your saved recovery codes. Each works once.' : 'open your authenticator app and enter the code for Akada.'}`}
      action="/sign-in/code"
      submit="Sign in"
      footer={
        <>
          <Button tone="plain" small onClick={() => setLost(!lost)}>
            {lost ? 'Use the app' : 'Use a recovery code'}
          </Button>
          <Link href="/sign-in">Start over</Link>
        </>
      }
    >
      <input type="hidden" name="next" value={next} />
      {lost ? (
        <TextField
          key="recovery"
          name="code"
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="abcde-fghjk"
          autoFocus
        />
      ) : (
        <CodeField key="app" label="Code from the app" autoFocus />
      )}
    </PublicForm>
  );
}
