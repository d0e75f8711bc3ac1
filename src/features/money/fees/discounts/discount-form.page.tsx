import { useState } from 'react';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, NumberField, TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { discountFormPage } from './discounts.routes.ts';
import { discountGroups } from '../fees.ts';
import { choicesOf } from '../shared/choices-of.ts';
import { percentText } from '../setup/percent-text.ts';

/** The form of a discount. */
export default function DiscountFormPage({ scheme, opened, ...props }: PropsOf<typeof discountFormPage>) {
  const { institutionId, institutions, currency, feeCategories, studentCategories } = props;
  const { href } = useAddress();
  const [who, setWho] = useState<string>(scheme?.who ?? 'sibling');
  return (
    <>
      <PageHeader
        title={scheme ? `Edit ${scheme.name}` : 'Add discount'}
        breadcrumbs={[{ label: 'Discounts', href: href('/discounts') }]}
      />
      <EditForm
        key={institutionId}
        opened={opened}
        action={scheme ? `/discounts/${scheme.id}` : '/discounts'}
        submit={scheme ? 'Save discount' : 'Add discount'}
        cancelHref={href(scheme ? `/discounts/${scheme.id}` : '/discounts')}
      >
        <FormSection title="Discount">
          {!scheme && <InstitutionChoice institutionId={institutionId} institutions={institutions} />}
          <TextField
            name="name"
            label="Name"
            defaultValue={scheme?.name}
            maxLength={80}
            placeholder="Second child"
            help="As printed on bills."
            autoFocus={!scheme}
            autoComplete="off"
          />
          <FieldRow>
            <TextField
              name="percent"
              label="Percentage"
              optional
              inputMode="decimal"
              defaultValue={percentText(scheme?.percent)}
              placeholder="10"
              autoComplete="off"
            />
            <MoneyField
              name="amount"
              label="Or amount"
              optional
              currency={currency}
              defaultValue={scheme?.amount ?? null}
            />
          </FieldRow>
          <SelectField
            name="feeCategoryId"
            label="Taken off"
            optional
            placeholder="All items"
            defaultValue={String(scheme?.feeCategoryId ?? '')}
            options={choicesOf(feeCategories)}
          />
          <CheckboxField
            name="isScholarship"
            label="Scholarship"
            defaultChecked={scheme?.isScholarship}
            help="The books show it as a scholarship instead of a discount."
          />
        </FormSection>
        <FormSection title="Given to">
          <SelectField
            name="who"
            label="Students"
            placeholder={null}
            value={who}
            onChange={(event) => setWho(event.target.value)}
            options={Object.entries(discountGroups).map(([value, label]) => ({ value, label }))}
          />
          {who === 'sibling' && (
            <NumberField
              name="childFrom"
              label="From child"
              min={2}
              max={20}
              step={1}
              defaultValue={scheme?.childFrom ?? 2}
              help="Children at the school with the same guardian, by date of birth. If a later child has its own discount, only that one applies."
            />
          )}
          {who === 'student_category' && (
            <SelectField
              name="studentCategoryId"
              label="Student category"
              defaultValue={String(scheme?.studentCategoryId ?? '')}
              options={choicesOf(studentCategories)}
            />
          )}
          {who === 'staff_child' && (
            <p>Students with a guardian who works here: with the same account, phone number or e-mail address.</p>
          )}
          {who === 'named' && <p>You choose the students after adding the discount.</p>}
        </FormSection>
      </EditForm>
    </>
  );
}
