import { router } from '@inertiajs/core';
import { useState, type FormEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { DateRangeField } from '#ui/fields/date-range-field.tsx';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import classes from '../shared/sell.module.css';

interface SearchProps {
  dateFrom: string;
  dateTo: string;
  orderNumber: string;
}

/** Search by date or by order number (4.13): ticking one hides and clears the other. */
export function TransactionSearch({ dateFrom, dateTo, orderNumber }: SearchProps) {
  const address = useAddress();
  const [isByDate, setByDate] = useState(orderNumber === '');
  const [number, setNumber] = useState(orderNumber);
  const [range, setRange] = useState({ from: dateFrom, to: dateTo });
  const choose = (byDate: boolean) => {
    setByDate(byDate);
    if (byDate) setNumber('');
    else setRange({ from: '', to: '' });
  };
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const value = (name: string) => String(sent.get(name) ?? '') || null;
    router.visit(
      address.href('/pin_transactions', {
        date_from: isByDate ? value('date_from') : null,
        date_to: isByDate ? value('date_to') : null,
        order_number: isByDate ? null : value('order_number'),
      } as Record<string, string>),
      { preserveState: true },
    );
  };
  return (
    <form className={classes.search} onSubmit={search} aria-label="Search pin transactions" data-tour="pin-search">
      <div className={classes.ticks}>
        <CheckboxField
          name="by_date"
          label="By date"
          checked={isByDate}
          onChange={(event) => choose(event.target.checked)}
        />
        <CheckboxField
          name="by_order"
          label="By order number"
          checked={!isByDate}
          onChange={(event) => choose(!event.target.checked)}
        />
      </div>
      {isByDate ? (
        <DateRangeField label="Date" optional defaultValue={range} onChange={setRange} />
      ) : (
        <TextField
          name="order_number"
          label="Order number"
          value={number}
          onChange={(event) => setNumber(event.target.value)}
          maxLength={20}
          placeholder="ORD-000123"
          autoComplete="off"
        />
      )}
      <Button type="submit" tone="primary">
        Search
      </Button>
    </form>
  );
}
