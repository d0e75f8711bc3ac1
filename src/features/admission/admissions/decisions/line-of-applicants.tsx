import { useState, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { count, countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { Card } from '#ui/records/card.tsx';
import type { InLine } from './decisions.queries.ts';
import classes from '../shared/decisions.module.css';
import { figureColumn } from '#ui/lists/data-table/columns.ts';

interface LineOfApplicantsProps<Row extends InLine> {
  name: string;
  /** Its `data-tour`. */
  tour?: string;
  title: string;
  /** What it is about, above the rows. */
  children: ReactNode;
  rows: Row[];
  /** Ticked at first; all unless given. */
  ticked?: (row: Row) => boolean;
  columns?: Column<Row>[];
  /** The buttons for so many, the main one first. */
  actions: ((ids: number[]) => { label: string; run: () => void }[]) | null;
}

/** Applicants who wait for the same act: ticked, and done at once. */
export function LineOfApplicants<Row extends InLine>({
  name,
  tour,
  title,
  children,
  rows,
  ticked = () => true,
  columns = [],
  actions,
}: LineOfApplicantsProps<Row>) {
  const { href } = useAddress();
  const [selected, setSelected] = useState<ReadonlySet<number>>(() => new Set(rows.filter(ticked).map(({ id }) => id)));
  const chosen = rows.filter(({ id }) => selected.has(id)).map(({ id }) => id);
  const acts = actions?.(chosen);
  return (
    <Card title={title} tour={tour} flush>
      <p className={classes.lead}>{children}</p>
      <DataTable
        name={`admissions-${name}`}
        caption={title}
        rows={rows}
        flush
        columns={[...applicantColumns<Row>(), ...columns]}
        rowHref={(row) => href(`/applications/${row.id}`)}
        rowLabel={(row) => row.name}
        {...(acts && { selection: { selected, onChange: setSelected } })}
      />
      {acts && (
        <div className={classes.bar}>
          {acts.map(({ label, run }, at) => (
            <Button key={at} tone={at === 0 ? 'primary' : 'quiet'} disabled={chosen.length === 0} onClick={run}>
              {label}
            </Button>
          ))}
          <span className={classes.note}>{countOf(chosen.length, 'applicant')} selected</span>
        </div>
      )}
    </Card>
  );
}

const applicantColumns = <Row extends InLine>(): Column<Row>[] => [
  { key: 'name', title: 'Applicant', primary: true, render: (row) => row.name },
  { key: 'number', title: 'Number', card: 'line', render: (row) => row.number },
  { key: 'class', title: 'Class', card: 'line', render: (row) => row.class ?? '—' },
  figureColumn('score', 'Score', (row) => (row.score === null ? '—' : count(row.score)), { card: 'figure' }),
];
