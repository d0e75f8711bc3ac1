import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/forms/field.tsx';
import { RemoteForm } from '#web/client/remote-form.tsx';
import type { AppSecret } from './accounts.pages.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import '#ui/public/set-up-steps.css';
import classes from './app-set-up.module.css';
import { TextField } from '#ui/forms/fields.tsx';

interface AppSetUpProps {
  secret: AppSecret;
  action: string;
  submit: string;
  /** The address to continue to once the codes are saved. */
  next: string;
}

/** Three steps: get an app, scan the QR code, enter the first code. Then shows the recovery codes. */
export function AppSetUp({ secret, action, submit, next }: AppSetUpProps) {
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} href={next} label="I have saved my codes" />;
  return (
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
        <RemoteForm
          action={action}
          className={classes.form}
          onAnswer={({ json }) => {
            const answer = json as { codes: string[]; next?: string };
            if (answer.codes.length) setCodes(answer.codes);
            else location.assign(answer.next ?? next);
          }}
        >
          {({ busy, errors, message }) => (
            <FormErrors value={errors}>
              <input type="hidden" name="next" value={next} />
              <CodeField label="Code from the app" />
              {message && !errors.code && <p role="alert">{message}</p>}
              <Button type="submit" tone="primary" loading={busy}>
                {submit}
              </Button>
            </FormErrors>
          )}
        </RemoteForm>
      </li>
    </ol>
  );
}

/** A code of a few digits; phones offer the one that just arrived. */
function CodeField({ digits = 6, ...rest }: { label: string; help?: string; digits?: number; autoFocus?: boolean }) {
  return (
    <TextField
      {...rest}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={digits + 2}
      placeholder={'0'.repeat(digits)}
      className={classes.code}
    />
  );
}
