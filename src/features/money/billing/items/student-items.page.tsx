import { Link } from '#ui/link.tsx';
import { textName } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Money } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import type { studentItemsPage } from './items.routes.ts';
import classes from '../shared/billing.module.css';
import { SaveTicks, useTicks, lateItems, ItemCell } from './save-ticks.tsx';
import own from './items.module.css';

/** The optional items of one student, by fee. */
export default function StudentItemsPage({ student, currency, fees }: PropsOf<typeof studentItemsPage>) {
  const { href } = useAddress();
  const feeOf = (itemId: number) => fees.find(({ items }) => items.some(({ id }) => id === itemId))!;
  const ticks = useTicks((_, itemId) => feeOf(itemId).chosen.includes(itemId));
  return (
    <>
      <PageHeader
        title="Optional items"
        breadcrumbs={[
          { label: 'Students', href: href('/students') },
          { label: textName(student), href: href(`/students/${student.id}/fees`) },
        ]}
        description="Tick what this student takes. To remove a billed item, issue a credit note on its invoice."
      />
      <div className={classes.stack}>
        {fees.length === 0 && (
          <EmptyState title="No optional items">No open fee for this student has optional items.</EmptyState>
        )}
        {fees.map((fee) => (
          <Card key={fee.id} title={<Link href={href(`/fees/${fee.id}`)}>{fee.title}</Link>}>
            <ul className={own.choices}>
              {fee.items.map((item) => (
                <li key={item.id}>
                  <ItemCell
                    row={{ ...student, isBilled: fee.isBilled, billed: fee.billed }}
                    item={item}
                    ticks={ticks}
                    currency={currency}
                    isFixed={false}
                    isNamed
                  />
                  <Money minor={item.amount} currency={currency} />
                </li>
              ))}
            </ul>
          </Card>
        ))}
        <SaveTicks
          action={`/students/${student.id}/items`}
          ticks={ticks}
          currency={currency}
          late={lateItems(
            ticks,
            fees.flatMap(({ items }) => items),
            (_, itemId) => feeOf(itemId).isBilled,
          )}
        />
      </div>
    </>
  );
}
