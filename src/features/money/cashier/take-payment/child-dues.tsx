import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/records/card.tsx';
import { DateText, Money, Secondary } from '#ui/text.tsx';
import { openDues } from '#features/money/invoices/dues/allocate.ts';
import { invoiceNumber } from '#features/money/invoices/invoices.ts';
import { HoldNote } from '#features/money/holds/shared/hold-note.tsx';
import { cx } from '#ui/cx.ts';
import { listName } from '#ui/format.ts';
import type { FamilyDues } from '#features/money/payments/family/family-dues.queries.ts';
import { AmountInput } from '#features/money/payments/shared/amount-input.tsx';
import type { useAllocation } from './use-allocation.ts';
import classes from '#features/money/payments/shared/counter.module.css';

interface ChildDuesProps {
  family: FamilyDues;
  allocation: ReturnType<typeof useAllocation>;
  currency: string;
  today: string;
}

/** What each child of a family owes, the oldest due first, and how much of it is paid now. */
export function ChildrenDues({ family, allocation, currency, today }: ChildDuesProps) {
  return (
    <Card title="Outstanding fees" flush tour="counter-dues">
      {family.children.map((child) => (
        <div key={child.id} className={classes.child}>
          <header>
            <h3>
              {listName(child)}{' '}
              <Secondary>{[child.admissionNumber, child.batchName].filter(Boolean).join(' · ')}</Secondary>
            </h3>
            {child.credit > 0 && (
              <Badge tone="info">
                Credit <Money minor={child.credit} currency={currency} />
              </Badge>
            )}
          </header>
          {family.holds
            ?.filter((hold) => hold.studentId === child.id)
            .map((hold) => (
              <HoldNote key={hold.studentId} hold={hold} currency={currency} />
            ))}
          {child.invoices.length === 0 ? (
            <p>
              <Secondary>Owes nothing.</Secondary>
            </p>
          ) : (
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">Invoice</th>
                  <th scope="col" className={classes.due}>
                    Due
                  </th>
                  <th scope="col" className={classes.number}>
                    Outstanding
                  </th>
                  <th scope="col" className={classes.number}>
                    This payment
                  </th>
                </tr>
              </thead>
              <tbody>
                {child.invoices.map((invoice) => {
                  const due = openDues(invoice).find(({ open }) => open > 0)?.dueOn ?? '';
                  return (
                    <tr key={invoice.id}>
                      <td>
                        {invoice.title} <Secondary>{invoiceNumber(invoice.number)}</Secondary>
                      </td>
                      <td className={cx(classes.due, due < today && classes.overdue)}>
                        <DateText value={due} />
                        {due < today && <span className="visually-hidden"> (overdue)</span>}
                      </td>
                      <td className={classes.number}>
                        <Money minor={invoice.open} currency={currency} />
                      </td>
                      <td className={classes.paying}>
                        <AmountInput
                          aria-label={`This payment for ${invoiceNumber(invoice.number)}`}
                          value={allocation.parts.get(invoice.id) ?? 0}
                          onChange={(part) => part !== null && allocation.setPart(invoice.id, part)}
                        />
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          )}
        </div>
      ))}
      {family.isMore && (
        <p className={classes.child}>
          <Secondary>Showing the first children of this family. Search for the others by name.</Secondary>
        </p>
      )}
    </Card>
  );
}
