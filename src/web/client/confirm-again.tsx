import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FormErrors } from '#ui/forms/field.tsx';
import { PasswordField, TextField } from '#ui/forms/fields.tsx';
import { RemoteForm } from './remote-form.tsx';
import classes from './confirm-again.module.css';

let asked: Promise<boolean> | null = null;

/** Asks for the password or a code in a dialog; false if the user closes it. */
export function confirmAgain(by: string): Promise<boolean> {
  // Two requests at once share one dialog.
  asked ??= new Promise<boolean>((answer) => {
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    const finish = (isConfirmed: boolean) => {
      asked = null;
      answer(isConfirmed);
      // After the dialog has restored the focus.
      setTimeout(() => {
        root.unmount();
        place.remove();
      });
    };
    root.render(<ConfirmAgain byCode={by === 'code'} onFinish={finish} />);
  });
  return asked;
}

function ConfirmAgain({ byCode, onFinish }: { byCode: boolean; onFinish: (isConfirmed: boolean) => void }) {
  const [state, setState] = useState<'open' | 'confirmed' | 'closed'>('open');
  return (
    <Dialog
      open={state === 'open'}
      onClose={() => {
        setState('closed');
        onFinish(state === 'confirmed');
      }}
      title="Confirm it’s you"
    >
      <RemoteForm action="/account/confirm" className={classes.form} onAnswer={() => setState('confirmed')}>
        {({ busy, errors, message }) => {
          const error = errors.current ?? errors.code ?? (message || undefined);
          return (
            <FormErrors value={errors}>
              <p>Enter your {byCode ? 'authentication code' : 'password'} to continue. Nothing you typed is lost.</p>
              {byCode ? (
                <TextField
                  name="code"
                  label="Authentication code"
                  help="From your authenticator app, or a recovery code."
                  autoComplete="one-time-code"
                  error={error}
                />
              ) : (
                <PasswordField name="current" label="Password" error={error} />
              )}
              <div className={classes.actions}>
                <Button type="submit" tone="primary" loading={busy}>
                  Confirm
                </Button>
              </div>
            </FormErrors>
          );
        }}
      </RemoteForm>
    </Dialog>
  );
}
