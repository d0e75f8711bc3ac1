import { Badge } from '#ui/badge.tsx';
import { PrimaryLink } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import { withheldText } from '../holds.ts';
import type { ruleListPage } from '../holds.pages.ts';
import { conditionText, placesText } from './rule-text.ts';
import type { RuleRow } from './rules.list.ts';

/** The rules by which something is withheld. */
export default function RuleListPage({ can, ...list }: PropsOf<typeof ruleListPage>) {
  const { href } = useAddress();
  const add = can.edit && <PrimaryLink href={href('/hold-rules/new')}>Add rule</PrimaryLink>;
  return (
    <ListPage
      {...list}
      name="hold-rules"
      title="Hold rules"
      breadcrumbs={[{ label: 'Holds', href: href('/holds') }]}
      action={add}
      search={{ label: 'Search rules', placeholder: 'Name' }}
      filters={[{ key: 'state', label: 'Status', pinned: true, options: { on: 'On', off: 'Off' } }]}
      columns={columns}
      rowHref={(row) => href(`/hold-rules/${row.id}`)}
      empty={
        <EmptyState title="No hold rules yet" action={add}>
          A rule withholds report cards, transcripts or exam clearance from students who owe too much or for too long.
          It shows the students it would hold before you switch it on.
        </EmptyState>
      }
    />
  );
}

const columns: Column<RuleRow>[] = [
  { key: 'name', title: 'Rule', primary: true, render: (row) => row.name },
  { key: 'withholds', title: 'Withholds', card: 'line', wraps: true, render: (row) => withheldText(row.withholds) },
  {
    key: 'condition',
    title: 'From students',
    card: 'line',
    wraps: true,
    render: (row) => conditionText(row, row.currency),
  },
  { key: 'places', title: 'Students', wraps: true, render: (row) => placesText(row) },
  {
    key: 'state',
    title: 'Status',
    card: 'aside',
    hideable: false,
    render: (row) => (row.isOn ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>),
  },
];
