import { countOf } from '#ui/format.ts';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

interface OpenDialogProps {
  isOpen: boolean;
  onClose: () => void;
  term: { id: number; name: string; session: string };
  batchIds: number[];
}

/** Opens the entry of marks for the ticked batches. */
export const OpenDialog = ({ isOpen, onClose, term, batchIds }: OpenDialogProps) => (
  <Dialog open={isOpen} onClose={onClose} title={`Open ${countOf(batchIds.length, 'sheet')}`}>
    {isOpen && (
      <EditForm action="/mark-sheets" submit="Open" onSuccess={onClose} guard={false}>
        <input type="hidden" name="termId" value={term.id} />
        {batchIds.map((id) => (
          <input key={id} type="hidden" name="batchIds[]" value={id} />
        ))}
        <p>
          Teachers can enter the marks of {term.name}, {term.session}, by the schemes that apply now.
        </p>
        <DatePickerField name="dueOn" label="Marks are due on" optional />
      </EditForm>
    )}
  </Dialog>
);
