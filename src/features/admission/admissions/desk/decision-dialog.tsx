import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextareaField } from '#ui/forms/fields.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { decisions, needsReason, type Decision } from '../decisions/transitions.ts';
import type { ApplicationState } from '../admissions.ts';

interface DecisionDialogProps {
  to: Decision | null;
  /** The applications, with the name of one or their number. */
  of: { ids: readonly number[]; name: string; states: readonly ApplicationState[] };
  onClose: () => void;
}

/** Asks for what a decision needs, then makes it. */
export function DecisionDialog({ to, onClose, of }: DecisionDialogProps) {
  const { url } = useAddress();
  const isReasonNeeded = to !== null && of.states.some((state) => needsReason(to, state));
  return (
    <Dialog open={to !== null} onClose={onClose} title={to ? `${decisions[to]}: ${of.name}` : ''}>
      {to && (
        <EditForm action="/applications/decide" submit={decisions[to]} onSuccess={onClose} guard={false}>
          {of.ids.map((id) => (
            <input key={id} type="hidden" name="application_ids[]" value={id} />
          ))}
          <input type="hidden" name="to" value={to} />
          <input type="hidden" name="back" value={url} />
          {to === 'offered' && (
            <>
              <DatePickerField
                name="offer_until"
                label="Accept by"
                optional
                help="Leave empty to use the intake’s number of days."
              />
              <CheckboxField name="over_seats" label="Offer more places than there are seats" />
            </>
          )}
          {(to === 'rejected' || isReasonNeeded) && (
            <TextareaField
              name="reason"
              label="Reason"
              optional={!isReasonNeeded}
              rows={3}
              maxLength={300}
              help={to === 'under_review' ? 'Saved in the history.' : 'The applicant can read it.'}
            />
          )}
        </EditForm>
      )}
    </Dialog>
  );
}
