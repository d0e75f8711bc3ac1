import { PrimaryLink } from '#ui/button.tsx';
import { count, dateText } from '#ui/format.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import type { LetterRow } from './letters.list.ts';
import type { letterListPage } from '../notices.pages.ts';
import { figureColumn } from '#ui/lists/data-table/columns.ts';

/** Earlier letters, with who made them. */
export default function LetterListPage(list: PropsOf<typeof letterListPage>) {
  const { href } = useAddress();
  const write = <PrimaryLink href={href('/letters/new')}>Write letters</PrimaryLink>;
  return (
    <ListPage
      {...list}
      name="letters"
      title="Letters"
      description="Letters on paper, for people without a phone number and e-mail address."
      action={write}
      columns={columns}
      rowHref={(row) => href(`/letters/${row.id}`)}
      search={{ label: 'Search letters', placeholder: 'Subject or author' }}
      empty={
        <EmptyState title="No letters yet" action={write}>
          Write one text. Each person gets a letter with their own name, class or balance, ready for the envelope.
        </EmptyState>
      }
    />
  );
}

const columns: Column<LetterRow>[] = [
  { key: 'subject', title: 'Subject', primary: true, render: (row) => row.subject },
  { key: 'day', title: 'Printed', numeric: true, card: 'line', render: (row) => dateText(row.day) },
  {
    key: 'of',
    title: 'For',
    card: 'below',
    render: (row) =>
      `${row.of === 'guardians' ? 'Guardians' : 'Students'}${row.reach === 'unreached' ? ' without phone and e-mail' : ''}`,
  },
  figureColumn('letters', 'Letters', (row) => count(row.letterCount), { card: 'figure' }),
  { key: 'author', title: 'Author', render: (row) => row.author },
];
