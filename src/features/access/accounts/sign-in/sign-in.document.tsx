import { EntranceForm, IdentifierField, PasswordField, stateOf } from '#web/entrance/entrance-form.tsx';
import { EntrancePage } from '#web/entrance/entrance-page.tsx';
import type { PropsOfPublic } from '#web/public-pages/public-page.ts';
import type { signInPage } from '../accounts.pages.ts';

export default function SignIn({ next, isEmpty, regions, ...form }: PropsOfPublic<typeof signInPage>) {
  if (isEmpty)
    return (
      <EntrancePage title="Set up Akada" description="There is no institution or account yet.">
        <p>
          When Akada started, it printed the address of the setup page in its terminal or log. Open that address to add
          your institution and the owner’s account.
        </p>
        <p>
          The address expires after 24 hours. To print a new one, run this command on the server. The old address then
          stops working.
        </p>
        <pre>npm run akada -- setup-link</pre>
      </EntrancePage>
    );
  const state = stateOf(form, form.values['identifier'] ? 'password' : 'identifier');
  return (
    <EntrancePage
      title="Sign in"
      footer={
        <>
          <a href="/forgot-password">Forgot your password?</a>
          {regions && <a href={regions}>Other regions</a>}
        </>
      }
    >
      <EntranceForm {...form} fields={['identifier', 'password']} submit="Sign in">
        <input type="hidden" name="next" value={next} />
        <IdentifierField state={state} />
        <PasswordField state={state} />
      </EntranceForm>
    </EntrancePage>
  );
}
