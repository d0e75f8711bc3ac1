import { useEffect, useState } from 'react';
import { costText } from '#features/records/sending/shared/cost-text.ts';
import { Shortage } from '#features/records/sending/shared/shortage.tsx';
import { Button } from '#ui/button.tsx';
import { countOf, dateText } from '#ui/format.ts';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { explain, remote } from '#web/client/remote.ts';
import type { Announcement } from './announcement.ts';

interface PublishDialogProps {
  notice: { id: number; title: string; fromDay: string };
  onClose: () => void;
}

/** Who is notified of a notice, by which ways and at what cost, before it is published. */
export function PublishDialog({ notice, onClose }: PublishDialogProps) {
  const [announcement, setAnnouncement] = useState<Announcement | null>(null);
  const [problem, setProblem] = useState('');
  const at = `/notices/${notice.id}`;
  useEffect(() => {
    const gone = new AbortController();
    remote<Announcement>('GET', `${at}/announcement`, {}, { signal: gone.signal })
      .then(({ json }) => setAnnouncement(json))
      .catch((error: unknown) => gone.signal.aborted || setProblem(explain(error).message));
    return () => gone.abort();
  }, [at]);
  return (
    <Dialog open onClose={onClose} title={`Publish ${notice.title}`}>
      {problem && <p role="alert">{problem}</p>}
      {!announcement && !problem && <p role="status">Counting readers …</p>}
      {announcement && (
        <EditForm
          action={`${at}/publish`}
          submit="Publish notice"
          guard={false}
          onSuccess={onClose}
          aside={
            <Button tone="plain" onClick={onClose}>
              Cancel
            </Button>
          }
        >
          <Reach announcement={announcement} fromDay={notice.fromDay} />
          {announcement.shortage && <Shortage words={announcement.shortage} mayOverspend={announcement.mayOverspend} />}
        </EditForm>
      )}
    </Dialog>
  );
}

const channelNames = { sms: 'SMS', email: 'E-mail' };

function Reach({ announcement, fromDay }: { announcement: Announcement; fromDay: string }) {
  const { when, users, channels, wasTold, currency } = announcement;
  if (when === 'never') return <p>The last day of this notice has passed, so nobody is notified.</p>;
  const sum = (key: 'price' | 'unpriced') => channels.reduce((total, channel) => total + channel[key], 0);
  const kept = channels.filter(({ isKept }) => isKept).map(({ channel }) => (channel === 'sms' ? 'SMS' : 'e-mail'));
  return (
    <>
      <DescriptionList
        items={[
          ['In the product', countOf(users, 'user')],
          ...channels.map(({ channel, messages, parts }): [string, string] => [
            channelNames[channel],
            [countOf(messages, 'message'), channel === 'sms' && countOf(parts, 'part')].filter(Boolean).join(', '),
          ]),
          ...(channels.length > 0
            ? [
                [
                  'Cost',
                  channels.some(({ channel }) => channel === 'sms')
                    ? costText({ price: sum('price'), unpriced: sum('unpriced') }, currency)
                    : 'Free',
                ] as [string, string],
              ]
            : []),
        ]}
      />
      {when === 'later' && (
        <p>It begins on {dateText(fromDay)}. Its readers are notified that morning, and counted again then.</p>
      )}
      {wasTold && <p>Its SMS and e-mails were sent when it was published before, so none are sent now.</p>}
      {kept.length > 0 && (
        <p>No provider is on for {kept.join(' and ')}: such messages stay in the outbox and reach nobody.</p>
      )}
    </>
  );
}
