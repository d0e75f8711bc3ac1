import { EditForm } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextareaField } from '#ui/forms/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { LeaveRequest } from './requests.queries.ts';
import { dayWords, leaveDates } from '../shared/leave-words.ts';

interface DecisionProps {
  request: LeaveRequest;
  open: string | null;
  onClose: () => void;
}

/** Approves or refuses a request. */
export function DecisionDialog({ request, open, onClose }: DecisionProps) {
  const isApproval = open === 'approve';
  const isOpen = isApproval || open === 'refuse';
  const words = isApproval ? 'Approve leave' : 'Refuse leave';
  return (
    <Dialog open={isOpen} onClose={onClose} title={words}>
      {isOpen && (
        <EditForm
          action={`/leave-requests/${request.id}/${open}`}
          submit={words}
          isFinal={!isApproval}
          onSuccess={onClose}
        >
          <p>
            {leaveDates(request)}, {dayWords(request.days)}.
          </p>
          <TextareaField
            name="answer"
            label={isApproval ? 'Note to the employee' : 'Reason'}
            optional={isApproval}
            rows={3}
            maxLength={300}
          />
          {isApproval && request.needsPaper && !request.hasPaper && (
            <CheckboxField name="withoutPaper" label="Approve without the paper" />
          )}
        </EditForm>
      )}
    </Dialog>
  );
}
