import { YearField } from '#ui/fields/date-fields.tsx';
import { todayHere } from '#ui/fields/dates/notation.ts';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { institutionForm } from './institutions.pages.ts';
import { AccentField } from './accent-field.tsx';
import { LogoForm } from './logo-form.tsx';
import { PatternField } from './pattern-field.tsx';
import classes from './institution.module.css';

/** The settings of an institution. */
export default function InstitutionFormPage({
  institution,
  opened,
  kinds,
  currencies,
  timeZones,
  defaultWords,
  can,
}: PropsOf<typeof institutionForm>) {
  const address = useAddress();
  const back = address.href(`/institutions/${institution.id}`);
  const terms: [singular: keyof typeof defaultWords, plural: keyof typeof defaultWords, label: string][] = [
    ['course', 'courses', 'Subject'],
    ['batch', 'batches', 'Class arm'],
    ['class', 'classes', 'Class'],
  ];
  return (
    <>
      <PageHeader title="Settings" breadcrumbs={[{ label: institution.name, href: back }]} />
      <div className={classes.stack}>
        <EditForm action={`/institutions/${institution.id}`} opened={opened} submit="Save settings" cancelHref={back}>
          <FormSection title="Name">
            <TextField name="name" label="Name" defaultValue={institution.name} maxLength={200} />
            <FieldRow>
              <TextField
                name="shortName"
                label="Short name"
                defaultValue={institution.shortName}
                maxLength={40}
                help="Shown where space is limited."
              />
              <SelectField
                name="kind"
                label="Type"
                defaultValue={institution.kind}
                placeholder={null}
                options={kinds}
              />
            </FieldRow>
            <FieldRow>
              <TextField name="motto" label="Motto" optional defaultValue={institution.motto ?? ''} maxLength={200} />
              <YearField
                name="establishedYear"
                label="Year of establishment"
                optional
                defaultValue={institution.establishedYear?.toString()}
                min="1800"
                max={todayHere(institution.timeZone).slice(0, 4)}
              />
            </FieldRow>
          </FormSection>
          <FormSection title="Contact" description="Printed on receipts and report cards.">
            <TextField
              name="address"
              label="Address"
              optional
              defaultValue={institution.address ?? ''}
              maxLength={300}
            />
            <FieldRow>
              <TextField name="city" label="City" optional defaultValue={institution.city ?? ''} maxLength={100} />
              <TextField
                name="phone"
                label="Phone"
                type="tel"
                optional
                defaultValue={institution.phone ?? ''}
                maxLength={24}
              />
            </FieldRow>
            <TextField
              name="email"
              label="E-mail"
              type="email"
              optional
              defaultValue={institution.email ?? ''}
              maxLength={200}
            />
          </FormSection>
          <FormSection
            title="Colour"
            description="Used for links, buttons and selections. It’s adjusted for contrast if needed."
          >
            <AccentField defaultValue={institution.accent} />
          </FormSection>
          <FormSection title="Currency, time zone and numbering">
            <FieldRow>
              <SelectField
                name="currency"
                label="Currency"
                defaultValue={institution.currency}
                placeholder={null}
                options={currencies}
              />
              <SelectField
                name="timeZone"
                label="Time zone"
                defaultValue={institution.timeZone}
                placeholder={null}
                options={timeZones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
              />
            </FieldRow>
            <PatternField
              timeZone={institution.timeZone}
              name="admissionNumberPattern"
              label="Admission numbers"
              defaultValue={institution.admissionNumberPattern}
            />
            <PatternField
              timeZone={institution.timeZone}
              name="employeeNumberPattern"
              label="Employee numbers"
              defaultValue={institution.employeeNumberPattern}
            />
          </FormSection>
          <FormSection
            title="Terminology"
            description="Your institution’s own terms. Leave a field empty to use the default."
          >
            {terms.map(([singular, plural, label]) => (
              <FieldRow key={singular}>
                {[singular, plural].map((name) => (
                  <TextField
                    key={name}
                    name={`terminology.${name}`}
                    label={`${label} (${name === singular ? 'singular' : 'plural'})`}
                    optional
                    maxLength={40}
                    defaultValue={institution.terminology[name] ?? ''}
                    placeholder={defaultWords[name]}
                  />
                ))}
              </FieldRow>
            ))}
          </FormSection>
          <FormSection title="Security">
            <CheckboxField
              name="requireSecondFactor"
              label="Require two-step verification"
              defaultChecked={institution.requireSecondFactor}
              disabled={!can.requireSecondFactor}
              help={
                can.requireSecondFactor
                  ? 'Users whose roles go beyond viewing their own record must also enter a code from their phone to sign in.'
                  : 'Only an owner can change this.'
              }
            />
          </FormSection>
        </EditForm>
        <LogoForm institution={institution} />
      </div>
    </>
  );
}
