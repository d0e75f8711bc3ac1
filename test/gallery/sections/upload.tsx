import { FormUpload } from '#ui/forms/field.tsx';
import { UploadField } from '#ui/fields/upload-field.tsx';
import classes from '../stack.module.css';

export const title = 'Upload';

const KB = 1024;

export default function Upload() {
  return (
    <div className={classes.stack}>
      <UploadField
        name="picture"
        label="Picture"
        accept="image/png,image/jpeg"
        maxBytes={200 * KB}
        hint="PNG or JPEG, up to 200 KB."
      />
      <UploadField name="papers" label="Papers" optional multiple maxFiles={5} hint="Up to five files." />
      <FormUpload value={40}>
        <UploadField name="sent" label="While it is sent" optional hint="Shows how far it is." />
      </FormUpload>
      <UploadField name="off" label="Disabled upload" optional disabled />
      <UploadField name="refused" label="Refused" optional error="This picture is damaged. Choose another one." />
    </div>
  );
}
