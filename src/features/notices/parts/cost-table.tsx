import { Link } from '@inertiajs/react';
import type { ReactNode } from 'react';
import { count, money } from '#ui/format.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';

export interface CostRow {
  id: number;
  label: ReactNode;
  href: string;
  recipients: number;
  parts: number;
  price: number;
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
  const parts: Column<CostRow> = {
    ...{ key: 'parts', title: 'Parts', numeric: true, align: 'end' },
    render: (row) => count(row.parts),
  };
  const columns: Column<CostRow>[] = [
    {
      ...{ key: 'label', title, primary: true, wraps: true, hideable: false },
      render: (row) => <Link href={row.href}>{row.label}</Link>,
    },
    { ...{ key: 'messages', title: 'Messages', numeric: true, align: 'end' }, render: (row) => count(row.recipients) },
    ...(isNarrow ? [] : [parts]),
    {
      ...{ key: 'cost', title: 'Cost', numeric: true, align: 'end', card: 'aside' },
      render: (row) => money(row.price, currency),
    },
  ];
  return <DataTable name={name} caption={title} rows={rows} columns={columns} />;
}
