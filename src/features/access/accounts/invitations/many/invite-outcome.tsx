import { count, countOf } from '#ui/format.ts';
import { DescriptionList } from '#ui/records/description-list.tsx';
import type { BulkPreview, ChannelCost } from './bulk-invitation.ts';
import { LeftOutList } from './left-out-list.tsx';

interface InviteOutcomeProps {
  preview: BulkPreview;
  one: string;
  recordHref: (id: number) => string;
}

/** How many are invited in which way, what it costs, and who is left out. */
export function InviteOutcome({ preview, one, recordHref }: InviteOutcomeProps) {
  const { institution, invited, renewed, waits, isByRole, channels, leftOut } = preview;
  const left = leftOut.reduce((sum, group) => sum + group.count, 0);
  const kept = channels.reduce((sum, channel) => sum + channel.kept, 0);
  const rows: [string, string | null][] = [
    ['Institution', institution],
    ['Invited', count(invited)],
    ['New link, the first expired', renewed > 0 ? count(renewed) : null],
    ...channels.map((channel): [string, string] => [channelNames[channel.channel], costWords(channel)]),
    ['Left out', left > 0 ? count(left) : null],
  ];
  return (
    <>
      <DescriptionList items={rows.filter((row): row is [string, string] => row[1] !== null)} />
      {leftOut.length > 0 && <LeftOutList groups={leftOut} href={recordHref} />}
      {waits > 0 && (
        <p>
          {waits === invited + renewed
            ? 'All of them wait'
            : `${countOf(waits, one)} of them ${waits === 1 ? 'waits' : 'wait'}`}{' '}
          for one approval by a second person, because{' '}
          {isByRole ? 'of what the role opens.' : 'you imported or changed these records.'}
          {waits < invited + renewed && ' The others are invited now.'}
        </p>
      )}
      {kept > 0 && (
        <p>
          {countOf(kept, 'message stays', 'messages stay')} in the outbox and {kept === 1 ? 'reaches' : 'reach'} nobody:
          no provider is on. Set one up under Messages first.
        </p>
      )}
    </>
  );
}

const channelNames = { email: 'By e-mail', sms: 'By SMS' };

const costWords = ({ count: n, cost }: ChannelCost): string => (cost === null ? count(n) : `${count(n)}, ${cost}`);
