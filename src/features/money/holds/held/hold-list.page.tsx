import { Link } from '#ui/link.tsx';
import { Badge } from '#ui/badge.tsx';
import { LinkButton, PrimaryLink } from '#ui/button.tsx';
import { exportItems } from '#ui/lists/export-items.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { EmptyState } from '#ui/states.tsx';
import { ListPage } from '#web/client/list-page.tsx';
import { useCurrency } from '#web/client/use-currency.ts';
import { useTerms } from '#web/client/use-terms.ts';
import { classesOf } from '#features/people/students/shared/classes-of.ts';
import type { PropsOf } from '#web/page.ts';
import { withheld, withheldText } from '../holds.ts';
import type { holdListPage } from '../holds.pages.ts';
import { holdStates } from './hold-states.ts';
import classes from '../shared/holds.module.css';
import { countOf, listName, money } from '#ui/format.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import type { HeldRow } from './holds.list.ts';

/** Students from whom something is withheld today. */
export default function HoldListPage({ totals, rules, choices, can, ...list }: PropsOf<typeof holdListPage>) {
  const { href } = useAddress();
  const words = useTerms();
  const currencyOf = useCurrency();
  const more = choices?.moreBatches;
  const isOn = rules.some((rule) => rule.isOn);
  return (
    <ListPage
      {...list}
      name="holds"
      title="Holds"
      total={totals?.students}
      description={
        <div className={classes.rules} data-tour="hold-rules">
          {rules
            .filter((rule) => rule.isOn)
            .map((rule) => (
              <span key={rule.id}>
                <Link href={href(`/hold-rules/${rule.id}`)}>{rule.name}</Link> <Badge tone="good">On</Badge>
              </span>
            ))}
          <Link href={href('/hold-rules')}>{isOn ? 'All rules' : 'Set up rules'}</Link>
        </div>
      }
      action={<PrimaryLink href={href('/holds/clearance')}>Clearance lists</PrimaryLink>}
      more={can.export ? exportItems((format) => href(`/holds/export.${format}`, list.filter)) : []}
      search={{ label: 'Search held students', placeholder: 'Name or number' }}
      filters={[
        { key: 'state', label: 'Status', pinned: true, options: holdStates },
        { key: 'what', label: 'Withheld', options: withheld },
        { key: 'rule', label: 'Rule', options: rules.filter((rule) => rule.isOn) },
        {
          key: 'class',
          label: words.class,
          pinned: true,
          search: more && href('/structure/class-options'),
          options: classesOf(choices?.batches),
        },
        {
          key: 'batch',
          label: words.batch,
          search: more && href('/structure/batch-options'),
          options: choices?.batches ?? [],
        },
      ]}
      columns={holdColumns({ currencyOf, mayLift: can.lift, batch: words.batch, href })}
      rowHref={(row) => href(`/students/${row.id}/fees`)}
      empty={
        isOn ? (
          <EmptyState title="Nobody is held">Every student is below the limits of your rules.</EmptyState>
        ) : (
          <EmptyState title="No rule is on" action={<LinkButton href={href('/hold-rules')}>Set up rules</LinkButton>}>
            Rules withhold report cards, transcripts or exam clearance from students who owe too much or for too long.
          </EmptyState>
        )
      }
    />
  );
}

interface HoldColumns {
  currencyOf: (id?: number) => string;
  /** The institutions in which the actor lifts holds. */
  mayLift: number[];
  batch: string;
  href: (path: string) => string;
}

/** The columns of held students. */
const holdColumns = ({ currencyOf, mayLift, batch, href }: HoldColumns): Column<HeldRow>[] => [
  {
    key: 'name',
    title: 'Student',
    primary: true,
    render: (row) => (
      <>
        {listName(row)} <Secondary>{row.admissionNumber}</Secondary>
      </>
    ),
  },
  { key: 'batch', title: batch, card: 'line', render: (row) => row.batch },
  {
    key: 'withheld',
    title: 'Withheld',
    card: 'line',
    wraps: true,
    render: (row) => (
      <>
        {row.remaining.length > 0 && withheldText(row.remaining)}{' '}
        {row.lift && (
          <Badge tone="gold">
            {row.remaining.length > 0 ? withheldText(row.lift.lifts) : 'All'} lifted until{' '}
            <DateText value={row.lift.until} />
          </Badge>
        )}
      </>
    ),
  },
  {
    key: 'since',
    title: 'Overdue since',
    numeric: true,
    render: (row) =>
      row.since && (
        <>
          <DateText value={row.since} /> <Secondary>{countOf(row.daysOverdue ?? 0, 'day')}</Secondary>
        </>
      ),
  },
  {
    key: 'overdue',
    title: 'Overdue',
    hidden: true,
    numeric: true,
    align: 'end',
    render: (row) => money(row.overdue, currencyOf(row.institutionId)),
  },
  {
    key: 'owed',
    title: 'Owed',
    numeric: true,
    align: 'end',
    card: 'aside',
    hideable: false,
    render: (row) => money(row.owed, currencyOf(row.institutionId)),
  },
  {
    key: 'toPay',
    title: 'To pay',
    numeric: true,
    align: 'end',
    render: (row) => money(row.toPay, currencyOf(row.institutionId)),
  },
  ...(mayLift.length > 0
    ? [
        {
          key: 'actions',
          title: 'Actions',
          align: 'end' as const,
          hideable: false,
          tour: 'hold-lift',
          render: (row: HeldRow) =>
            mayLift.includes(row.institutionId) && (
              <Menu
                label={`Actions for ${listName(row)}`}
                items={[
                  {
                    label: row.lift ? 'Change lift' : 'Lift hold',
                    href: href(`/students/${row.id}/lift-hold`),
                    modal: true,
                  },
                ]}
              />
            ),
        },
      ]
    : []),
];
