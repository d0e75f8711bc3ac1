import { type ComponentProps, type ReactNode, useContext, useRef, useState, useEffect } from 'react';
import { filesText } from '../plain/constants.ts';
import { cx } from '../cx.ts';
import { Field, type FieldProps, FormUpload } from '../forms/field.tsx';
import { IconFileUpload, IconX } from '../icons.tsx';
import { ProgressBar } from '../records/progress-bar.tsx';
import { useDrop } from '../hooks/use-drop.ts';
import { checkFiles, type FileRules, sizeText } from './uploads/check-files.ts';
import classes from './upload-field.module.css';
import { IconButton } from '../button.tsx';

type UploadFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'id' | 'required' | 'type' | 'accept'> &
  FileRules & {
    hint?: ReactNode;
    onFiles?: (files: File[]) => void;
  };

const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** A file field with drag and drop; the native input stays the control for keyboards and screen readers. */
export function UploadField({
  name,
  label,
  help,
  error,
  optional,
  hint,
  onFiles,
  accept,
  maxBytes,
  maxFiles,
  ...rest
}: UploadFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const uploaded = useContext(FormUpload);
  const [files, setFiles] = useState<File[]>([]);
  const [refused, setRefused] = useState<string[]>([]);

  /** Keeps the input's files equal to those shown. */
  const put = (next: File[]) => {
    const carrier = new DataTransfer();
    for (const file of next) carrier.items.add(file);
    input.current!.files = carrier.files;
    input.current!.dispatchEvent(new Event('input', { bubbles: true }));
    setFiles(next);
    onFiles?.(next);
  };
  /** Adds files, or replaces the file of a single field. */
  const take = (list: FileList | null) => {
    const given = [...(list ?? [])];
    const known = rest.multiple ? files : [];
    const { kept, refused: why } = checkFiles(
      [...known, ...given.filter((file) => !known.some((one) => isSame(one, file)))],
      { accept, maxBytes, maxFiles },
    );
    setRefused(why);
    put(kept);
  };
  const { isOver, place } = useDrop((dropped) => {
    if (!dropped.length || rest.disabled) return;
    if (dropped.length > 1 && !rest.multiple) setRefused(['Only one file is allowed. Drop a single file.']);
    else take(dropped);
  });
  const remove = (file: File) => {
    put(files.filter((one) => one !== file));
    setRefused([]);
    input.current?.focus();
  };
  return (
    <Field name={name} label={label} help={help} optional={optional} error={refused.join(' ') || error}>
      {(control) => (
        <div className={classes.upload}>
          <div data-tour="upload" className={cx(classes.drop, isOver && classes.over)} {...place}>
            <input
              {...rest}
              {...control}
              ref={input}
              type="file"
              name={name}
              accept={accept}
              onChange={(event) => {
                // Cancelling the file dialog keeps the chosen files.
                if (event.target.files?.length === 0) put(files);
                else take(event.target.files);
              }}
            />
            <IconFileUpload size={22} />
            <span className={classes.said} aria-live="polite">
              {filesText(files) ?? (
                <>
                  <b>Choose {rest.multiple ? 'files' : 'a file'}</b> or drop {rest.multiple ? 'them' : 'it'} here
                </>
              )}
            </span>
            {hint && <span className="fine-print">{hint}</span>}
          </div>
          {files.length > 0 && (
            <ul className={classes.files} aria-label="Selected files">
              {files.map((file) => (
                <ChosenFile key={`${file.name} ${file.size}`} file={file} onRemove={() => remove(file)} />
              ))}
            </ul>
          )}
          {uploaded !== null && files.length > 0 && <ProgressBar value={uploaded} max={100} label="Sending" />}
          <span role="alert" className="visually-hidden">
            {refused.join(' ')}
          </span>
        </div>
      )}
    </Field>
  );
}

/** A chosen file, with a preview of images. */
function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
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
