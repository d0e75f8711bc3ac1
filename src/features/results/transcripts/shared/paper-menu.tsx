import type { Column } from '#ui/lists/data-table.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';

interface Paper {
  id: number;
  number: string;
  isErased: boolean;
  isRevoked: boolean;
}

/** The last column of issued papers: what can be done with one. */
export const paperMenu = <Row extends Paper>(href: (path: string) => string): Column<Row> => ({
  key: 'actions',
  title: 'Actions',
  align: 'end',
  card: 'aside',
  hideable: false,
  render: (row) => <Menu label={`Actions for ${row.number}`} items={paperItems(row, href)} />,
});

const paperItems = ({ id, isErased, isRevoked }: Paper, href: (path: string) => string): MenuItem[] => [
  ...(isErased ? [] : [{ label: 'Print (PDF)', href: `/academic-papers/${id}/paper.pdf`, external: true }]),
  ...(isRevoked
    ? []
    : [{ label: 'Revoke', href: href(`/academic-papers/${id}/revoke`), modal: true, tone: 'bad' as const }]),
];
