import { Badge } from '#ui/badge.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { DateText, Money } from '#ui/text.tsx';
import { receiptNumber, type PaymentStatus } from '../payments.ts';
import type { PropsOf } from '#web/page.ts';
import type { verifyReceiptPage } from '../payments.pages.ts';

/** Says whether a printed receipt is genuine, without names. */
export default function VerifyReceiptPage(receipt: PropsOf<typeof verifyReceiptPage>) {
  const { words, tone } = wordsOf(receipt);
  return (
    <>
      <PageHeader title={receipt.number === null ? 'Cheque slip' : `Receipt ${receiptNumber(receipt.number)}`} />
      <Card>
        <p>
          <Badge tone={tone}>{words}</Badge>
        </p>
        <DescriptionList
          items={[
            ['Issued by', receipt.institution],
            ['Amount', <Money key="amount" minor={receipt.amount} currency={receipt.currency} />],
            ['Date', <DateText key="day" value={receipt.day} />],
            ['For', receipt.students.join(', ')],
          ]}
        />
      </Card>
    </>
  );
}

type Saying = { words: string; tone: 'good' | 'bad' | 'gold' | 'info' };
const test: Saying = { words: 'A test: no money was received', tone: 'bad' };
const unidentified: Saying = { words: 'Received, but not identified yet, so it pays no fees', tone: 'gold' };
const failed: Saying = { words: 'Not valid: the money was not received', tone: 'bad' };
const wordsOf = ({ isTest, inSuspense, status }: PropsOf<typeof verifyReceiptPage>): Saying =>
  isTest ? test : inSuspense && status === 'successful' ? unidentified : says[status];

const says: Record<PaymentStatus, Saying> = {
  successful: { words: 'Valid', tone: 'good' },
  pending: { words: 'Not a receipt yet: the cheque has not cleared', tone: 'info' },
  failed,
  abandoned: failed,
  reversed: { words: 'Not valid: this payment was reversed', tone: 'bad' },
  refunded: { words: 'Valid, but refunded since', tone: 'gold' },
  partly_refunded: { words: 'Valid, but partly refunded since', tone: 'gold' },
};
