import { useState } from 'react';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { NumberField } from '#ui/forms/fields.tsx';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import { batchPurposes, largestBatch, layouts } from '../pins.ts';
import type { newBatchPage } from '../pins.pages.ts';

/** Makes a batch of pins. */
export default function NewBatchPage({ kinds, today, chosen }: PropsOf<typeof newBatchPage>) {
  const { href } = useAddress();
  const [purpose, setPurpose] = useState<string>('orders');
  const [kindId, setKindId] = useState(String(chosen ?? kinds[0]?.id ?? ''));
  const days = kinds.find(({ id }) => String(id) === kindId)?.validDays;
  const list = href('/pin-batches');
  return (
    <>
      <PageHeader title="Create pins" breadcrumbs={[{ label: 'Batches of pins', href: list }]} />
      <EditForm action="/pin-batches" submit="Create pins" cancelHref={list}>
        <ChoiceField
          name="kind_id"
          label="Type"
          value={kindId}
          onChange={(event) => setKindId(event.target.value)}
          options={kinds}
        />
        <ChoiceField
          name="purpose"
          label="Use"
          value={purpose}
          onChange={(event) => setPurpose(event.target.value)}
          options={batchPurposes}
          help={
            purpose === 'cards'
              ? 'You print the pins once. They can’t be used until the cards are handed to a seller or sold.'
              : 'Each pin is generated when it is sold, so nobody sees it before the buyer.'
          }
        />
        <NumberField
          name="quantity"
          label="How many"
          defaultValue={100}
          min={1}
          max={largestBatch}
          help={`Up to ${largestBatch.toLocaleString('en')}.`}
        />
        {purpose === 'cards' && <ChoiceField name="layout" label="Sheet" defaultValue="cards10" options={layouts} />}
        <DatePickerField
          name="expires_on"
          label="Valid until"
          optional
          min={today}
          help={days === undefined ? undefined : `${days} days from today, if left empty.`}
        />
      </EditForm>
    </>
  );
}
