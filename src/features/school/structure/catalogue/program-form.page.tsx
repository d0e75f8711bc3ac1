import { FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, NumberField, TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { MoneyField } from '#ui/forms/money-field.tsx';
import type { PropsOf } from '#web/page.ts';
import { RecordForm } from '../shared/record-form.tsx';
import { useCurrency } from '#web/client/use-currency.ts';
import { useUses } from '#web/client/use-uses.ts';
import type { programForm } from '../structure.pages.ts';

/** The form of a program. */
export default function ProgramFormPage({ program, ...choice }: PropsOf<typeof programForm>) {
  const currencyOf = useCurrency();
  const usesGradePoints = useUses('gradePoints', choice.institutionId);
  const hasRules = [program?.unitsRequired, program?.probationBelow, program?.withdrawalAfter].some(Boolean);
  return (
    <RecordForm
      noun="programme"
      list="Programmes"
      path="/programs"
      record={program}
      institutionId={choice.institutionId}
      opened={choice.opened}
    >
      <FormSection title="Programme">
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
          help="A short code, unique in the institution."
          autoComplete="off"
        />
      </FormSection>
      <FormSection title="Applications">
        <CheckboxField
          name="requiresPin"
          label="Requires a registration pin"
          defaultChecked={program?.requiresPin}
          help="Applicants must buy or enter a pin first. Lists show the programme with “(Requires Pin)”."
        />
        <MoneyField
          name="applicationFee"
          label="Application fee"
          optional
          currency={currencyOf(choice.institutionId)}
          defaultValue={program?.applicationFee || null}
          help="Leave empty if applications are free."
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
            help="Leave empty for no limit."
          />
          <NumberField
            name="minimumAge"
            label="Minimum age"
            optional
            min={1}
            max={99}
            step={1}
            defaultValue={program?.minimumAge ?? ''}
            help="In years."
          />
        </FieldRow>
      </FormSection>
      {(usesGradePoints || hasRules) && <GradePointFields program={program} />}
    </RecordForm>
  );
}

function GradePointFields({ program }: Pick<PropsOf<typeof programForm>, 'program'>) {
  return (
    <FormSection
      title="Graduation and probation"
      description="For programmes with grade points. Leave fields empty if the programme doesn’t require them."
    >
      <NumberField
        name="unitsRequired"
        label="Credit units to graduate"
        optional
        min={1}
        max={1000}
        step={1}
        defaultValue={program?.unitsRequired ?? ''}
        help="Units of passed courses, each counted once."
      />
      <FieldRow>
        <NumberField
          name="probationBelow"
          label="Probation below a CGPA of"
          help="Above it, where lower grade points are better."
          optional
          min={0.01}
          max={100}
          step={0.01}
          defaultValue={program?.probationBelow ? program.probationBelow / 100 : ''}
        />
        <NumberField
          name="withdrawalAfter"
          label="Withdrawal after"
          optional
          min={1}
          max={20}
          step={1}
          defaultValue={program?.withdrawalAfter ?? ''}
          help="Terms on probation in a row."
        />
      </FieldRow>
    </FormSection>
  );
}
