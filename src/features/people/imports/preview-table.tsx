import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Card } from '#ui/records/card.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { DateText } from '#ui/text.tsx';
import type { ImportCheckedProps } from './imports.pages.ts';
import classes from './corrections.module.css';

type Row = ImportCheckedProps['preview']['rows'][number];

/** The first rows as they will be saved, also when nothing is wrong. */
export function PreviewTable({ preview, rowCount }: { preview: ImportCheckedProps['preview']; rowCount: number }) {
  if (preview.rows.length === 0) return null;
  return (
    <Card title="As it will be saved" flush tour="import-preview">
      {/* Scrolled by keyboard as well. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.scroll} tabIndex={0} role="region" aria-label="The first rows">
        <DataTable
          name="import-preview"
          caption="The first rows as they will be saved"
          columns={columnsOf(preview.columns)}
          rows={preview.rows}
          rowId={({ row }) => row}
          flush
        />
      </div>
      <div className={classes.end}>
        <ListEnd
          shown={preview.rows.length}
          isMore={rowCount > preview.rows.length}
          next="All rows were checked in the same way."
        />
      </div>
    </Card>
  );
}

const shownOnPhone = 4;

const kinds: Record<Row['kind'], [word: string, tone: BadgeTone]> = {
  new: ['New', 'good'],
  update: ['Update', 'info'],
  part: ['Joined', 'plain'],
  skip: ['Skipped', 'plain'],
  denied: ['Not permitted', 'gold'],
  bad: ['Problem', 'bad'],
};

const columnsOf = (columns: ImportCheckedProps['preview']['columns']): Column<Row>[] => [
  { key: 'row', title: 'Row', primary: true, numeric: true, width: 64, render: ({ row }) => row },
  {
    key: 'kind',
    title: 'Result',
    card: 'aside',
    render: ({ kind, about }) => (
      <span title={about}>
        <Badge tone={kinds[kind][1]}>{kinds[kind][0]}</Badge>
      </span>
    ),
  },
  ...columns.map(({ label, isDay }, at): Column<Row> => ({
    key: `field-${at}`,
    title: label,
    ...(at < shownOnPhone && { card: 'line' as const }),
    render: ({ kind, values }) => {
      const value = values[at];
      // A row with a problem shows its cells as they are written.
      return value && isDay && kind !== 'bad' ? <DateText value={value} /> : (value ?? '');
    },
  })),
];
