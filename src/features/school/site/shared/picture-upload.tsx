import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/forms/field.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { UploadField } from '#ui/fields/upload-field.tsx';
import { RemoteForm } from '#web/client/remote-form.tsx';
import type { ChosenPicture } from '../pictures/pictures.queries.ts';
import classes from './site.module.css';

interface PictureUploadProps {
  institutionId: number;
  onAdded: (picture: ChosenPicture) => void;
}

/** Uploads a picture to the library without leaving the page. */
export function PictureUpload({ institutionId, onAdded }: PictureUploadProps) {
  const [turn, setTurn] = useState(0);
  return (
    <RemoteForm
      key={turn}
      action="/site/pictures"
      className={classes.upload}
      onAnswer={({ json }) => {
        setTurn(turn + 1);
        onAdded((json as { picture: ChosenPicture }).picture);
      }}
    >
      {({ busy, errors, message }) => (
        <FormErrors value={errors}>
          <input type="hidden" name="institutionId" value={institutionId} />
          <UploadField
            name="picture"
            label="New picture"
            accept="image/png,image/jpeg,image/webp"
            hint="PNG, JPEG or WebP, up to 12 MB"
          />
          <TextField
            name="alt"
            label="Description"
            maxLength={300}
            autoComplete="off"
            help="Read aloud to people who can’t see the picture. Example: “Students plant trees behind the library”."
          />
          <Button type="submit" loading={busy}>
            {busy ? 'Uploading…' : 'Upload picture'}
          </Button>
          <p role="status" className={classes.quiet}>
            {busy && 'Creating sizes for phones and screens. This takes a few seconds.'}
          </p>
          {message && Object.keys(errors).length === 0 && (
            <p role="alert" className={classes.refused}>
              {message}
            </p>
          )}
        </FormErrors>
      )}
    </RemoteForm>
  );
}
