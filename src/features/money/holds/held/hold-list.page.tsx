import { Link } from '#ui/link.tsx';
import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { exportItems } from '#ui/lists/export-items.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { EmptyState } from '#ui/states.tsx';
import { ListPage } from '#web/client/list-page.tsx';
import { useCurrency } from '#web/client/use-currency.ts';
import { useWords } from '#web/client/use-words.ts';
import type { PropsOf } from '#web/page.ts';
import { withheld } from '../holds.ts';
import type { holdListPage } from '../holds.pages.ts';
import { holdStates } from './hold-states.ts';
import { holdColumns } from './hold-columns.tsx';
import classes from '../shared/holds.module.css';

/** Students from whom something is withheld today. */
export default function HoldListPage({ totals, rules, choices, can, ...list }: PropsOf<typeof holdListPage>) {
  const { href } = useAddress();
  const words = useWords();
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
      action={
        <LinkButton tone="primary" href={href('/holds/clearance')}>
          Clearance lists
        </LinkButton>
      }
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

const classesOf = (batches: { classId: number; className: string }[] = []) => [
  ...new Map(batches.map(({ classId, className }) => [classId, { id: classId, name: className }])).values(),
];
