import { useState } from 'react';
import { Button, LinkButton } from '#ui/button.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText } from '#ui/text.tsx';
import { OpenDayDialog } from '#features/money/cashier/shared/open-day-dialog.tsx';
import type { PropsOf } from '#web/page.ts';
import { SaleForm } from './sale-form.tsx';
import type { sellPage } from '../orders.pages.ts';
import classes from '../shared/sell.module.css';

type Props = PropsOf<typeof sellPage>;

/** The cashier's screen for pins: what, how many, how it is paid. */
export default function SellPage(props: Props) {
  const { institutionId, institutions, currency, today, day, kinds } = props;
  const { href } = useAddress();
  const [isOpening, setOpening] = useState(day === null);
  return (
    <>
      <PageHeader
        title="Sell pins"
        action={day && <LinkButton href={href(`/cashier-days/${day.id}`)}>My day</LinkButton>}
      />
      <div className={classes.main} data-tour="pin-sale">
        {institutions.length > 1 && <InstitutionChoice institutionId={institutionId} institutions={institutions} />}
        {!day && (
          <p className={classes.notice}>
            <span>Your cashier day isn’t open.</span>
            <Button tone="primary" small onClick={() => setOpening(true)}>
              Open day
            </Button>
          </p>
        )}
        {day && day.day !== today && (
          <p className={classes.notice}>
            <span>
              Your day of <DateText value={day.day} /> is still open. Count and close it first.
            </span>
            <LinkButton small tone="primary" href={href(`/cashier-days/${day.id}`)}>
              Close it
            </LinkButton>
          </p>
        )}
        {kinds.length === 0 ? (
          <EmptyState title="No pins to sell">
            Ask the bursar to add a type of pin with its price, then have its pins made.
          </EmptyState>
        ) : (
          <Card>
            <SaleForm key={institutionId} {...props} />
          </Card>
        )}
      </div>
      <OpenDayDialog
        open={isOpening}
        institutionId={institutionId}
        currency={currency}
        onClose={() => setOpening(false)}
      />
    </>
  );
}
