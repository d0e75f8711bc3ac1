import { Link } from '#ui/link.tsx';
import type { ReactNode } from 'react';
import { shortCost } from '#features/records/sending/shared/cost-text.ts';
import { count, countOf } from '#ui/format.ts';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';

export interface CostRow {
  id: number;
  label: ReactNode;
  /** Null if its rows can't be shown to the user. */
  href: string | null;
  recipients: number;
  parts: number;
  price: number;
  unpriced: number;
}

interface CostTableProps {
  name: string;
  title: string;
  rows: CostRow[];
  currency: string;
  /** Without parts, where there is little room. */
  isNarrow?: boolean;
}

/** Messages, parts and costs by one of their properties; each line opens its rows. */
export function CostTable({ name, title, rows, currency, isNarrow }: CostTableProps) {
  // A card has no heads of columns.
  const said = useMedia(NARROW) ? countOf : count;
  const parts: Column<CostRow> = {
    key: 'parts',
    title: 'Parts',
    numeric: true,
    align: 'end',
    render: (row) => said(row.parts, 'part'),
  };
  const columns: Column<CostRow>[] = [
    {
      key: 'label',
      title,
      primary: true,
      wraps: true,
      hideable: false,
      render: (row) => (row.href === null ? row.label : <Link href={row.href}>{row.label}</Link>),
    },
    {
      key: 'messages',
      title: 'Messages',
      numeric: true,
      align: 'end',
      render: (row) => said(row.recipients, 'message'),
    },
    ...(isNarrow ? [] : [parts]),
    {
      key: 'cost',
      title: 'Cost',
      numeric: true,
      align: 'end',
      card: 'aside',
      render: (row) => shortCost(row, currency),
    },
  ];
  return <DataTable flush name={name} caption={title} rows={rows} columns={columns} />;
}
