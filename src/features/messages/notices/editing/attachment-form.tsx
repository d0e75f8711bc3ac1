import { UploadField } from '#ui/fields/upload-field.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

interface AttachmentFormProps {
  action: string;
  open: boolean;
  /** The title of the attachment that the file replaces. */
  replaces?: string;
  onClose: () => void;
}

/** Adds a file to a notice, or puts it in the place of another one. */
export function AttachmentForm({ action, open, replaces, onClose }: AttachmentFormProps) {
  const words = replaces === undefined ? 'Add attachment' : 'Replace attachment';
  return (
    <Dialog open={open} onClose={onClose} title={words}>
      {open && (
        <EditForm action={action} submit={words} options={{ preserveScroll: true }} onSuccess={onClose}>
          <UploadField
            name="file"
            label="File"
            accept="application/pdf,image/jpeg,image/png,image/webp"
            maxBytes={10 * 1_048_576}
            hint="PDF, JPEG, PNG or WebP, up to 10 MB."
          />
          <TextField name="title" label="Title" maxLength={120} autoComplete="off" defaultValue={replaces} />
        </EditForm>
      )}
    </Dialog>
  );
}
