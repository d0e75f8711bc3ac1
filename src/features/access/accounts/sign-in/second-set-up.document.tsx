import { CodeField, EntranceForm, stateOf } from '#web/entrance/entrance-form.tsx';
import { EntrancePage } from '#web/entrance/entrance-page.tsx';
import type { PropsOfPublic } from '#web/public-pages/public-page.ts';
import type { secondSetUpPage } from '../accounts.pages.ts';

/** Three steps: get an app, scan the QR code, enter the first code. */
export default function SecondSetUp({ name, next, secret, ...form }: PropsOfPublic<typeof secondSetUpPage>) {
  return (
    <EntrancePage
      title="Set up two-step verification"
      description={`${name}, your institution requires a code from your phone in addition to your password.`}
    >
      <ol className="steps">
        <li>
          <h2>Get an authenticator app</h2>
          <p>For example Google Authenticator, Microsoft Authenticator or Aegis. It works offline.</p>
        </li>
        <li>
          <h2>Scan this QR code</h2>
          <img
            className="qr"
            src={`data:image/svg+xml,${encodeURIComponent(secret.qr)}`}
            alt="QR code for the authenticator app"
            width={176}
            height={176}
          />
          <p>
            Can’t scan it? Enter this key: <code className="key">{secret.text}</code>
          </p>
        </li>
        <li>
          <h2>Enter the code from the app</h2>
          <EntranceForm {...form} fields={['code']} submit="Sign in">
            <input type="hidden" name="next" value={next} />
            {/* Only a refused code takes the focus: at first the steps above are read. */}
            <CodeField state={stateOf(form, '')} label="Code from the app" />
          </EntranceForm>
        </li>
      </ol>
    </EntrancePage>
  );
}
