import { type SyntheticEvent, useEffect, useState, useContext, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { LoadingState } from '#ui/states.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { ChosenPicture, PictureRow } from '../pictures/pictures.queries.ts';
import { PictureUpload } from './picture-upload.tsx';
import { Thumb } from './thumb.tsx';
import classes from './site.module.css';
import { FieldNotes, FormErrors } from '#ui/forms/field.tsx';
import { IconPhoto } from '#ui/icons.tsx';

interface PictureChooserProps {
  institutionId: number;
  onChoose: (picture: ChosenPicture) => void;
  onClose: () => void;
}

interface Library {
  rows: PictureRow[];
  next: number | null;
}

/** A dialog to choose a picture from the library or upload a new one. */
function PictureChooser({ institutionId, onChoose, onClose }: PictureChooserProps) {
  const { send, busy, message } = useRemote<Library>();
  const [library, setLibrary] = useState<Library | null>(null);
  const load = async (after?: number | null) => {
    const answer = await send('get', '/site/pictures/choices', {
      institution_id: institutionId,
      ...(after ? { after } : {}),
    });
    if (answer) setLibrary((old) => ({ ...answer.json, rows: [...(after ? old!.rows : []), ...answer.json.rows] }));
  };
  useEffect(() => void load(), []); // oxlint-disable-line react/exhaustive-deps
  return createPortal(
    // React bubbles these events to the form below, which must not receive them.
    <div onSubmit={stop} onInput={stop} onChange={stop} onInvalid={stop} onReset={stop}>
      <Dialog open wide title="Choose picture" onClose={onClose}>
        <div className={classes.chooser}>
          <PictureUpload institutionId={institutionId} onAdded={onChoose} />
          <div>
            {library ? (
              <ul className={classes.choices}>
                {library.rows.map((row) => (
                  <li key={row.id}>
                    <button type="button" onClick={() => onChoose(row)}>
                      <Thumb picture={row} />
                    </button>
                  </li>
                ))}
              </ul>
            ) : (
              !message && <LoadingState lines={4} label="Loading pictures" />
            )}
            {library?.rows.length === 0 && <p className={classes.quiet}>The library is empty. Upload the first one.</p>}
            {message && (
              <p role="alert" className={classes.refused}>
                {message}
              </p>
            )}
            {library?.next && (
              <Button loading={busy} onClick={() => void load(library.next)}>
                Load more
              </Button>
            )}
          </div>
        </div>
      </Dialog>
    </div>,
    document.body,
  );
}

const stop = (event: SyntheticEvent) => event.stopPropagation();

interface PictureFieldProps {
  institutionId: number;
  picture?: ChosenPicture | null;
  optional?: boolean;
  help?: string;
}

/** A picture from the library, sent by id. */
export function PictureField({ institutionId, picture = null, optional, help }: PictureFieldProps) {
  const id = useId();
  const [chosen, setChosen] = useState(picture);
  const [isOpen, setIsOpen] = useState(false);
  const sent = useRef<HTMLInputElement>(null);
  const first = useRef(chosen);
  const error = useContext(FormErrors)['pictureId'];
  useEffect(() => {
    // Hidden fields fire no change events, which the form needs to guard unsaved changes.
    if (first.current !== chosen) sent.current?.dispatchEvent(new Event('change', { bubbles: true }));
    first.current = chosen;
  }, [chosen]);
  return (
    <div className={classes.picture} role="group" aria-labelledby={`${id}-label`} data-field="pictureId">
      <span id={`${id}-label`} className={classes.label}>
        Picture{optional && <span> (optional)</span>}
      </span>
      <input ref={sent} type="hidden" name="pictureId" value={chosen?.id ?? ''} />
      <div>
        <Thumb picture={chosen} />
        <div>
          {chosen && <p>{chosen.alt}</p>}
          <Button
            name="pictureId"
            icon={<IconPhoto />}
            onClick={() => setIsOpen(true)}
            aria-describedby={error && `${id}-error`}
          >
            {chosen ? 'Change picture' : 'Choose picture'}
          </Button>
          {chosen && optional && (
            <Button tone="plain" onClick={() => setChosen(null)}>
              Remove picture
            </Button>
          )}
        </div>
      </div>
      <FieldNotes id={id} help={help} error={chosen && !picture ? undefined : error} />
      {isOpen && (
        <PictureChooser
          institutionId={institutionId}
          onClose={() => setIsOpen(false)}
          onChoose={(picture) => {
            setChosen(picture);
            setIsOpen(false);
          }}
        />
      )}
    </div>
  );
}
