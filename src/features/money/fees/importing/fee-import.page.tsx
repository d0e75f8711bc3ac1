import { router } from '@inertiajs/core';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { money } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { CheckedFile } from '#web/client/checked-file.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { PropsOf } from '#web/page.ts';
import type { feeImportPage } from './importing.routes.ts';
import type { FeesInFile } from './read-fees.ts';

type Props = PropsOf<typeof feeImportPage>;

/** Fees from a file: what it leaves out is chosen first, then it is checked, and added after a look. */
export default function FeeImportPage({ places, categories, place, dueOn, category, notation, ...choice }: Props) {
  const address = useAddress();
  const [isOpen, setOpen] = useState(false);
  const change = (key: string) => (event: { target: { value: string } }) => address.go({ [key]: event.target.value });
  return (
    <>
      <PageHeader
        title="Import fees"
        breadcrumbs={[{ label: 'Fees', href: address.href('/fees') }]}
        description="A row of the file is an item: Item, Category, Amount, Class or Programme, Term. Title, Due date and Optional can be added. Items of one class and term become one fee."
        action={
          <Button tone="primary" onClick={() => setOpen(true)} disabled={place === ''}>
            Choose file
          </Button>
        }
      />
      <form onSubmit={(event) => event.preventDefault()}>
        <FormSection title="If not in the file">
          <InstitutionChoice {...choice} />
          <FieldRow>
            <SelectField
              name="place"
              label="Term"
              value={place}
              onChange={change('place')}
              options={places.map(({ key, name }) => ({ value: key, label: name }))}
            />
            <DatePickerField
              name="due_on"
              label="Due date"
              value={dueOn}
              onChange={(day) => address.go({ due_on: day })}
            />
          </FieldRow>
          <FieldRow>
            <SelectField
              name="category"
              label="Category"
              optional
              placeholder="None: each item needs one"
              value={category === null ? '' : String(category)}
              onChange={change('category')}
              options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
            <SelectField
              name="notation"
              label="Decimals of amounts"
              placeholder="As the file shows"
              value={notation ?? ''}
              onChange={change('notation')}
              options={[
                { value: 'point', label: 'Point: 12,500.00' },
                { value: 'comma', label: 'Comma: 12.500,00' },
              ]}
            />
          </FieldRow>
        </FormSection>
      </form>
      <FeesFile
        institutionId={choice.institutionId}
        currency={choice.currency}
        open={isOpen}
        action={address.href('/fees/import/check', {
          institution_id: String(choice.institutionId),
          place,
          due_on: dueOn,
          ...(category && { category: String(category) }),
          ...(notation && { notation }),
        })}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

interface FileProps {
  institutionId: number;
  currency: string;
  action: string;
  open: boolean;
  onClose: () => void;
}

function FeesFile({ institutionId, currency, action, open, onClose }: FileProps) {
  const { href } = useAddress();
  const { send, busy, message, errors } = useRemote<unknown>();
  const save = async ({ fees }: FeesInFile) => {
    const done = await send('post', '/fees/import', { institutionId, fees } as never);
    if (done) router.visit(href('/fees'));
    return Boolean(done);
  };
  return (
    <CheckedFile<FeesInFile>
      open={open}
      onClose={onClose}
      busy={busy}
      save={save}
      action={action}
      message={Object.values(errors)[0] ?? message}
      title="Import fees"
      noun="fee"
      changesOf={({ fees }) => fees.length}
      about="Importing bills nobody. You can edit every fee before you bill."
      preview={({ fees, notation }) => (
        <>
          {notation && (
            <p>
              Amounts are read with a decimal {notation.notation}: “{notation.value}” in row {notation.row}. Close this
              to change it.
            </p>
          )}
          <ul>
            {fees.map(({ title, place, who, total, particulars }) => (
              <li key={`${place} ${title}`}>
                <b>{title}</b>, {place}, for {who}: {money(total, currency)}
                <ul>
                  {particulars.map(({ name, category, amount, isOptional }) => (
                    <li key={name}>
                      {name} ({category}): {money(amount, currency)}
                      {isOptional && ', optional'}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </>
      )}
    />
  );
}
