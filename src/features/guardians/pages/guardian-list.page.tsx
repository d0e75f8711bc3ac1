import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { FilterBar } from '#ui/filter-bar.tsx';
import { listName, phoneText } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Secondary } from '#ui/text.tsx';
import { useAddress } from '#ui/use-address.ts';
import { useMoreRows } from '#ui/use-more-rows.ts';
import { useOwnColumns } from '#web/client/use-own-columns.tsx';
import { usePeopleExport } from '#web/client/use-people-export.tsx';
import type { PropsOf } from '#web/page.ts';
import { flatFilter } from '#features/custom-fields/flat-filter.ts';
import { photoUrl } from '#features/people/photo-url.ts';
import type { guardianList } from '../guardians.pages.ts';
import type { GuardianRow } from '../guardians.queries.ts';
import classes from '../parts/guardians.module.css';

/** Find a guardian: by name, telephone or e-mail. */
export default function GuardianListPage({
  rows,
  next,
  total,
  choices,
  filter,
  institutions,
  can,
}: PropsOf<typeof guardianList>) {
  const address = useAddress();
  const list = useMoreRows({ rows, next });
  const own = useOwnColumns({ people: 'guardians', choices, filter });
  const [asked] = Object.keys(filter.custom ?? {});
  const dropped = [
    ['q', 'the search'],
    ['sign_in', 'the sign-in'],
    ['pays_fees', 'the fees'],
    ['papers', 'the documents'],
    ['institution_id', 'the institution'],
  ] as const;
  const found = dropped.find(([key]) => filter[key]);
  const first = found ?? (asked && ([`custom.${asked}`, 'the own field'] as const));
  // Of several institutions a person stands here once, who may have a record in each.
  const across = filter.institution_id || institutions.length < 2 ? null : institutions;
  const exporting = usePeopleExport({
    ...{ people: 'guardians', may: can.export, filter: flatFilter(filter) },
    total: across ? undefined : total,
  });
  const add = can.edit && (
    <LinkButton tone="primary" href={address.href('/guardians/new')}>
      Add guardian
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title="Guardians"
        count={total}
        action={add}
        more={[
          can.import && { label: 'Import from a file', href: address.href('/imports/new', { kind: 'guardians' }) },
          exporting.entry,
        ]}
      />
      {exporting.dialog}
      {own.reader}
      <DataTable
        name="guardians"
        caption="Guardians"
        columns={[...columns, ...(across ? [institutionColumn(across)] : []), ...own.columns]}
        rows={list.rows}
        rowHref={(row) => address.href(`/guardians/${row.id}`)}
        rowLabel={listName}
        sort={filter.sort}
        sortHref={(sort) => address.here({ sort })}
        total={total}
        onMore={list.more}
        loadingMore={list.loading}
        filtered={Boolean(first)}
        dropFilter={first ? { label: first[1], href: address.here({ [first[0]]: null }) } : undefined}
        toolbar={
          <FilterBar
            search={{ value: filter.q, label: 'Search guardians', placeholder: 'Name, phone or e-mail' }}
            filters={
              can.filter
                ? [
                    {
                      key: 'sign_in',
                      label: 'Sign-in',
                      value: filter.sign_in,
                      pinned: true,
                      options: [
                        { value: 'with', label: 'With sign-in' },
                        { value: 'without', label: 'Without sign-in' },
                      ],
                    },
                    {
                      key: 'pays_fees',
                      label: 'Fees',
                      value: filter.pays_fees,
                      options: [
                        { value: 'yes', label: 'Pays fees' },
                        { value: 'no', label: 'Pays no fees' },
                      ],
                    },
                    ...(institutions.length > 1
                      ? [
                          {
                            key: 'institution_id',
                            label: 'Institution',
                            value: filter.institution_id && String(filter.institution_id),
                            options: institutions.map(({ id, name }) => ({ value: String(id), label: name })),
                          },
                        ]
                      : []),
                    ...own.filters,
                  ]
                : []
            }
          />
        }
        empty={
          <EmptyState title="No guardians yet" action={add}>
            Guardians answer for students. Add them here, or from a student’s record under Family.
          </EmptyState>
        }
      />
    </>
  );
}

const columns: Column<GuardianRow>[] = [
  {
    key: 'name',
    title: 'Name',
    primary: true,
    sortable: true,
    width: 260,
    render: (row) => (
      <span className={classes.named}>
        <Avatar name={listName(row)} src={photoUrl('guardians', row, 'small')} size={24} />
        {listName(row)}
      </span>
    ),
  },
  { key: 'phone', title: 'Phone', numeric: true, card: 'line', render: (row) => phoneText(row.phone) },
  { key: 'email', title: 'E-mail', render: (row) => row.email },
  {
    key: 'children',
    title: 'Children',
    numeric: true,
    align: 'end',
    render: (row) => (row.children === 0 ? <Secondary>none</Secondary> : row.children),
  },
  { key: 'occupation', title: 'Occupation', hidden: true, render: (row) => row.occupation },
  {
    key: 'signIn',
    title: 'Sign-in',
    card: 'aside',
    render: (row) => (row.signsIn ? <Badge tone="good">Signs in</Badge> : null),
  },
];

const institutionColumn = (institutions: PropsOf<typeof guardianList>['institutions']): Column<GuardianRow> => ({
  key: 'institution',
  title: 'Institution',
  card: 'line',
  render: ({ institutionId, alsoAt }) =>
    institutions
      .filter(({ id }) => id === institutionId || alsoAt.includes(id))
      .map(({ shortName }) => shortName)
      .join(', '),
});
