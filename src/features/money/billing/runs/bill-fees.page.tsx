import { EditForm } from '#ui/forms/edit-form.tsx';
import { countOf, money } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import type { billFeesPage } from './billing.pages.ts';
import { BillingPreview } from './billing-preview.tsx';
import classes from '../shared/billing.module.css';

/** What billing would do, before anybody is billed. */
export default function BillFeesPage({ previews }: PropsOf<typeof billFeesPage>) {
  const { href } = useAddress();
  const [only] = previews;
  const isOne = previews.length === 1;
  const ready = previews.filter(({ students, isEnded, runningId }) => students > 0 && !isEnded && runningId === null);
  const students = ready.reduce((sum, preview) => sum + preview.students, 0);
  const back = isOne ? `/fees/${only!.id}` : '/fees';
  return (
    <>
      <PageHeader
        title={isOne ? `Bill students: ${only!.title}` : 'Bill students'}
        breadcrumbs={[
          { label: 'Fees', href: href('/fees') },
          ...(isOne ? [{ label: only!.title, href: href(back) }] : []),
        ]}
        description="Nobody is billed before you confirm. Each student gets one invoice for a fee, however often you bill it."
      />
      <div className={classes.stack}>
        {previews.length === 0 && (
          <EmptyState title="No fees chosen">Choose the fees to bill in the list of fees.</EmptyState>
        )}
        {previews.map((preview) => (
          <BillingPreview key={preview.id} preview={preview} heading={!isOne} />
        ))}
        {ready.length > 0 && (
          <EditForm
            action="/fee-runs"
            submit={isOne ? `Bill ${countOf(students, 'student')}` : `Bill ${countOf(ready.length, 'fee')}`}
            cancelHref={href(back)}
            guard={false}
            aside={<span className={classes.note}>{sumsOf(ready)}</span>}
          >
            {ready.map(({ id }) => (
              <input key={id} type="hidden" name="fee_ids[]" value={id} />
            ))}
          </EditForm>
        )}
      </div>
    </>
  );
}

/** The totals, by currency. */
const sumsOf = (previews: { currency: string; total: number }[]) =>
  [...Map.groupBy(previews, ({ currency }) => currency)]
    .map(([currency, of]) =>
      money(
        of.reduce((sum, { total }) => sum + total, 0),
        currency,
      ),
    )
    .join(' and ');
