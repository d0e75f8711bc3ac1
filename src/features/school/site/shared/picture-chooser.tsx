import { type SyntheticEvent, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { LoadingState } from '#ui/states.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { ChosenPicture, PictureRow } from '../pictures/pictures.queries.ts';
import { PictureUpload } from './picture-upload.tsx';
import { Thumb } from './thumb.tsx';
import classes from './site.module.css';

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
export function PictureChooser({ institutionId, onChoose, onClose }: PictureChooserProps) {
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
