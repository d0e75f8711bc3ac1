import { Badge } from '#ui/badge.tsx';
import { countOf, money } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { type Column, DataTable } from '#ui/lists/data-table.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import type { PreviewRow, RulePreview } from './change-rules.ts';

interface PreviewTableProps {
  preview: RulePreview;
  currency: string;
  /** Whether the rule is on already, so that some are held newly and some no longer. */
  isChange: boolean;
}

/** The first students whom a rule would hold. */
export function PreviewTable({ preview, currency, isChange }: PreviewTableProps) {
  const { href } = useAddress();
  if (preview.rows.length === 0) return null;
  return (
    <>
      <DataTable
        name="hold-preview"
        caption="Students"
        columns={columnsFor(currency, isChange)}
        rows={preview.rows}
        rowHref={(row) => href(`/students/${row.id}/fees`)}
        flush
      />
      <ListEnd
        shown={preview.rows.length}
        isMore={preview.isMore}
        of="students"
        next={isChange ? 'Changes come first, then the largest debts.' : 'The largest debts come first.'}
      />
    </>
  );
}

const changes = { new: ['bad', 'Newly held'], released: ['good', 'Released'], same: ['plain', 'Held'] } as const;

const columnsFor = (currency: string, isChange: boolean): Column<PreviewRow>[] => [
  {
    key: 'name',
    title: 'Student',
    primary: true,
    wraps: true,
    render: (row) => (
      <>
        {row.name} <Secondary>{[row.admissionNumber, row.batch].filter(Boolean).join(' · ')}</Secondary>
      </>
    ),
  },
  ...(isChange
    ? [
        {
          key: 'change',
          title: 'Change',
          card: 'line' as const,
          render: (row: PreviewRow) => <Badge tone={changes[row.change][0]}>{changes[row.change][1]}</Badge>,
        },
      ]
    : []),
  {
    key: 'since',
    title: 'Overdue since',
    numeric: true,
    card: 'line',
    render: (row) =>
      row.since && (
        <>
          <DateText value={row.since} /> <Secondary>({countOf(row.daysOverdue ?? 0, 'day')})</Secondary>
        </>
      ),
  },
  {
    key: 'owed',
    title: 'Owed',
    numeric: true,
    align: 'end',
    card: 'aside',
    hideable: false,
    render: (row) => money(row.owed, currency),
  },
];

/** 'This rule would hold 12 students today, who owe ₦340,000.00.' */
export function previewText({ held, owed }: RulePreview, currency: string, isOn: boolean): string {
  const verb = isOn ? 'holds' : 'would hold';
  if (held === 0) return `This rule ${verb} nobody today.`;
  return `This rule ${verb} ${countOf(held, 'student')} today, who ${held === 1 ? 'owes' : 'owe'} ${money(owed, currency)}.`;
}

/** What an edit of a rule that is on changes. */
export const changesText = ({ added, released }: RulePreview): string =>
  added + released === 0
    ? 'Nobody is newly held or released.'
    : `${countOf(added, 'student')} newly held, ${countOf(released, 'student')} released.`;
