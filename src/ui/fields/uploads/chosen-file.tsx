import { useEffect, useState } from 'react';
import { IconButton } from '../../button.tsx';
import { IconFileUpload, IconX } from '../../icons.tsx';
import { sizeText } from './check-files.ts';
import classes from '../upload-field.module.css';

/** A chosen file, with a preview of images. */
export function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const [picture, setPicture] = useState<string>();
  useEffect(() => {
    if (!file.type.startsWith('image/')) return;
    const address = URL.createObjectURL(file);
    setPicture(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return (
    <li className={classes.file}>
      {picture ? (
        <img src={picture} alt="" onError={() => setPicture(undefined)} />
      ) : (
        <span className={classes.sheet}>
          <IconFileUpload />
        </span>
      )}
      <span className={classes.name}>{file.name}</span>
      <small>{sizeText(file.size)}</small>
      <IconButton label={`Remove ${file.name}`} onClick={onRemove}>
        <IconX size={16} />
      </IconButton>
    </li>
  );
}
