import { useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { count, countOf } from '#ui/format.ts';
import { IconUpload } from '#ui/icons.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { useAddress } from '#ui/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { photos } from '../imports.pages.ts';
import { Notice } from '../parts/notice.tsx';
import { PhotoGuide } from '../parts/photo-guide.tsx';
import {
  addPhotos,
  clearPhotos,
  replaceNewer,
  retryPhotos,
  usePhotoQueue,
  type PhotoState,
  type QueuedPhoto,
} from '../parts/photo-queue.ts';
import { Stack } from '../parts/stack.tsx';
import classes from '../parts/photos.module.css';

/** Many photos at once: each finds its person by the name of its file, and is sent while one works on. */
export default function PhotosPage({ people, openedAt, institutionId, institutions }: PropsOf<typeof photos>) {
  const address = useAddress();
  const input = useRef<HTMLInputElement>(null);
  const queue = usePhotoQueue(people);
  const of = (...states: PhotoState[]) => queue.filter(({ state }) => states.includes(state)).length;
  const [sent, open, newer, failed, lost] = [
    of('sent'),
    of('waiting', 'sending', 'finding'),
    of('newer'),
    of('failed'),
    of('nobody', 'several'),
  ];
  const add = (files: File[]) => void addPhotos(people, files, { institutionId, openedAt });
  const choose = () => input.current?.click();
  const place = institutions.length > 1 && institutionId === null;
  return (
    <>
      <PageHeader
        title={`Photos of ${people}`}
        breadcrumbs={[{ label: people === 'students' ? 'Students' : 'Employees', href: address.href(`/${people}`) }]}
        description={
          queue.length > 0
            ? 'You may go on with other work meanwhile, as long as this window stays open.'
            : 'The pictures of a whole class at once, each named by the number of whom it shows.'
        }
        action={
          <Button tone="primary" icon={<IconUpload />} onClick={choose}>
            Choose pictures
          </Button>
        }
      />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/*"
        aria-label="Choose pictures"
        onChange={(event) => {
          add([...(event.target.files ?? [])]);
          // The same files may be chosen again.
          event.target.value = '';
        }}
      />
      <Stack>
        {place && (
          <Notice>
            Pictures are matched in all your institutions. Choose one at the top to be certain of the numbers.
          </Notice>
        )}
        {queue.length === 0 && <PhotoGuide people={people} onChoose={choose} onDropped={add} />}
        {queue.length > 0 && (
          <Card tour="photo-progress">
            <ProgressBar
              label={open ? 'Sending photos' : 'Photos sent'}
              value={sent}
              max={queue.length - lost - newer}
            />
            <p className={classes.said} role="status">
              {summary({ open, newer, failed, lost })}
            </p>
            <p className={classes.buttons}>
              {newer > 0 && (
                <Button onClick={() => replaceNewer(people)}>
                  {newer === 1 ? 'Replace the newer photo' : `Replace ${count(newer)} newer photos`}
                </Button>
              )}
              {failed > 0 && (
                <Button onClick={() => retryPhotos(people, { institutionId, openedAt })}>Try those again</Button>
              )}
              {open < queue.length && <Button onClick={clearPhotos}>Clear what is done</Button>}
            </p>
          </Card>
        )}
        {queue.length > 0 && (
          <DataTable
            name="photos"
            caption="Pictures"
            columns={columnsFor(people)}
            rows={queue.toSorted((a, b) => order[a.state] - order[b.state] || a.key - b.key)}
            rowId={({ key }) => key}
          />
        )}
      </Stack>
    </>
  );
}

function summary({ open, newer, failed, lost }: Record<'open' | 'newer' | 'failed' | 'lost', number>): string {
  const parts = [
    open > 0 ? `${countOf(open, 'picture')} to go.` : '',
    newer > 0
      ? `${newer === 1 ? '1 person has' : `${count(newer)} people have`} a newer photo, which is kept unless you replace it.`
      : '',
    failed > 0 ? `${countOf(failed, 'picture')} could not be sent.` : '',
    lost > 0 ? `${countOf(lost, 'picture')} could not be matched: rename and choose again.` : '',
  ];
  return parts.filter(Boolean).join(' ') || 'All are sent.';
}

/** What needs somebody stands on top. */
const order: Record<PhotoState, number> = {
  failed: 0,
  newer: 1,
  several: 2,
  nobody: 3,
  sending: 4,
  finding: 5,
  waiting: 6,
  sent: 7,
};
const states: Record<PhotoState, [words: string, tone?: BadgeTone]> = {
  finding: ['Being matched'],
  waiting: ['Waiting'],
  sending: ['Being sent', 'info'],
  sent: ['Sent', 'good'],
  nobody: ['Matches nobody', 'gold'],
  several: ['Matches several', 'gold'],
  newer: ['Newer photo', 'gold'],
  failed: ['Not sent', 'bad'],
};

const columnsFor = (people: 'students' | 'employees'): Column<QueuedPhoto>[] => [
  { key: 'file', title: 'File', primary: true, render: ({ file }) => file.name },
  {
    key: 'state',
    title: 'State',
    card: 'aside',
    render: ({ state }) => <Badge tone={states[state][1]}>{states[state][0]}</Badge>,
  },
  {
    key: 'person',
    title: 'Of',
    card: 'below',
    wraps: true,
    render: ({ key, state, person, message }) => (
      <span className={classes.person}>
        <span>{[person && `${person.called} (${person.number})`, message].filter(Boolean).join('. ')}</span>
        {state === 'newer' && (
          <Button small aria-label={`Replace the photo of ${person!.called}`} onClick={() => replaceNewer(people, key)}>
            Replace
          </Button>
        )}
      </span>
    ),
  },
];
