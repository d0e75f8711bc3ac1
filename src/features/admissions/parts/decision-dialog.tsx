import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextareaField } from '#ui/forms/fields.tsx';
import { textName } from '#ui/format.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { decisions, needsReason, type Decision } from '../decisions/transitions.ts';
import type { ApplicationProps } from '../desk/show-application.ts';

interface DecisionDialogProps extends ApplicationProps {
  to: Decision | null;
  onClose: () => void;
}

/** Asks for what a decision needs, then makes it. */
export function DecisionDialog({ to, onClose, application }: DecisionDialogProps) {
  return (
    <Dialog open={to !== null} onClose={onClose} title={to ? `${decisions[to]}: ${textName(application)}` : ''}>
      {to && (
        <EditForm action="/applications/decide" submit={decisions[to]} onSuccess={onClose} guard={false}>
          <input type="hidden" name="application_ids" value={application.id} />
          <input type="hidden" name="to" value={to} />
          {to === 'offered' && (
            <>
              <DatePickerField
                name="offer_until"
                label="Accept by"
                optional
                help="Without a day, the number of days that the intake sets."
              />
              <CheckboxField name="over_seats" label="Offer more places than there are seats" />
            </>
          )}
          {(to === 'rejected' || needsReason(to, application.status)) && (
            <TextareaField
              name="reason"
              label="Reason"
              optional={!needsReason(to, application.status)}
              rows={3}
              maxLength={300}
              help={to === 'under_review' ? 'For the history.' : 'The applicant can read it.'}
            />
          )}
        </EditForm>
      )}
    </Dialog>
  );
}
