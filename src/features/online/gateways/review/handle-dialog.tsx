import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { ReviewRow } from './reviews.list.ts';

/** Asks how it was settled. */
export function HandleDialog({ review, onClose }: { review: ReviewRow; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={`Mark ${review.reference} as handled`}>
      <p>Nothing is credited. Say how you settled it, for example that you refunded it at the provider.</p>
      <EditForm action={`/online-reviews/${review.id}/handle`} submit="Mark as handled" onSuccess={onClose}>
        <TextField name="note" label="Note" maxLength={300} autoFocus />
      </EditForm>
    </Dialog>
  );
}
