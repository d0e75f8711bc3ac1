import { useEffect, useRef, useState } from 'react';
import { LinkButton } from '#ui/button.tsx';
import { dateText, money } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { EmptyState } from '#ui/states.tsx';
import { explain, remote } from '#web/client/remote.ts';
import type { PropsOf } from '#web/page.ts';
import { channels } from '#features/money/ledger/channels.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';
import type { FamilyDues } from '#features/money/payments/family/family-dues.queries.ts';
import { PlaceForm } from './place-form.tsx';
import { StudentFinder } from '#features/money/payments/shared/student-finder.tsx';
import type { unidentifiedPage } from './suspense.pages.ts';
import classes from './place.module.css';

/** One unidentified payment: whose it is, and what it pays. */
export default function UnidentifiedPage({ payment }: PropsOf<typeof unidentifiedPage>) {
  const { href } = useAddress();
  const input = useRef<HTMLInputElement>(null);
  const [family, setFamily] = useState<FamilyDues | null>(null);
  const [trouble, setTrouble] = useState('');
  useEffect(() => input.current?.focus(), []);
  const find = async (studentId: number) => {
    setTrouble('');
    try {
      const { json } = await remote<{ family: FamilyDues | null }>('get', '/unidentified-payments/family', {
        student_id: studentId,
      });
      setFamily(json.family);
      if (!json.family) setTrouble('This student wasn’t found. Search again.');
    } catch (error) {
      setTrouble(explain(error).message);
    }
  };
  const { amount, currency, channel, day, reference, payer, narration, number } = payment;
  return (
    <>
      <PageHeader
        title={`Identify ${money(amount, currency)}`}
        breadcrumbs={[{ label: 'Unidentified payments', href: href('/unidentified-payments') }]}
      />
      <div className={classes.stack}>
        <Card>
          <DescriptionList
            items={[
              ['Day', dateText(day)],
              ['Channel', channels[channel]],
              ['Reference', reference],
              ['Narration', narration],
              ['Payer', payer],
              ['Receipt', number === null ? null : receiptNumber(number)],
            ]}
          />
        </Card>
        {payment.inSuspense ? (
          <>
            <StudentFinder
              search={`/unidentified-payments/student-options?institution_id=${payment.institutionId}`}
              input={input}
              onChoose={(id) => void find(id)}
            />
            {trouble && <p role="alert">{trouble}</p>}
            {family && <PlaceForm key={family.children[0]!.id} payment={payment} family={family} />}
          </>
        ) : (
          <EmptyState
            title="This payment has been identified"
            action={<LinkButton href={href(`/payment_records/${payment.id}`)}>Open payment</LinkButton>}
          >
            Its record says whose it is and what it has paid.
          </EmptyState>
        )}
      </div>
    </>
  );
}
