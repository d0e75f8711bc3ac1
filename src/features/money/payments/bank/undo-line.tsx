import { useState } from 'react';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { LineDetails } from './bank.queries.ts';

/** Undoes what a line became, with a reason. */
export function UndoLine({ line }: { line: LineDetails }) {
  const [isOpen, setOpen] = useState(false);
  const isFree = line.state === 'matched';
  return (
    <>
      <Button onClick={() => setOpen(true)}>Undo</Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Undo this line">
        <EditForm
          action={`/bank-lines/${line.id}/undo`}
          submit={isFree ? 'Undo' : 'Request undoing'}
          guard={false}
          onSuccess={() => setOpen(false)}
        >
          <p>{words[line.state] ?? words['posted']}</p>
          <TextareaField name="reason" label="Reason" rows={2} maxLength={300} />
        </EditForm>
      </Dialog>
    </>
  );
}

const words: Record<string, string> = {
  matched: 'The line is open again, and its payments wait for the bank. A reversing entry is posted.',
  received:
    'The payment is reversed and the line is open again. A second person approves it. The receipt number is not used again.',
  suspense:
    'The payment is reversed and the line is open again. A second person approves it. The receipt number is not used again.',
  posted: 'A reversing entry is posted and the line is open again. A second person approves it.',
};
