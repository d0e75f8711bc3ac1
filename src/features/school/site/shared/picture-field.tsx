import { useContext, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { FieldNotes, FormErrors } from '#ui/forms/field.tsx';
import { IconPhoto } from '#ui/icons.tsx';
import type { ChosenPicture } from '../pictures/pictures.queries.ts';
import { PictureChooser } from './picture-chooser.tsx';
import { Thumb } from './thumb.tsx';
import classes from './site.module.css';

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
