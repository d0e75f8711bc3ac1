import { count, countOf } from '#ui/format.ts';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { PublishMessages } from './publish-messages.tsx';
import type { SheetOffer } from './sheet-acts.ts';

interface SheetDialogProps {
  offer: SheetOffer | null;
  onClose: () => void;
  ids: number[];
  /** Of one sheet: its batch. */
  name?: string;
  isOnSheet?: boolean;
  /** Marks that are not entered. */
  missing: number;
}

/** With missing marks these are asked about by number. */
const asksAgain = new Set(['lock', 'approve']);

/** Confirms a step of one or several sheets. */
export function SheetDialog({ offer, onClose, ids, name, isOnSheet, missing }: SheetDialogProps) {
  return (
    <Dialog
      open={offer !== null}
      onClose={onClose}
      title={offer ? `${offer.label}: ${name ?? countOf(ids.length, 'sheet')}` : ''}
    >
      {offer && (
        <EditForm action={`/mark-sheets/${offer.act}`} submit={offer.label} onSuccess={onClose} guard={false}>
          {ids.map((id) => (
            <input key={id} type="hidden" name="ids[]" value={id} />
          ))}
          {isOnSheet && <input type="hidden" name="isOnSheet" value="1" />}
          <p>{offer.about}</p>
          {offer.act === 'publish' && <PublishMessages ids={ids} />}
          {missing > 0 && asksAgain.has(offer.act) && (
            <p>
              <b>{missing === 1 ? '1 mark is not entered.' : `${count(missing)} marks are not entered.`}</b>{' '}
              {offer.act === 'lock'
                ? 'Teachers cannot enter them once it is locked.'
                : 'Students with missing marks have no total in that course.'}
            </p>
          )}
          {(offer.needsReason || (missing > 0 && offer.act === 'approve')) && (
            <TextareaField name="reason" label="Reason" rows={2} maxLength={300} help="It stays with the marks." />
          )}
        </EditForm>
      )}
    </Dialog>
  );
}
