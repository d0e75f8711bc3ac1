import { PageHeader } from '#ui/page-header.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { DateText, Money } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import { invoiceNumber } from '../invoices.ts';
import type { verifyBillPage } from './bills.routes.ts';
import { InvoiceBadge } from '../shared/invoice-badge.tsx';

/** Confirms that a printed bill is genuine. */
export default function VerifyBillPage({ bill }: PropsOf<typeof verifyBillPage>) {
  const money = (minor: number) => <Money minor={minor} currency={bill.currency} />;
  return (
    <>
      <PageHeader
        title={invoiceNumber(bill.number)}
        badge={<InvoiceBadge state={bill.state} />}
        description={`A genuine bill of ${bill.institution}. Compare it with your copy.`}
      />
      <DescriptionList
        items={[
          ['Institution', bill.institution],
          ['For', bill.title],
          ['Issued', <DateText key="issued" value={bill.issuedOn} />],
          ['Student', bill.initials],
          ['Class', bill.batch],
          ['Total', money(bill.total)],
          ['Left to pay', money(bill.open)],
        ]}
      />
    </>
  );
}
