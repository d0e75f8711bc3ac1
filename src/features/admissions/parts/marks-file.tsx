import { router } from '@inertiajs/react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { UploadField } from '#ui/fields/upload-field.tsx';
import { FormErrors } from '#ui/forms/field.tsx';
import { count, countOf } from '#ui/format.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { RemoteForm } from '#web/client/remote-form.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { Examination } from '../exam/exam.queries.ts';
import type { CheckedMarks } from '../exam/read-marks-file.ts';
import type { SavedMarks } from '../exam/save-marks.ts';
import classes from './marks.module.css';

const shown = 8;

interface MarksFileProps {
  exam: Examination;
  open: boolean;
  onClose: () => void;
  /** The page has the new marks. */
  onSaved: () => void;
}

/** Marks from a file: it is checked first, and saved after a look. */
export function MarksFile({ exam, open, onClose, onSaved }: MarksFileProps) {
  const [checked, setChecked] = useState<CheckedMarks | null>(null);
  const { send, busy, message } = useRemote<SavedMarks>();
  const here = `/intakes/${exam.id}/marks`;
  const close = () => {
    setChecked(null);
    onClose();
  };
  const save = async () => {
    const answer = await send('post', here, { marks: checked!.marks } as never);
    if (!answer) return;
    const { saved, problems } = answer.json;
    toast({
      tone: problems.length ? 'bad' : 'good',
      message: `${countOf(saved, 'mark')} saved.${problems.length ? ` ${countOf(problems.length, 'mark was', 'marks were')} changed by somebody meanwhile and stayed. Upload the file again to look at them.` : ''}`,
    });
    close();
    router.reload({ onSuccess: onSaved });
  };
  return (
    <Dialog open={open} onClose={close} title="Upload marks">
      <p>
        A CSV or Excel file with the columns Number and one or more of:{' '}
        {exam.tests.map(({ label }) => label).join(', ')}
        {exam.tests.length > 0 && ', '}Interview. <a href={`${here}.xlsx`}>Download the template</a> with all
        applicants.
      </p>
      <RemoteForm
        className={classes.upload}
        action={`${here}/check`}
        onAnswer={({ json }) => setChecked(json as CheckedMarks)}
      >
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
            <b>{countOf(checked.marks.length, 'mark')}</b> would change, {count(checked.same)} are the same already.
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
          {message && <p role="alert">{message}</p>}
          {checked.problems.length === 0 && checked.marks.length > 0 && (
            <Button tone="primary" loading={busy} onClick={() => void save()}>
              Save {countOf(checked.marks.length, 'mark')}
            </Button>
          )}
        </section>
      )}
    </Dialog>
  );
}
