import { useSyncExternalStore } from 'react';
import { CONFLICTS, type FieldConflict } from '#ui/conflicts/edit-conflict.ts';
import { dateTimeText } from '#ui/format.ts';
import { readConflicts, readErrors, readMessage } from '#web/client/answers.ts';
import { forgetOtherPages } from '#web/client/page-cache.ts';
import { explain, remote } from '#web/client/remote.ts';
import { ask } from '#web/client/wire.ts';
import type { PhotoMatch } from './photos/photos.routes.ts';

export type PhotoState = 'finding' | 'nobody' | 'several' | 'waiting' | 'sending' | 'sent' | 'newer' | 'failed';

export interface QueuedPhoto {
  key: number;
  file: File;
  state: PhotoState;
  /** The matched person. */
  person?: PhotoMatch['people'][number];
  message?: string;
}

type People = 'students' | 'employees';
interface Matches {
  matches: PhotoMatch[];
}

/* The queue outlives its page and keeps uploading while the user is elsewhere. It ends with the window. */
let queue: readonly QueuedPhoto[] = [];
let of: People = 'students';
let isSending = false;
let lastKey = 0;
const listeners = new Set<() => void>();

function change(next: readonly QueuedPhoto[]): void {
  queue = next;
  for (const listener of listeners) listener();
}
const patch = (key: number, change_: Partial<QueuedPhoto>) =>
  change(queue.map((one) => (one.key === key ? { ...one, ...change_ } : one)));

/** The queued photos of this kind of people and their states. */
export function usePhotoQueue(people: People): readonly QueuedPhoto[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => queue,
    () => none,
  );
  return of === people ? all : none;
}
const none: readonly QueuedPhoto[] = [];

/** Matches photos by file name and uploads those that match one person. */
export async function addPhotos(
  people: People,
  files: File[],
  { institutionId, openedAt }: { institutionId: number | null; openedAt: string },
): Promise<void> {
  if (of !== people) change([]);
  of = people;
  const added = files.map((file): QueuedPhoto => ({ key: ++lastKey, file, state: 'finding' }));
  change([...queue, ...added]);
  for (let at = 0; at < added.length; at += atATime) {
    const some = added.slice(at, at + atATime);
    try {
      const asked = {
        names: some.map(({ file }) => file.name),
        since: openedAt,
        ...(institutionId && { institution_id: institutionId }),
      };
      const { matches } = (await remote<Matches>('post', `/${people}/photos/match`, asked, { isQuestion: true })).json;
      some.forEach(({ key }, index) => patch(key, matched(matches[index]!)));
    } catch (error) {
      const { message } = explain(error);
      for (const { key } of some) patch(key, { state: 'failed', message });
    }
  }
  void sendAll(people);
}
const atATime = 500;

const matched = ({ people }: PhotoMatch): Partial<QueuedPhoto> =>
  people.length === 1
    ? people[0]!.newer
      ? { state: 'newer', person: people[0], message: added(people[0]!.newer) }
      : { state: 'waiting', person: people[0] }
    : people.length === 0
      ? { state: 'nobody' }
      : { state: 'several', message: people.map(({ number, called }) => `${called} (${number})`).join(', ') };

const added = ({ by, at }: { by: string; at: string }) => `${by} added a photo on ${dateTimeText(at)}`;

/** Uploads photos of people whose photo another user has changed. */
export function replaceNewer(people: People, key?: number): void {
  change(
    queue.map((one) =>
      one.state === 'newer' && (key === undefined || one.key === key)
        ? { ...one, state: 'waiting', message: undefined }
        : one,
    ),
  );
  void sendAll(people);
}

/** Uploads one photo at a time, because schools share slow connections. */
async function sendAll(people: People): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    for (let next = nextOf(); next; next = nextOf()) {
      patch(next.key, { state: 'sending' });
      patch(next.key, await send(people, next));
    }
  } finally {
    isSending = false;
    forgetOtherPages();
  }
}
const nextOf = () => queue.find(({ state }) => state === 'waiting');

const failed = (message: string): Partial<QueuedPhoto> => ({ state: 'failed', message });

async function send(people: People, { file, person }: QueuedPhoto): Promise<Partial<QueuedPhoto>> {
  const photo = await portraitOf(file);
  if (!photo) return failed('This browser can’t read the file. Save it as JPEG or PNG.');
  const body = new FormData();
  body.append('opened', String(person!.photoId ?? ''));
  body.append('photo', photo, 'photo.jpg');
  const answer = await ask({
    method: 'post',
    url: `/${people}/${person!.id}/photo`,
    headers: { Accept: 'application/json' },
    body,
  }).catch(() => null);
  if (!answer) return failed('Couldn’t upload. Check your connection and try again.');
  if (answer.status < 400) return { state: 'sent', message: undefined };
  const text = readConflicts(answer)?.[CONFLICTS];
  const [conflict] = text ? (JSON.parse(text) as FieldConflict[]) : [];
  // The photo changed after matching, so replacing it has to be confirmed.
  if (conflict?.by)
    return {
      state: 'newer',
      person: { ...person!, photoId: conflict.value as number | null },
      message: conflict.by.isYou ? 'You added another photo' : added({ by: conflict.by.person, at: conflict.by.at }),
    };
  return failed(
    readErrors(answer)?.errors['photo'] || readMessage(answer) || 'The server refused the photo. Try again.',
  );
}

/** Crops the middle of the photo at full height, where the face is in a passport photograph. */
async function portraitOf(file: File): Promise<Blob | null> {
  // Nobody who only looks at the page needs it.
  const { cutPicture, readPicture } = await import('#ui/photo/picture.ts');
  const picture = await readPicture(file);
  if (!picture) return null;
  const width = Math.min(picture.width, picture.height * 0.8);
  const height = width / 0.8;
  const cut = { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height };
  const photo = await cutPicture(picture, cut).catch(() => null);
  URL.revokeObjectURL(picture.url);
  return photo;
}

/** Retries failed uploads, and failed matches. */
export function retryPhotos(people: People, view: { institutionId: number | null; openedAt: string }): void {
  const failed = queue.filter(({ state }) => state === 'failed');
  change(queue.map((one) => (one.state === 'failed' && one.person ? { ...one, state: 'waiting' } : one)));
  const unknown = failed.filter(({ person }) => !person);
  if (unknown.length) {
    change(queue.filter((one) => !unknown.includes(one)));
    void addPhotos(
      people,
      unknown.map(({ file }) => file),
      view,
    );
  } else void sendAll(people);
}

/** Removes finished photos from the queue. */
export const clearPhotos = (): void =>
  change(queue.filter(({ state }) => state === 'waiting' || state === 'sending' || state === 'finding'));
