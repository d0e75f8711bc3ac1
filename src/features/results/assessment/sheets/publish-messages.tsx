import { Link } from '#ui/link.tsx';
import { useEffect, useState } from 'react';
import type { EventAudience, EventChannel } from '#kernel/messages/events.ts';
import type { Telling, Tellings } from '#kernel/messages/telling.ts';
import { costText } from '#features/records/sending/shared/cost-text.ts';
import { count } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { explain, remote } from '#web/client/remote.ts';

const audiences: Record<EventAudience, string> = {
  guardian: 'guardians',
  student: 'students',
  employee: 'employees',
};
const channels: Record<EventChannel, string> = { sms: 'SMS', email: 'E-mail', notice: 'Notice' };

/** What publication sends to families, by which way and for how much, and what is switched off. */
export function PublishMessages({ ids }: { ids: number[] }) {
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
            'The principal can change what is switched off.'
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
