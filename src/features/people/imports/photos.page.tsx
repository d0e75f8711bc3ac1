import { useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { count } from '#ui/format.ts';
import { IconUpload } from '#ui/icons.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ProgressBar } from '#ui/records/progress-bar.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { filesText } from '#ui/plain/constants.ts';
import type { PropsOf } from '#web/page.ts';
import type { photos } from './imports.pages.ts';
import { Notice } from './notice.tsx';
import { PhotoGuide } from './photo-guide.tsx';
import { addPhotos, clearPhotos, replaceNewer, retryPhotos, usePhotoQueue, type PhotoState } from './photo-queue.ts';
import { Stack } from './stack.tsx';
import classes from './photos.module.css';
import { photoSummary, photoOrder, columnsFor } from './photo-columns.tsx';

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
