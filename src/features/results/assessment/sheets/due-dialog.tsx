import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { countOf } from '#ui/format.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';

interface DueDialogProps {
  isOpen: boolean;
  onClose: () => void;
  ids: number[];
  dueOn: string | null;
  isOnSheet?: boolean;
}

/** Changes the day on which marks are due. */
export const DueDialog = ({ isOpen, onClose, ids, dueOn, isOnSheet }: DueDialogProps) => (
  <Dialog
    open={isOpen}
    onClose={onClose}
    title={ids.length === 1 ? 'Due day' : `Due day: ${countOf(ids.length, 'sheet')}`}
  >
    {isOpen && (
      <EditForm action="/mark-sheets/due" submit="Save due day" onSuccess={onClose} guard={false}>
        {ids.map((id) => (
          <input key={id} type="hidden" name="ids[]" value={id} />
        ))}
        {isOnSheet && <input type="hidden" name="isOnSheet" value="1" />}
        <p>Teachers who have not finished are reminded three days and one day before, and on the day.</p>
        <DatePickerField name="dueOn" label="Marks are due on" optional defaultValue={dueOn ?? ''} />
      </EditForm>
    )}
  </Dialog>
);
