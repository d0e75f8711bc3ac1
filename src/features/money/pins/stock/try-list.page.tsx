import { Link } from '#ui/link.tsx';
import { Badge } from '#ui/badge.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateTimeText } from '#ui/text.tsx';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import { serialText, tryOutcomes } from '../pins.ts';
import type { tryListPage } from '../pins.pages.ts';
import type { TryRow } from './tries.list.ts';

/** Tries of pins: right ones, and others that may be guesses. */
export default function TryListPage(list: PropsOf<typeof tryListPage>) {
  return (
    <ListPage
      {...list}
      name="pin-tries"
      title="Pin attempts"
      description="Deleted after 90 days. Many wrong pins from one address may mean that someone is guessing."
      search={{ label: 'Search attempts', placeholder: 'Serial number or address' }}
      filters={[
        { key: 'outcome', label: 'Result', pinned: true, options: tryOutcomes },
        { key: 'from', endKey: 'to', label: 'Day' },
      ]}
      columns={columns}
      empty={<EmptyState title="No attempts yet">Every pin that is entered is listed here.</EmptyState>}
    />
  );
}

const columns: Column<TryRow>[] = [
  {
    key: 'at',
    title: 'When',
    primary: true,
    render: (row) => <DateTimeText value={String(row.at)} institutionId={row.institutionId} />,
  },
  {
    key: 'serial',
    title: 'Serial number',
    card: 'line',
    render: (row) =>
      row.serial === null ? 'Not a number' : <Serial serial={row.serial} isKnown={row.outcome !== 'unknown'} />,
  },
  {
    key: 'outcome',
    title: 'Result',
    card: 'aside',
    render: (row) => <Badge tone={row.outcome === 'right' ? 'good' : 'bad'}>{tryOutcomes[row.outcome]}</Badge>,
  },
  { key: 'address', title: 'From', card: 'line', render: (row) => row.address },
];

function Serial({ serial, isKnown }: { serial: number; isKnown: boolean }) {
  const { href } = useAddress();
  return isKnown ? (
    <Link href={href('/pins/find', { serial: String(serial) })}>{serialText(serial)}</Link>
  ) : (
    serialText(serial)
  );
}
