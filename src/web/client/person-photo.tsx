import { useEffect, useRef, useState } from 'react';
import { PhotoField } from '#ui/photo-field.tsx';
import { confirm } from '#ui/confirm.tsx';
import { CONFLICTS, type FieldConflict } from '#ui/edit-conflict.ts';
import { readConflicts, readErrors, readMessage, parse } from './answers.ts';
import { loadFully } from './full-load.ts';
import { forgetOtherPages } from './page-cache.ts';
import { remote, explain } from './remote.ts';
import { ask, type Answer } from './wire.ts';

interface PersonPhotoProps {
  people: 'students' | 'employees' | 'guardians';
  /** Whose photo: a record that is there, or none yet. */
  id?: number;
  institutionId: number;
  /** What the photo is called for who does not see it. */
  of: string;
  src?: string | null;
}

/**
 * The photo of a form. That of a record is changed at once; that of a new one waits on the server, and the form sends
 * its id as `photo`.
 */
export function PersonPhoto({ people, id, institutionId, of, src }: PersonPhotoProps) {
  const [waiting, setWaiting] = useState<number | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // The form learns that it holds something.
    if (!isFirst.current) field.current?.dispatchEvent(new Event('input', { bubbles: true }));
    isFirst.current = false;
  }, [waiting]);
  /** The photo that the form shows, for the server to compare. */
  const shown = useRef(/[?&]v=(\d+)/.exec(src ?? '')?.[1] ?? '');
  const address = id ? `/${people}/${id}/photo` : `/${people}/photo`;

  const send = async (photo: Blob, onProgress: (percent: number) => void): Promise<string | null> => {
    const body = new FormData();
    body.append(...((id ? ['opened', shown.current] : ['institutionId', String(institutionId)]) as [string, string]));
    body.append('photo', photo, 'photo.jpg');
    const answer = await ask({
      method: 'post',
      url: address,
      headers: { Accept: 'application/json' },
      body,
      onUpload: ({ loaded, total }) => onProgress((loaded / total) * 100),
    }).catch(() => null);
    if (!answer) return 'The photo could not be sent. Check your connection and try again.';
    if (answer.status === 401) loadFully(location.href);
    if (await takesOver(answer)) return send(photo, onProgress);
    if (answer.status >= 400)
      return readErrors(answer)?.errors['photo'] || readMessage(answer) || 'The photo was not taken. Try again.';
    forgetOtherPages();
    if (id) shown.current = /[?&]v=(\d+)/.exec((parse(answer.text) as { large: string }).large)?.[1] ?? '';
    else setWaiting((parse(answer.text) as { waiting: number }).waiting);
    return null;
  };
  /** Somebody has changed the photo meanwhile: whether this one takes its place. */
  const takesOver = async (answer: Answer): Promise<boolean> => {
    const text = readConflicts(answer)?.[CONFLICTS];
    const [conflict] = text ? (JSON.parse(text) as FieldConflict[]) : [];
    if (!conflict) return false;
    const yes = await confirm({
      title: 'Replace the new photo?',
      body: `${conflict.by?.person ?? 'Someone'} changed this photo after you opened the form.`,
      action: 'Use mine',
    });
    if (yes) shown.current = String(conflict.value ?? '');
    return yes;
  };
  const remove = async (): Promise<string | null> => {
    try {
      await remote('post', `${address}/remove`, id ? { opened: shown.current } : { institutionId, waiting });
      shown.current = '';
      setWaiting(null);
      return null;
    } catch (error) {
      return explain(error).message;
    }
  };
  return (
    <>
      <PhotoField of={of} src={src} onPhoto={send} onRemove={remove} />
      {!id && <input ref={field} type="hidden" name="photo" value={waiting ?? ''} />}
    </>
  );
}
