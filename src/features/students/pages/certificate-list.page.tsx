import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { FilterBar } from '#ui/filter-bar.tsx';
import { Menu } from '#ui/menu.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import { useAddress } from '#ui/use-address.ts';
import { useMoreRows } from '#ui/use-more-rows.ts';
import { useInstitutionColumn } from '#web/client/use-institution-column.tsx';
import { openByPost } from '#web/client/open-by-post.ts';
import type { PropsOf } from '#web/page.ts';
import type { CertificateRow } from '../certificates/certificates.queries.ts';
import type { certificateList } from '../students.pages.ts';

/** Every certificate that was issued, the latest first. */
export default function CertificateListPage({ rows, next, years, filter }: PropsOf<typeof certificateList>) {
  const address = useAddress();
  const list = useMoreRows({ rows, next });
  const institution = useInstitutionColumn<CertificateRow>();
  const drop = filter.q ? 'q' : filter.state ? 'state' : 'year';
  return (
    <>
      <PageHeader
        title="Certificates"
        breadcrumbs={[{ label: 'Students', href: address.href('/students') }]}
        description="Transfer certificates, as they were issued. A number is never used twice, and none is missing."
      />
      <DataTable
        name="certificates"
        caption="Certificates"
        columns={[...columnsFor(address.href), ...institution]}
        rows={list.rows}
        onMore={list.more}
        loadingMore={list.loading}
        filtered={Boolean(filter.q || filter.state || filter.year)}
        dropFilter={{ label: 'Show all certificates', href: address.here({ [drop]: null }) }}
        toolbar={
          <FilterBar
            search={{ value: filter.q, label: 'Search certificates', placeholder: 'Number or name' }}
            filters={[
              {
                key: 'state',
                label: 'Status',
                value: filter.state,
                pinned: true,
                options: [
                  { value: 'valid', label: 'Valid' },
                  { value: 'void', label: 'Void' },
                ],
              },
              {
                key: 'year',
                label: 'Year',
                value: filter.year ? String(filter.year) : undefined,
                options: years.map((year) => ({ value: String(year), label: String(year) })),
              },
            ]}
          />
        }
        empty={
          <EmptyState
            title="No certificate yet"
            action={
              <LinkButton tone="primary" href={address.href('/students')}>
                Go to the students
              </LinkButton>
            }
          >
            When a student goes to another school, open the record and choose Transfer out. The certificate is issued in
            the same moment and listed here.
          </EmptyState>
        }
      />
    </>
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
  { key: 'destination', title: 'Goes to', render: (row) => row.destination },
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
                  label: 'Declare void',
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
