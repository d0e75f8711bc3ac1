import { useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { count, countOf } from '#ui/format.ts';
import { IconUpload } from '#ui/icons.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ProgressBar } from '#ui/records/progress-bar.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { filesText } from '#ui/plain/constants.ts';
import type { PropsOf } from '#web/page.ts';
import type { photos } from './imports.pages.ts';
import { Notice } from './notice.tsx';
import {
  addPhotos,
  clearPhotos,
  replaceNewer,
  retryPhotos,
  usePhotoQueue,
  type PhotoState,
  type QueuedPhoto,
} from './photo-queue.ts';
import { Stack } from './stack.tsx';
import classes from './photos.module.css';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Link } from '#ui/link.tsx';
import { cx } from '#ui/cx.ts';
import { useDrop } from '#ui/hooks/use-drop.ts';
import type { PhotoSubject } from './photos/photos.routes.ts';

/** Bulk photo upload: photos are matched by file name and uploaded in the background. */
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
            ? 'You can continue working on other pages. Keep this window open.'
            : `Upload photos in bulk, each named with the ${people === 'students' ? 'student’s admission' : 'employee’s employee'} number.`
        }
        action={
          <Button tone="primary" icon={<IconUpload />} onClick={choose}>
            Choose photos
          </Button>
        }
      />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/*"
        aria-label="Choose photos"
        onChange={(event) => {
          add([...(event.target.files ?? [])]);
          // The same files may be chosen again.
          event.target.value = '';
        }}
      />
      <Stack>
        {place && (
          <Notice>
            Photos are matched across all your institutions. To match one institution only, choose it at the top.
          </Notice>
        )}
        {queue.length === 0 && <PhotoGuide people={people} onChoose={choose} onDropped={add} />}
        {queue.length > 0 && (
          <Card tour="photo-progress">
            <ProgressBar
              label={open ? 'Uploading photos' : 'Photos uploaded'}
              value={sent}
              max={queue.length - lost - newer}
            />
            <p className={classes.said} role="status">
              {filesText(queue.map(({ file }) => file))}. {photoSummary({ open, newer, failed, lost })}
            </p>
            <p className={classes.buttons}>
              {newer > 0 && (
                <Button onClick={() => replaceNewer(people)}>
                  {newer === 1 ? 'Replace the newer photo' : `Replace ${count(newer)} newer photos`}
                </Button>
              )}
              {failed > 0 && (
                <Button onClick={() => retryPhotos(people, { institutionId, openedAt })}>Retry failed photos</Button>
              )}
              {open < queue.length && <Button onClick={clearPhotos}>Clear finished</Button>}
            </p>
          </Card>
        )}
        {queue.length > 0 && (
          <DataTable
            name="photos"
            caption="Photos"
            columns={columnsFor(people)}
            rows={queue.toSorted((a, b) => photoOrder[a.state] - photoOrder[b.state] || a.key - b.key)}
            rowId={({ key }) => key}
          />
        )}
      </Stack>
    </>
  );
}

function photoSummary({ open, newer, failed, lost }: Record<'open' | 'newer' | 'failed' | 'lost', number>): string {
  const parts = [
    open > 0 ? `${countOf(open, 'photo')} left to upload.` : '',
    newer > 0
      ? `${newer === 1 ? '1 person has' : `${count(newer)} people have`} a newer photo, which stays unless you replace it.`
      : '',
    failed > 0 ? `${countOf(failed, 'photo')} could not be uploaded.` : '',
    lost > 0
      ? `${countOf(lost, 'photo')} could not be matched. Rename and upload ${lost === 1 ? 'it' : 'them'} again.`
      : '',
  ];
  return parts.filter(Boolean).join(' ') || 'All photos are uploaded.';
}

/** States that need attention come first. */
const photoOrder: Record<PhotoState, number> = {
  failed: 0,
  newer: 1,
  several: 2,
  nobody: 3,
  sending: 4,
  finding: 5,
  waiting: 6,
  sent: 7,
};

const photoStates: Record<PhotoState, [words: string, tone?: BadgeTone]> = {
  finding: ['Matching'],
  waiting: ['Waiting'],
  sending: ['Uploading', 'info'],
  sent: ['Sent', 'good'],
  nobody: ['No match', 'gold'],
  several: ['Several matches', 'gold'],
  newer: ['Newer photo', 'gold'],
  failed: ['Failed', 'bad'],
};

const columnsFor = (people: 'students' | 'employees'): Column<QueuedPhoto>[] => [
  { key: 'file', title: 'File', primary: true, render: ({ file }) => file.name },
  {
    key: 'state',
    title: 'Status',
    card: 'aside',
    render: ({ state }) => <Badge tone={photoStates[state][1]}>{photoStates[state][0]}</Badge>,
  },
  {
    key: 'person',
    title: 'Type',
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

interface PhotoGuideProps {
  people: PhotoSubject;
  onChoose: () => void;
  onDropped: (files: File[]) => void;
}

/** Instructions shown before the first photo, with a drop area. */
function PhotoGuide({ people, onChoose, onDropped }: PhotoGuideProps) {
  const address = useAddress();
  const { isOver, place } = useDrop((files) => onDropped([...files].filter(({ type }) => type.startsWith('image/'))));
  const { number, name, shown, files } = words[people];
  return (
    <Card>
      <ol className={classes.steps}>
        <li>
          <h2>Find the {number}</h2>
          <p>
            It is next to each name in <Link href={address.href(`/${people}`, { sort: 'name' })}>the list</Link>, on the
            record and on the ID card.
          </p>
          <p className={classes.sample} aria-hidden>
            <span>{name}</span> <mark>{shown}</mark>
          </p>
        </li>
        <li>
          <h2>Name each photo with it</h2>
          <p>
            {people === 'students'
              ? 'A file name can’t contain a slash: use - or _ instead. Case doesn’t matter.'
              : 'Replace a slash with - or _. Case doesn’t matter.'}
          </p>
          <ul className={classes.files} aria-label={`File names for ${shown}`}>
            {files.map((file) => (
              <li key={file}>
                <code>{file}</code>
              </li>
            ))}
          </ul>
        </li>
        <li>
          <h2>Choose all photos</h2>
          <p>
            Each photo is cropped to a portrait and replaces the current photo, unless a colleague has just added one.
            Photos without a match are listed so that you can rename and upload them again.
          </p>
          <div className={cx(classes.drop, isOver && classes.over)} {...place}>
            <Button icon={<IconUpload />} onClick={onChoose}>
              Choose photos
            </Button>
            <span>or drop them here</span>
          </div>
        </li>
      </ol>
    </Card>
  );
}

const words = {
  students: {
    number: 'admission number',
    name: 'Obi, Ada Ngozi',
    shown: '2026/0014',
    files: ['2026-0014.jpg', '2026_0014.JPG', '2026-0014 (1).jpeg'],
  },
  employees: {
    number: 'employee number',
    name: 'Bello, Musa',
    shown: 'E0014',
    files: ['E0014.jpg', 'e0014.PNG', 'E0014 (1).jpeg'],
  },
};
