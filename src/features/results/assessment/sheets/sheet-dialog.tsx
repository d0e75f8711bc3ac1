import { count, countOf } from '#ui/format.ts';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Link } from '#ui/link.tsx';
import { useEffect, useState } from 'react';
import type { EventAudience, EventChannel } from '#kernel/messages/events.ts';
import type { Telling, Tellings } from '#kernel/messages/telling.ts';
import { costText } from '#features/records/sending/shared/cost-text.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { explain, remote } from '#web/client/remote.ts';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import type { CourseProgress } from './progress.queries.ts';
import type { SheetAct } from './change-sheets.ts';
import type { SheetState } from '../sheet-states.ts';

interface SheetDialogProps {
  offer: SheetOffer | null;
  onClose: () => void;
  ids: number[];
  /** Of one sheet: its batch. */
  name?: string;
  isOnSheet?: boolean;
  /** Marks that are not entered. */
  missing: number;
}

/** With missing marks these are asked about by number. */
const asksAgain = new Set(['lock', 'approve']);

/** Confirms a step of one or several sheets. */
export function SheetDialog({ offer, onClose, ids, name, isOnSheet, missing }: SheetDialogProps) {
  return (
    <Dialog
      open={offer !== null}
      onClose={onClose}
      title={offer ? `${offer.label}: ${name ?? countOf(ids.length, 'sheet')}` : ''}
    >
      {offer && (
        <EditForm action={`/mark-sheets/${offer.act}`} submit={offer.label} onSuccess={onClose} guard={false}>
          {ids.map((id) => (
            <input key={id} type="hidden" name="ids[]" value={id} />
          ))}
          {isOnSheet && <input type="hidden" name="isOnSheet" value="1" />}
          <p>{offer.about}</p>
          {offer.act === 'publish' && <PublishMessages ids={ids} />}
          {missing > 0 && asksAgain.has(offer.act) && (
            <p>
              <b>{missing === 1 ? '1 mark is not entered.' : `${count(missing)} marks are not entered.`}</b>{' '}
              {offer.act === 'lock'
                ? 'Teachers can’t enter them once it’s locked.'
                : 'Students with missing marks have no total in that course.'}
            </p>
          )}
          {(offer.needsReason || (missing > 0 && offer.act === 'approve')) && (
            <TextareaField name="reason" label="Reason" rows={2} maxLength={300} help="It’s kept with the marks." />
          )}
        </EditForm>
      )}
    </Dialog>
  );
}

const audiences: Record<EventAudience, string> = {
  guardian: 'guardians',
  student: 'students',
  employee: 'employees',
};
const channels: Record<EventChannel, string> = { sms: 'SMS', email: 'E-mail', notice: 'Notice' };

/** What publication sends to families, by which way and for how much, and what is switched off. */
function PublishMessages({ ids }: { ids: number[] }) {
  const { href } = useAddress();
  const [found, setFound] = useState<Tellings | null>(null);
  const [problem, setProblem] = useState('');
  const query = ids.map((id) => `ids=${id}`).join('&');
  useEffect(() => {
    const gone = new AbortController();
    remote<Tellings>('GET', `/mark-sheets/publish/messages?${query}`, undefined, { signal: gone.signal })
      .then(({ json }) => setFound(json))
      .catch((error: unknown) => gone.signal.aborted || setProblem(explain(error).message));
    return () => gone.abort();
  }, [query]);
  if (problem) return <p role="alert">{problem}</p>;
  if (!found) return <p role="status">Counting messages…</p>;
  const { institutionId, currency, ways, maySwitch } = found;
  return (
    <>
      <DescriptionList
        items={ways.map((way) => [`${channels[way.channel]} to ${audiences[way.audience]}`, said(way, currency)])}
      />
      {ways.some(({ isOn }) => !isOn) && (
        <p>
          {maySwitch ? (
            <Link href={href('/message-switches', { institution_id: institutionId })}>Change automatic messages</Link>
          ) : (
            'The principal can change automatic messages.'
          )}
        </p>
      )}
    </>
  );
}

function said({ channel, isOn, messages, isKept, ...cost }: Telling, currency: string): string {
  if (!isOn) return 'Switched off';
  if (channel === 'notice') return 'Everyone with an account';
  if (messages === 0) return 'Nobody can be reached';
  if (isKept) return `${count(messages)}, which stay in the outbox: no provider is on`;
  return channel === 'sms' ? `${count(messages)}, ${costText(cost, currency)}` : count(messages);
}

interface DueDialogProps {
  isOpen: boolean;
  onClose: () => void;
  ids: number[];
  dueOn: string | null;
  isOnSheet?: boolean;
}

/** Changes the day on which marks are due. */
export const DueDialog = ({ isOpen, onClose, ids, dueOn, isOnSheet }: DueDialogProps) => (
  <Dialog
    open={isOpen}
    onClose={onClose}
    title={ids.length === 1 ? 'Due day' : `Due day: ${countOf(ids.length, 'sheet')}`}
  >
    {isOpen && (
      <EditForm action="/mark-sheets/due" submit="Save due day" onSuccess={onClose} guard={false}>
        {ids.map((id) => (
          <input key={id} type="hidden" name="ids[]" value={id} />
        ))}
        {isOnSheet && <input type="hidden" name="isOnSheet" value="1" />}
        <p>Teachers who have not finished are reminded three days and one day before, and on the day.</p>
        <DatePickerField name="dueOn" label="Marks are due on" optional defaultValue={dueOn ?? ''} />
      </EditForm>
    )}
  </Dialog>
);

export interface SheetOffer {
  /** Publication is of the feature `results`. */
  act: SheetAct | 'publish';
  label: string;
  from: SheetState;
  may: 'open' | 'approve' | 'publish';
  /** Undoes another step: asks for the reason. */
  needsReason?: true;
  about: string;
}

/** What can be done with sheets in each state. */
export const sheetOffers: SheetOffer[] = [
  { act: 'lock', label: 'Lock', from: 'open', may: 'open', about: 'Teachers can no longer change marks.' },
  {
    act: 'reopen',
    label: 'Reopen',
    from: 'locked',
    may: 'open',
    needsReason: true,
    about: 'Teachers can enter and change marks again.',
  },
  {
    act: 'approve',
    label: 'Approve',
    from: 'locked',
    may: 'approve',
    about: 'You confirm that these marks are complete and correct.',
  },
  {
    act: 'withdraw',
    label: 'Withdraw approval',
    from: 'approved',
    may: 'approve',
    needsReason: true,
    about: 'The marks are locked again, and can be reopened.',
  },
  {
    act: 'publish',
    label: 'Publish',
    from: 'approved',
    may: 'publish',
    about:
      'Students and guardians can see the results. Published results are sealed: they can be replaced, but not changed.',
  },
];

/** Marks of courses that are not entered. */
export const missingOf = (courses: Pick<CourseProgress, 'expected' | 'entered'>[]): number =>
  courses.reduce((sum, { expected, entered }) => sum + expected - entered, 0);
