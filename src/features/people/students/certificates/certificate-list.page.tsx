import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import type { Column } from '#ui/lists/data-table.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { ListPage } from '#web/client/list-page.tsx';
import { openByPost } from '#web/client/open-by-post.ts';
import type { PropsOf } from '#web/page.ts';
import type { CertificateRow } from './certificates.list.ts';
import type { certificateListPage } from '../students.pages.ts';

/** All issued certificates, latest first. */
export default function CertificateListPage({ years, ...list }: PropsOf<typeof certificateListPage>) {
  const { href } = useAddress();
  return (
    <ListPage
      {...list}
      name="certificates"
      title="Certificates"
      breadcrumbs={[{ label: 'Students', href: href('/students') }]}
      description="Transfer certificates, as they were issued. Numbers are sequential and never reused."
      search={{ label: 'Search certificates', placeholder: 'Number or name' }}
      filters={[
        { key: 'state', label: 'Status', pinned: true, options: { valid: 'Valid', void: 'Void' } },
        { key: 'year', label: 'Year', options: years.map(String) },
      ]}
      columns={columnsFor(href)}
      empty={
        <EmptyState
          title="No certificates yet"
          action={
            <LinkButton tone="primary" href={href('/students')}>
              Go to students
            </LinkButton>
          }
        >
          To issue a certificate, open a student’s record and choose Transfer out.
        </EmptyState>
      }
    />
  );
}

const columnsFor = (href: (path: string) => string): Column<CertificateRow>[] => [
  { key: 'number', title: 'Number', primary: true, numeric: true, render: (row) => row.number },
  {
    key: 'name',
    title: 'Student',
    card: 'line',
    render: (row) => (
      <>
        <a href={href(`/students/${row.studentId}`)}>{row.name}</a> <Secondary>{row.admissionNumber}</Secondary>
      </>
    ),
  },
  { key: 'issued', title: 'Issued', numeric: true, card: 'line', render: (row) => <DateText value={row.issuedOn} /> },
  { key: 'destination', title: 'New school', render: (row) => row.destination },
  {
    key: 'state',
    title: 'Status',
    card: 'aside',
    render: (row) =>
      row.isVoid ? (
        <>
          <Badge tone="bad">Void</Badge> <Secondary>{row.voidReason}</Secondary>
        </>
      ) : (
        <Badge tone="good">{row.isPrinted ? 'Printed' : 'Issued'}</Badge>
      ),
  },
  {
    key: 'actions',
    title: 'Actions',
    align: 'end',
    card: 'aside',
    hideable: false,
    render: (row) => (
      <Menu
        label={`Actions for ${row.number}`}
        items={[
          {
            label: row.isPrinted ? 'Print a duplicate' : 'Print',
            onSelect: () => openByPost(`/certificates/${row.id}/print`),
          },
          ...(row.isVoid
            ? []
            : [
                {
                  label: 'Void certificate',
                  href: href(`/certificates/${row.id}/void`),
                  modal: true,
                  tone: 'bad' as const,
                },
              ]),
        ]}
      />
    ),
  },
];
