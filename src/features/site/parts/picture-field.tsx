import { useContext, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { FieldNotes, FormErrors } from '#ui/field.tsx';
import { IconPhoto } from '#ui/icons.tsx';
import type { ChosenPicture } from '../pictures.queries.ts';
import { PictureChooser } from './picture-chooser.tsx';
import { Thumb } from './thumb.tsx';
import classes from './site.module.css';

interface PictureFieldProps {
  institutionId: number;
  picture?: ChosenPicture | null;
  optional?: boolean;
  help?: string;
}

/** A picture of the library, sent by its number. */
export function PictureField({ institutionId, picture = null, optional, help }: PictureFieldProps) {
  const id = useId();
  const [chosen, setChosen] = useState(picture);
  const [isOpen, setIsOpen] = useState(false);
  const sent = useRef<HTMLInputElement>(null);
  const first = useRef(chosen);
  const error = useContext(FormErrors)['pictureId'];
  useEffect(() => {
    // A hidden field says nothing by itself when it changes; the form guards what is not saved.
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
            {chosen ? 'Choose another' : 'Choose a picture'}
          </Button>
          {chosen && optional && (
            <Button tone="plain" onClick={() => setChosen(null)}>
              Use none
            </Button>
          )}
        </div>
      </div>
      <FieldNotes id={id} help={help} error={chosen && !picture ? undefined : error} />
      {isOpen && (
        <PictureChooser
          institutionId={institutionId}
          onClose={() => setIsOpen(false)}
          onChoose={(one) => {
            setChosen(one);
            setIsOpen(false);
          }}
        />
      )}
    </div>
  );
}
