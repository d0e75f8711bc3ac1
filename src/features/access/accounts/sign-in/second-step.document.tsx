import { TextField } from '#ui/public/fields.tsx';
import { CodeField, EntranceForm, stateOf } from '#web/entrance/entrance-form.tsx';
import { EntrancePage } from '#web/entrance/entrance-page.tsx';
import type { PropsOfPublic } from '#web/public-pages/public-page.ts';
import type { secondStepPage } from '../accounts.pages.ts';

export default function SecondStep({ name, next, other, isLost, ...form }: PropsOfPublic<typeof secondStepPage>) {
  const state = stateOf(form, 'code');
  return (
    <EntrancePage
      title="Two-step verification"
      description={`${name}, ${isLost ? 'enter one of your saved recovery codes. Each works once.' : 'open your authenticator app and enter the code for Akada.'}`}
      footer={
        <>
          <a href={other}>{isLost ? 'Use the app' : 'Use a recovery code'}</a>
          <a href="/sign-in">Start over</a>
        </>
      }
    >
      <EntranceForm {...form} fields={['code']} submit="Sign in">
        <input type="hidden" name="next" value={next} />
        {isLost ? (
          <TextField
            state={state}
            name="code"
            label="Recovery code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="abcde-fghjk"
            maxLength={40}
            required
          />
        ) : (
          <CodeField state={state} label="Code from the app" />
        )}
      </EntranceForm>
    </EntrancePage>
  );
}
