import { Problems, fieldId } from '#ui/public/fields.tsx';
import type { PapersProps, PaperRow } from './steps.ts';
import { Steps } from './step-frame.tsx';
import { useEffect, useRef, useState } from 'react';

/** Photo and papers. Each is sent as soon as it is chosen; without the script by its own button. */
export default function StepPapers({ action, back, csrf, errors, message, next, papers, steps }: PapersProps) {
  return (
    <>
      <Steps steps={steps} />
      <Problems message={message} errors={errors} labels={papers.map(({ key }) => `paper-${key}`)} />
      <div className="form">
        {papers.map((paper) => (
          <Paper
            key={paper.key}
            action={action}
            csrf={csrf}
            paper={paper}
            error={errors[`paper-${paper.key}`] ?? null}
          />
        ))}
        <div className="buttons">
          <a className="button strong" href={next}>
            Continue
          </a>
          <a href={back}>Back</a>
        </div>
      </div>
    </>
  );
}

interface PaperProps {
  action: string;
  csrf: string;
  paper: PaperRow;
  error: string | null;
}

function Paper({ action, csrf, paper, error: refused }: PaperProps) {
  const [file, setFile] = useState(paper.file);
  const [error, setError] = useState(refused);
  const [state, setState] = useState('');
  const { isPhoto, isRequired, key, label, task } = paper;
  const id = fieldId(`paper-${key}`);
  const chooser = useRef<HTMLInputElement>(null);
  const taken = useRef<File>(undefined);

  async function send(input: HTMLInputElement) {
    const [chosen] = input.files ?? [];
    if (!chosen || chosen === taken.current) return;
    taken.current = chosen;
    setError(null);
    setState('Sending…');
    const body = new FormData();
    body.set('_csrf', csrf);
    body.set('kind', key);
    body.set('file', await scaled(chosen, isPhoto ? 'photo' : 'paper'), chosen.name);
    const headers = { 'x-requested-with': 'XMLHttpRequest', accept: 'application/json' };
    const answer = await fetch(action, { method: 'POST', body, headers }).catch(() => null);
    const data = (await answer?.json().catch(() => null)) as Answer | null;
    setState('');
    input.value = '';
    if (answer?.ok && data?.paper) {
      setFile(data.paper.file);
    } else setError(data?.errors?.[`paper-${key}`] ?? data?.message ?? 'No connection. Choose the file again.');
  }

  // On a slow line a file may be chosen before this script has arrived. What was taken already is not sent again.
  useEffect(() => void send(chooser.current!));

  return (
    <form className="paper" id={key} method="post" action={action} encType="multipart/form-data">
      <input type="hidden" name="_csrf" value={csrf} />
      <input type="hidden" name="kind" value={key} />
      {isPhoto && file && <img src={`${file.href}?${file.size}`} alt="The applicant" width="80" height="100" />}
      <div className="field">
        <label htmlFor={id}>
          {label}
          {!isRequired && <span className="optional"> (optional)</span>}
        </label>
        {task && <p className="asked">The school asks: {task}</p>}
        <p className="hint" id={`${id}-hint`}>
          {isPhoto ? 'A picture of the face, taken in good light.' : 'A photo of the paper, or a PDF. Up to 10 MB.'}
        </p>
        <input
          id={id}
          name="file"
          type="file"
          ref={chooser}
          accept={isPhoto ? 'image/*' : 'image/*,application/pdf'}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          aria-invalid={error ? true : undefined}
          onChange={({ target }) => void send(target)}
        />
        <button
          type="button"
          className="button choose"
          tabIndex={-1}

          onClick={() => document.getElementById(id)!.click()}
        >
          {file ? 'Choose another' : isPhoto ? 'Choose or take a photo' : 'Choose a file or take a photo'}
        </button>
        {error && (
          <p className="error" id={`${id}-error`} role="alert">
            {error}
          </p>
        )}
        <p className="sent" role="status">
          {state ||
            (file && (
              <>
                ✓ Sent:{' '}
                <a href={file.href} target="_blank" rel="noreferrer">
                  {file.name}
                </a>{' '}
                {file.size}
              </>
            ))}
        </p>
        <noscript>
          <button className="button">Upload</button>
        </noscript>
      </div>
    </form>
  );
}

interface Answer {
  paper?: PaperRow | null;
  message?: string;
  errors?: Record<string, string>;
}

/** Long enough to read a certificate; a photo is kept at 600 × 750. */
const lengths = { paper: 1600, photo: 1000 };
const small = 300 * 1024;

/** A picture made smaller before it travels; anything else, and what this browser cannot draw, as it is. */
async function scaled(file: File, use: keyof typeof lengths): Promise<Blob> {
  if (!file.type.startsWith('image/') || file.size <= small) return file;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const factor = Math.min(1, lengths[use] / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * factor);
    canvas.height = Math.round(picture.height * factor);
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.82));
    return drawn && drawn.size < file.size ? drawn : file;
  } catch {
    return file;
  }
}
