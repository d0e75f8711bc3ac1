import { Badge } from '#ui/badge.tsx';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, NumberField } from '#ui/forms/fields.tsx';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { askThenPost, post } from '#ui/post.ts';
import { useCurrency } from '#web/client/use-currency.ts';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import type { PeriodRow } from './periods.ts';
import type { periodFormPage } from '../registration.routes.ts';

const optionsOf = (rows: { id: number; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }));

const actsOf = ({ id, className, term, closedOn }: PeriodRow): MenuItem[] => [
  closedOn === null
    ? {
        label: 'Close registration now',
        onSelect: () =>
          void askThenPost(`/registration-periods/${id}/close`, {
            title: `Close registration of ${className}?`,
            body: `Nobody can register for ${term} until you reopen it. Submitted registrations can still be approved.`,
            action: 'Close registration',
          }),
      }
    : { label: 'Reopen registration', onSelect: () => post(`/registration-periods/${id}/reopen`) },
  {
    label: 'Remove',
    tone: 'bad',
    onSelect: () =>
      void askThenPost(`/registration-periods/${id}/remove`, {
        title: `Remove registration of ${className}?`,
        body: `Students of ${className} then take all courses of their class in ${term}, as if there had been no registration.`,
        action: 'Remove',
        tone: 'bad',
      }),
  },
];

/** Registration of classes in a term. */
export default function PeriodFormPage(props: PropsOf<typeof periodFormPage>) {
  const { period, institutionId, terms, classes, categories, opened } = props;
  const { href } = useAddress();
  const words = useTerms(institutionId);
  const currencyOf = useCurrency();
  const home = href('/registration-periods');
  return (
    <>
      <PageHeader
        title={period ? `${period.className}, ${period.term}` : 'Add registration period'}
        breadcrumbs={[{ label: 'Registration periods', href: home }]}
        badge={period?.closedOn && <Badge>Closed</Badge>}
        more={period ? actsOf(period) : []}
      />
      <EditForm
        action={period ? `/registration-periods/${period.id}` : '/registration-periods'}
        submit={period ? 'Save' : 'Add registration period'}
        cancelHref={home}
        {...(opened && { opened })}
      >
        {!period && (
          <FormSection title="For">
            <SelectField name="termId" label="Term" options={terms} />
            <MultiSelectField name="classIds[]" label={words.classes} options={optionsOf(classes)} />
          </FormSection>
        )}
        <FormSection title="Units">
          <FieldRow>
            <NumberField
              name="minimumUnits"
              label="At least"
              min={0}
              max={200}
              step={1}
              defaultValue={period?.minimumUnits ?? 15}
            />
            <NumberField
              name="maximumUnits"
              label="At most"
              min={1}
              max={200}
              step={1}
              defaultValue={period?.maximumUnits ?? 24}
            />
          </FieldRow>
        </FormSection>
        <FormSection
          title="Exceptions"
          description="Staff can always register for a student. A second person approves units outside the limits."
        >
          <CheckboxField
            name="allowsOverride"
            label="Staff can exceed the unit limits for a student, with a reason"
            defaultChecked={period?.allowsOverride ?? false}
          />
        </FormSection>
        <FormSection title="Days">
          <FieldRow>
            <DatePickerField name="opensOn" label="Opens on" defaultValue={period?.opensOn} />
            <DatePickerField name="closesOn" label="Closes on" defaultValue={period?.closesOn} />
          </FieldRow>
        </FormSection>
        <FormSection
          title="Late registration"
          description="After registration closes, until this day. The fee is charged once, when a student submits."
        >
          <DatePickerField name="lateUntil" label="Until" optional defaultValue={period?.lateUntil ?? undefined} />
          <FieldRow>
            <MoneyField
              name="lateFee"
              label="Fee"
              optional
              currency={currencyOf(institutionId)}
              defaultValue={period?.lateFee ?? null}
            />
            <SelectField
              name="lateCategoryId"
              label="Fee category"
              optional
              options={categories}
              defaultValue={period?.lateCategoryId ? String(period.lateCategoryId) : ''}
            />
          </FieldRow>
        </FormSection>
      </EditForm>
    </>
  );
}
