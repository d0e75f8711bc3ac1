import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { blockWords, wishChannels, wishReasons } from './wish-words.ts';

const optionsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));
const { bounced: _, ...reasons } = wishReasons;

/** Blocks a number or an address that somebody named at the office. */
export function AddWishDialog({
  institutions,
  onClose,
}: {
  institutions: { id: number; name: string }[];
  onClose: () => void;
}) {
  return (
    <Dialog open onClose={onClose} title="Add opt-out">
      <EditForm action="/opt-outs" submit="Add opt-out" onSuccess={onClose}>
        {institutions.length === 1 ? (
          <input type="hidden" name="institution_id" value={institutions[0]!.id} />
        ) : (
          <SelectField
            name="institution_id"
            label="Institution"
            options={institutions.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        <SelectField
          name="channel"
          label="Channel"
          placeholder={null}
          defaultValue="sms"
          options={optionsOf(wishChannels)}
        />
        <TextField name="address" label="Number or e-mail address" maxLength={200} />
        <SelectField
          name="blocks"
          label="Blocks"
          placeholder={null}
          defaultValue="marketing"
          options={optionsOf(blockWords)}
          help="“Everything” also stops what is waiting for it, such as receipts and codes."
        />
        <SelectField
          name="reason"
          label="Reason"
          placeholder={null}
          defaultValue="opted_out"
          options={optionsOf(reasons)}
        />
        <TextField name="note" label="Note" maxLength={200} optional />
      </EditForm>
    </Dialog>
  );
}
