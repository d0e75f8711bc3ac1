import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { filesSelected } from './constants.ts';
import { cx } from './cx.ts';
import { Field, type FieldProps } from './field.tsx';
import { IconFileUpload } from './icons.tsx';
import classes from './upload-field.module.css';

type UploadFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'id' | 'required' | 'type'> & {
    hint?: ReactNode;
    onFiles?: (files: File[]) => void;
  };

/** 9.10: one file shows its name, several their number. */
const said = (files: File[]) => (files.length > 1 ? filesSelected(files.length) : files[0]?.name);

/** A file or several, dropped or chosen; the native input stays the control, so keyboards and readers know it. */
export function UploadField({ name, label, help, error, optional, hint, onFiles, ...rest }: UploadFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<File[]>([]);
  const [over, setOver] = useState(false);
  const take = (list: FileList | null) => {
    const next = [...(list ?? [])];
    setFiles(next);
    onFiles?.(next);
  };
  return (
    <Field {...{ name, label, help, error, optional }}>
      {(control) => (
        <div
          data-tour="upload"
          className={cx(classes.drop, over && classes.over)}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            const dropped = event.dataTransfer.files;
            if (!input.current || !dropped.length || (dropped.length > 1 && !rest.multiple)) return;
            input.current.files = dropped;
            input.current.dispatchEvent(new Event('change', { bubbles: true }));
          }}
        >
          <input
            {...rest}
            {...control}
            ref={input}
            type="file"
            name={name}
            onChange={(event) => take(event.target.files)}
          />
          <IconFileUpload size={22} />
          <span className={classes.said} aria-live="polite">
            {said(files) ?? (
              <>
                <b>Choose {rest.multiple ? 'files' : 'a file'}</b> or drop {rest.multiple ? 'them' : 'it'} here
              </>
            )}
          </span>
          {hint && <span className={classes.hint}>{hint}</span>}
        </div>
      )}
    </Field>
  );
}
