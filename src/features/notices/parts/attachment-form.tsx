import { UploadField } from '#ui/fields/upload-field.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

interface AttachmentFormProps {
  action: string;
  open: boolean;
  onClose: () => void;
}

/** Adds a file to a notice. */
export function AttachmentForm({ action, open, onClose }: AttachmentFormProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Add attachment">
      {open && (
        <EditForm action={action} submit="Add attachment" options={{ preserveScroll: true }} onSuccess={onClose}>
          <UploadField
            name="file"
            label="File"
            accept="application/pdf,image/jpeg,image/png,image/webp"
            maxBytes={10 * 1_048_576}
            hint="PDF, JPEG, PNG or WebP, up to 10 MB."
          />
          <TextField name="title" label="Title" maxLength={120} autoComplete="off" />
        </EditForm>
      )}
    </Dialog>
  );
}
