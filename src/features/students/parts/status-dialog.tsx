import { Dialog } from '#ui/dialog.tsx';
import { EditForm } from '#ui/edit-form.tsx';
import { TextareaField } from '#ui/fields.tsx';
import { textName } from '#ui/format.ts';
import { SelectField } from '#ui/select-field.tsx';
import { isEnrolled } from '../student-status.ts';
import type { StudentProfileProps } from '../students.pages.ts';

interface StatusDialogProps extends Pick<StudentProfileProps, 'student' | 'moves'> {
  open: boolean;
  onClose: () => void;
}

/** Suspend, withdraw, graduate, re-admit: asks for the reason and says what follows. */
export function StatusDialog({ student, moves, open, onClose }: StatusDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={`Change the status of ${textName(student)}`}>
      <EditForm action={`/students/${student.id}/status`} submit="Change status" onSuccess={onClose}>
        <SelectField name="status" label="New status" options={moves} />
        <TextareaField
          name="reason"
          label="Reason"
          help="Kept in the history with your name."
          rows={3}
          maxLength={300}
        />
        {student.batch && moves.some((move) => !isEnrolled(move.value)) && (
          <p>Who leaves the school also leaves {student.batch}; the place there becomes free. Nothing is deleted.</p>
        )}
      </EditForm>
    </Dialog>
  );
}
