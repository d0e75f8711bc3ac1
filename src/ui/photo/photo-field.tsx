import { lazy, Suspense, useContext, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { confirm } from '../overlays/confirm.tsx';
import { FieldNotes, FormErrors } from '../forms/field.tsx';
import { IconPhoto, IconUpload } from '../icons.tsx';
import { readPicture, type Picture } from './picture.ts';
import { ProgressBar } from '../records/progress-bar.tsx';
import { useMedia } from '../hooks/use-media.ts';
import classes from './photo-field.module.css';

const CropDialog = lazy(() => import('./crop-dialog.tsx'));
const CameraDialog = lazy(() => import('./camera-dialog.tsx'));

interface PhotoFieldProps {
  /** The field name for errors. */
  name?: string;
  /** The person's name, as alternative text. */
  of: string;
  /** The current photo. */
  src?: string | null;
  /** Uploads it; resolves with an error or null. */
  onPhoto: (photo: Blob, onProgress: (percent: number) => void) => Promise<string | null>;
  /** Removes it; resolves with an error or null. */
  onRemove: () => Promise<string | null>;
}

/** A photo from a file or the camera, cropped to 4:5 and resized in the browser, then uploaded at once. */
export function PhotoField({ name = 'photo', of, src, onPhoto, onRemove }: PhotoFieldProps) {
  const id = useId();
  const refused = useContext(FormErrors)[name];
  const fileInput = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const cameraInput = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(src ?? null);
  const [picture, setPicture] = useState<Picture | null>(null);
  const [hasCamera, setHasCamera] = useState(false);
  const [sent, setSent] = useState<number | null>(null);
  const [failed, setFailed] = useState<{ photo: Blob | null; message: string } | null>(null);
  const [said, setSaid] = useState('');
  // Phones use their own camera app.
  const isPhone = useMedia('(pointer: coarse)');
  const mayTake = isPhone || (typeof navigator !== 'undefined' && Boolean(navigator.mediaDevices));
  useEffect(() => () => void (shown?.startsWith('blob:') && URL.revokeObjectURL(shown)), [shown]);
  // The dialog returned the focus to a button that was disabled during the upload.
  useEffect(() => {
    if ((said || failed) && document.activeElement === document.body) chooser.current?.focus();
  }, [said, failed]);
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture.url)), [picture]);

  const choose = async (file: Blob | undefined) => {
    if (!file) return;
    const read = await readPicture(file);
    setFailed(read ? null : { photo: null, message: 'This browser can’t read the file. Choose a JPEG or PNG image.' });
    setPicture(read);
  };
  const send = async (photo: Blob) => {
    setPicture(null);
    setFailed(null);
    setSent(0);
    setSaid('');
    const message = await onPhoto(photo, setSent);
    setSent(null);
    if (message) return setFailed({ photo, message });
    setShown(URL.createObjectURL(photo));
    setSaid('The photo was saved.');
  };
  const remove = async () => {
    const yes = await confirm({
      title: 'Remove photo?',
      body: 'The photo will be deleted. You can add another one at any time.',
      action: 'Remove photo',
      tone: 'bad',
    });
    if (!yes) return;
    const message = await onRemove();
    if (message) return setFailed({ photo: null, message });
    setShown(null);
    setSaid('The photo was removed.');
  };
  const take = () => (isPhone ? cameraInput.current?.click() : setHasCamera(true));

  return (
    <div className={classes.photo} role="group" aria-labelledby={`${id}-label`} data-field={name}>
      <div className={classes.picture}>{shown ? <img src={shown} alt={of} /> : <IconPhoto size={28} />}</div>
      <div className={classes.side}>
        <div className={classes.label} id={`${id}-label`}>
          Photo <span>(optional)</span>
        </div>
        <div className={classes.buttons}>
          <Button
            ref={chooser}
            icon={<IconUpload />}
            disabled={sent !== null}
            onClick={() => fileInput.current?.click()}
          >
            {shown ? 'Choose another file' : 'Choose file'}
          </Button>
          {mayTake && (
            <Button icon={<IconPhoto />} disabled={sent !== null} onClick={take}>
              Take photo
            </Button>
          )}
          {shown && sent === null && (
            <Button tone="plain" onClick={() => void remove()}>
              Remove
            </Button>
          )}
        </div>
        {[fileInput, cameraInput].map((input, at) => (
          <input
            key={at}
            ref={input}
            type="file"
            hidden
            accept="image/*"
            capture={at === 1 ? 'environment' : undefined}
            aria-label={at === 1 ? 'Take photo' : 'Choose file'}
            onChange={(event) => {
              void choose(event.target.files?.[0]);
              // Allows choosing the same file again.
              event.target.value = '';
            }}
          />
        ))}
        {sent !== null && <ProgressBar label="Uploading photo" value={Math.round(sent)} max={100} />}
        {failed?.photo && (
          <div>
            <Button small onClick={() => void send(failed.photo!)}>
              Try again
            </Button>
          </div>
        )}
        <FieldNotes id={id} error={failed?.message ?? refused} />
        <p className="fine-print" role="status">
          {said || 'Cropped and resized before upload.'}
        </p>
      </div>
      <Suspense>
        {picture && (
          <CropDialog picture={picture} onDone={(photo) => void send(photo)} onClose={() => setPicture(null)} />
        )}
        {hasCamera && (
          <CameraDialog
            onPicture={(blob) => {
              setHasCamera(false);
              void choose(blob);
            }}
            onClose={() => setHasCamera(false)}
          />
        )}
      </Suspense>
    </div>
  );
}
