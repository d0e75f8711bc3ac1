import { useState } from 'react';
import { customFileBytes, type CustomField, type CustomFile } from '#kernel/contracts/custom-field.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { UploadField } from '#ui/fields/upload-field.tsx';
import { sizeText } from '#ui/fields/uploads/check-files.ts';
import { useRemote } from '#web/client/remote.ts';
import classes from './custom-fields.module.css';

interface CustomFileFieldProps {
  field: CustomField;
  value: CustomFile | undefined;
  people: string;
}

/** A file field: the file is uploaded first, and the form sends its id. */
export function CustomFileField({ field, value, people }: CustomFileFieldProps) {
  const [kept, setKept] = useState(value);
  const [sentId, setSentId] = useState<number | 'waiting' | null>(null);
  const { send, busy, message } = useRemote<CustomFile>();
  const name = `custom.${field.id}`;
  const shared = { name, label: field.label, optional: !field.isRequired };
  const choose = async ([file]: File[]) => {
    setSentId(file ? 'waiting' : null);
    if (!file) return;
    const answer = await send('POST', `/${people}/custom-fields/${field.id}/file`, { file });
    if (answer) setSentId(answer.json.id);
  };
  const carrier = <input type="hidden" name={name} value={sentId ?? kept?.id ?? ''} />;
  if (kept && sentId === null)
    return (
      <Field {...shared} help={field.help}>
        {({ required: _, ...control }) => (
          <div className={classes.kept}>
            {carrier}
            <span>
              {kept.name} <small>{sizeText(kept.size)}</small>
            </span>
            <Button
              {...control}
              small
              aria-label={`Remove ${kept.name} from ${field.label}`}
              onClick={() => setKept(undefined)}
            >
              Remove
            </Button>
          </div>
        )}
      </Field>
    );
  return (
    <div>
      {carrier}
      {/* Of no form: the file itself has gone ahead. */}
      <UploadField
        {...shared}
        form=""
        help={field.help}
        error={message || undefined}
        accept="image/png,image/jpeg,image/webp,application/pdf"
        maxBytes={customFileBytes}
        hint={`PDF or picture, up to ${sizeText(customFileBytes)}`}
        onFiles={(files) => void choose(files)}
      />
      <p role="status" className={classes.status}>
        {busy ? 'Uploading …' : typeof sentId === 'number' ? 'Uploaded. Save the form to keep it.' : ''}
      </p>
    </div>
  );
}
