import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import type { Column } from '#ui/lists/data-table.tsx';
import { listName, phoneText } from '#ui/format.ts';
import { Secondary } from '#ui/text.tsx';
import { photoUrl } from '#features/records/people/photos/photo-url.ts';
import type { GuardianRow } from './guardians.list.ts';
import type { GuardianListProps } from './guardians.pages.ts';
import classes from './shared/guardians.module.css';

type Institutions = GuardianListProps['institutions'];

/** The columns of the guardians table, with institutions if there are several. */
export const guardianColumns = (across: Institutions | null): Column<GuardianRow>[] =>
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
