import { LinkButton } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import type { itemListPage } from './items.routes.ts';
import classes from '../shared/billing.module.css';
import { ItemGrid } from './item-grid.tsx';
import { SaveTicks, useTicks, lateItems } from './save-ticks.tsx';
import own from './items.module.css';

type Props = PropsOf<typeof itemListPage>;

/** Which students of a batch take which optional items of a fee. */
export default function ItemListPage(props: Props) {
  const { href } = useAddress();
  const { fee, items, rows } = props;
  const address = `/fees/${fee.id}`;
  const waiting = rows.flatMap((row) => row.chosen.filter((id) => isLate(row, id))).length;
  return (
    <>
      <PageHeader
        title={`Optional items: ${fee.title}`}
        breadcrumbs={[
          { label: 'Fees', href: href('/fees') },
          { label: fee.title, href: href(address) },
        ]}
        description={
          fee.isEnded
            ? 'This fee has ended, so its optional items can’t be changed.'
            : 'Tick what each student takes. It is charged when the fee is billed. To remove a billed item, issue a credit note on its invoice.'
        }
        action={
          waiting > 0 && (
            <LinkButton href={href(`${address}/proposals`)}>{`Bill ${countOf(waiting, 'item')}`}</LinkButton>
          )
        }
      />
      {items.length === 0 ? (
        <EmptyState title="This fee has no optional items">Edit the fee and mark an item as optional.</EmptyState>
      ) : rows.length === 0 ? (
        <EmptyState title="No students yet">This fee currently applies to nobody.</EmptyState>
      ) : (
        <TickList key={props.batchId} {...props} />
      )}
    </>
  );
}

function TickList({ fee, items, batches, batchId, rows }: Props) {
  const { go } = useAddress();
  const words = useTerms(fee.institutionId);
  const ticks = useTicks((studentId, itemId) => rows.find(({ id }) => id === studentId)!.chosen.includes(itemId));
  return (
    <div className={classes.stack}>
      {batches.length > 1 && (
        <div className={own.batch}>
          <SelectField
            name="batch"
            label={words.batch}
            placeholder={null}
            value={String(batchId)}
            onChange={(event) => go({ batch: event.target.value })}
            options={batches.map(({ id, name, students }) => ({
              value: String(id),
              label: `${name ?? 'Without a class'} (${students})`,
            }))}
          />
        </div>
      )}
      <Card flush>
        <ItemGrid rows={rows} items={items} ticks={ticks} currency={fee.currency} isFixed={fee.isEnded} />
      </Card>
      <SaveTicks
        action={`/fees/${fee.id}/items`}
        ticks={ticks}
        currency={fee.currency}
        late={lateItems(ticks, items, (studentId) => rows.find(({ id }) => id === studentId)!.isBilled)}
        batch={batchId}
      />
    </div>
  );
}

const isLate = ({ isBilled, billed }: Props['rows'][number], itemId: number) =>
  isBilled && !billed.some(({ particularId }) => particularId === itemId);
