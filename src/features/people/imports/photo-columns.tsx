import { Button } from '#ui/button.tsx';
import type { Column } from '#ui/lists/data-table.tsx';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { count, countOf } from '#ui/format.ts';
import { replaceNewer, type PhotoState, type QueuedPhoto } from './photo-queue.ts';
import classes from './photos.module.css';

export function photoSummary({
  open,
  newer,
  failed,
  lost,
}: Record<'open' | 'newer' | 'failed' | 'lost', number>): string {
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
export const photoOrder: Record<PhotoState, number> = {
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

export const columnsFor = (people: 'students' | 'employees'): Column<QueuedPhoto>[] => [
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
