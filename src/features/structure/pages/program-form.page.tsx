import { FieldRow, FormSection } from '#ui/edit-form.tsx';
import { CheckboxField, NumberField, TextField } from '#ui/fields.tsx';
import { InstitutionChoice } from '#ui/institution-choice.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import type { PropsOf } from '#web/page.ts';
import { RecordForm } from '../parts/record-form.tsx';
import { useCurrency } from '../parts/use-currency.ts';
import type { programForm } from '../structure.pages.ts';

/** A course of study: what it is called, what applying costs, who may come. */
export default function ProgramFormPage({ program, ...choice }: PropsOf<typeof programForm>) {
  const currencyOf = useCurrency();
  return (
    <RecordForm
      noun="program"
      list="Programs"
      path="/programs"
      record={program}
      institutionId={choice.institutionId}
      opened={choice.opened}
    >
      <FormSection title="Program">
        {!program && <InstitutionChoice {...choice} />}
        <TextField
          name="name"
          label="Name"
          defaultValue={program?.name}
          maxLength={120}
          placeholder="Junior Secondary"
          autoFocus={!program}
          autoComplete="off"
        />
        <TextField
          name="code"
          label="Code"
          defaultValue={program?.code}
          maxLength={20}
          placeholder="JSS"
          help="Short, and unique in the institution."
          autoComplete="off"
        />
      </FormSection>
      <FormSection title="Applying">
        <CheckboxField
          name="requiresPin"
          label="A registration pin is needed"
          defaultChecked={program?.requiresPin}
          help="Applicants buy or enter a pin first. Lists then show the program with “(Requires Pin)”."
        />
        <MoneyField
          name="applicationFee"
          label="Application fee"
          optional
          currency={currencyOf(choice.institutionId)}
          defaultValue={program?.applicationFee || null}
          help="Leave empty when applying is free."
        />
        <FieldRow>
          <NumberField
            name="seats"
            label="Seats"
            optional
            min={1}
            max={100000}
            step={1}
            defaultValue={program?.seats ?? ''}
            help="Empty: no limit."
          />
          <NumberField
            name="minimumAge"
            label="Minimum age"
            optional
            min={1}
            max={99}
            step={1}
            defaultValue={program?.minimumAge ?? ''}
            help="In full years."
          />
        </FieldRow>
      </FormSection>
    </RecordForm>
  );
}
