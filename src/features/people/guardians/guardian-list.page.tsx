import { lazy, Suspense } from 'react';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { PeopleBar } from '#features/records/people/list/people-bar.tsx';
import { PeoplePage, type Selection } from '#features/records/people/list/people-page.tsx';
import type { GuardianRow } from './guardians.list.ts';
import type { guardianListPage, GuardianListProps } from './guardians.pages.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import type { Column } from '#ui/lists/data-table.tsx';
import { listName, phoneText } from '#ui/format.ts';
import { Secondary } from '#ui/text.tsx';
import { photoUrl } from '#features/records/people/photos/photo-url.ts';
import classes from './shared/guardians.module.css';

// Loaded once a row is selected.
const InviteMany = lazy(() =>
  import('#features/access/accounts/invitations/many/invite-many.tsx').then((module) => ({
    default: module.InviteMany,
  })),
);
const SetResponsibilities = lazy(() =>
  import('./set-responsibilities.tsx').then((module) => ({ default: module.SetResponsibilities })),
);

/** The list of guardians, searched by name, phone or e-mail. */
export default function GuardianListPage({ institutions, ...list }: PropsOf<typeof guardianListPage>) {
  const { can, filter, total } = list;
  const { href } = useAddress();
  // In a list of several institutions, a person is listed once, with all institutions that have a record.
  const across = filter.institution_id || institutions.length < 2 ? null : institutions;
  const add = can.edit && (
    <LinkButton tone="primary" href={href('/guardians/new')}>
      Add guardian
    </LinkButton>
  );
  return (
    <PeoplePage
      {...list}
      people="guardians"
      title="Guardians"
      action={add}
      columns={guardianColumns(across)}
      institutionAt={null}
      exporting={{ total: across ? undefined : total }}
      search={{ label: 'Search guardians', placeholder: 'Name, phone or e-mail' }}
      filters={
        can.filter
          ? [
              {
                key: 'sign_in',
                label: 'Account',
                pinned: true,
                options: { with: 'With account', without: 'No account' },
              },
              { key: 'pays_fees', label: 'Fees', options: { yes: 'Pays fees', no: 'Pays no fees' } },
              { key: 'institution_id', label: 'Institution', options: institutions },
            ]
          : undefined
      }
      bulk={
        (can.invite || can.message || can.edit) &&
        ((selection: Selection<GuardianRow>) => (
          <PeopleBar people="guardians" selection={selection} list={list}>
            {(can.invite || can.edit) && (
              <Suspense>
                {can.invite && <InviteMany people="guardians" ids={selection.ids} />}
                {can.edit && <SetResponsibilities ids={selection.ids} onDone={selection.clear} />}
              </Suspense>
            )}
          </PeopleBar>
        ))
      }
      empty={
        <EmptyState title="No guardians yet" action={add}>
          Guardians are responsible for students. Add them here, or from a student’s record under Family.
        </EmptyState>
      }
    />
  );
}

type Institutions = GuardianListProps['institutions'];

/** The columns of the guardians table, with institutions if there are several. */
const guardianColumns = (across: Institutions | null): Column<GuardianRow>[] =>
  across ? [...columns, institutionColumn(across)] : columns;

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
    render: (row) => (row.children === 0 ? <Secondary>—</Secondary> : row.children),
  },
  { key: 'occupation', title: 'Occupation', hidden: true, render: (row) => row.occupation },
  {
    key: 'signIn',
    title: 'Account',
    card: 'aside',
    render: (row) => (row.signsIn ? <Badge tone="good">Account active</Badge> : null),
  },
];

const institutionColumn = (institutions: Institutions): Column<GuardianRow> => ({
  key: 'institution',
  title: 'Institution',
  wraps: false,
  card: 'line',
  render: ({ institutionId, alsoAt }) =>
    institutions
      .filter(({ id }) => id === institutionId || alsoAt.includes(id))
      .map(({ shortName }) => shortName)
      .join(', '),
});
