import { useState, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { UploadField } from '#ui/fields/upload-field.tsx';
import { FormErrors } from '#ui/forms/field.tsx';
import { count, countOf } from '#ui/format.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import classes from './checked-file.module.css';
import { RemoteForm } from './remote-form.tsx';

const shown = 8;

interface Checked {
  same: number;
  problems: { row: number; message: string }[];
}

interface CheckedFileProps<Found extends Checked> {
  title: string;
  /** What the file contains, and where its template is. */
  about: ReactNode;
  /** Checks the file, and changes nothing. */
  action: string;
  /** What is counted: 'mark'. */
  noun: string;
  open: boolean;
  onClose: () => void;
  changesOf: (found: Found) => number;
  /** What would change. */
  preview?: (found: Found) => ReactNode;
  /** Resolves with whether the dialog closes. */
  save: (found: Found) => Promise<boolean>;
  busy: boolean;
  message: string;
}

/** A file that is checked first, and saved after a look. */
export function CheckedFile<Found extends Checked>(props: CheckedFileProps<Found>) {
  const { title, about, action, noun, open, onClose, changesOf, preview, save, busy, message } = props;
  const [checked, setChecked] = useState<Found | null>(null);
  const close = () => {
    setChecked(null);
    onClose();
  };
  const changes = checked ? changesOf(checked) : 0;
  return (
    <Dialog open={open} onClose={close} title={title}>
      <p>{about}</p>
      <RemoteForm className={classes.upload} action={action} onAnswer={({ json }) => setChecked(json as Found)}>
        {({ busy: isChecking, errors, message: refusal }) => (
          <FormErrors value={errors}>
            <UploadField name="file" label="File" accept=".csv,.xlsx" onFiles={() => setChecked(null)} />
            {refusal && !errors['file'] && <p role="alert">{refusal}</p>}
            <Button type="submit" loading={isChecking}>
              Check file
            </Button>
          </FormErrors>
        )}
      </RemoteForm>
      {checked && (
        <section className={classes.checked} aria-live="polite">
          <p>
            <b>{countOf(changes, noun)}</b> would change, {count(checked.same)} are already the same.
          </p>
          {checked.problems.length > 0 && (
            <>
              <p>{countOf(checked.problems.length, 'problem')}. Correct the file and check it again.</p>
              <ul>
                {checked.problems.slice(0, shown).map(({ row, message: words }, at) => (
                  <li key={at}>
                    Row {row}: {words}
                  </li>
                ))}
              </ul>
              {checked.problems.length > shown && <p>And {count(checked.problems.length - shown)} more.</p>}
            </>
          )}
          {checked.problems.length === 0 && preview?.(checked)}
          {message && <p role="alert">{message}</p>}
          {checked.problems.length === 0 && changes > 0 && (
            <Button
              tone="primary"
              loading={busy}
              onClick={() => void save(checked).then((closes) => closes && close())}
            >
              Save {countOf(changes, noun)}
            </Button>
          )}
        </section>
      )}
    </Dialog>
  );
}
