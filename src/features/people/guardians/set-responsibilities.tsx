import { router } from '@inertiajs/core';
import { useState, type SyntheticEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/forms/field.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { countOf } from '#ui/format.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useRemote } from '#web/client/remote.ts';
import classes from './shared/guardians.module.css';

const fields = { paysFees: 'Pays fees', receivesSms: 'Receives SMS', mayCollect: 'May collect from school' };
const answers = [
  { value: 'keep', label: 'Don’t change' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

/** Sets what the selected guardians are responsible for, for all their children. */
export function SetResponsibilities({ ids, onDone }: { ids: number[]; onDone: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { busy, errors, message, send } = useRemote<{ message: string }>();
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const answer = await send('POST', '/guardians/responsibilities', { ...form, guardian_ids: ids });
    if (!answer) return;
    setOpen(false);
    onDone();
    toast({ message: answer.json.message, tone: 'good' });
    router.reload();
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Fees and messages</Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        busy={busy}
        title={`Fees and messages of ${countOf(ids.length, 'guardian')}`}
      >
        <FormErrors value={errors}>
          <form className={classes.responsibilities} onSubmit={(event) => void submit(event)}>
            <p>Applies to all children of these guardians.</p>
            {Object.entries(fields).map(([name, label]) => (
              <SelectField key={name} name={name} label={label} defaultValue="keep" options={answers} />
            ))}
            {message && Object.keys(errors).length === 0 && <p role="alert">{message}</p>}
            <div>
              <Button type="submit" tone="primary" loading={busy}>
                Save for {countOf(ids.length, 'guardian')}
              </Button>
            </div>
          </form>
        </FormErrors>
      </Dialog>
    </>
  );
}
