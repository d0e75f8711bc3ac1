import { YearField } from '#ui/fields/date-fields.tsx';
import { todayHere } from '#ui/fields/dates/notation.ts';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextField, ColorField } from '#ui/forms/fields.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { institutionForm } from './institutions.queries.ts';
import { LogoForm } from './logo-form.tsx';
import classes from './institution.module.css';
import { type CSSProperties, useState } from 'react';
import { contrast, readableAccent } from '#ui/theme/accent.ts';

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

const grounds = {
  light: { name: 'Light', ground: '#ffffff', ink: '#1b1d28', line: '#e6e1d8', on: '#ffffff' },
  dark: { name: 'Dark', ground: '#1a1c26', ink: '#ecebf2', line: '#3d4051', on: '#12131a' },
} as const;

/** The institution's colour, with a preview in both colour schemes. */
function AccentField({ defaultValue }: { defaultValue: string }) {
  const [color, setColor] = useState(defaultValue);
  const isColor = /^#[0-9a-f]{6}$/i.test(color);
  const read = (event: { target: EventTarget }) => setColor((event.target as HTMLInputElement).value);
  return (
    <div onInput={read} onChange={read}>
      <ColorField
        name="accent"
        label="Colour"
        defaultValue={defaultValue}
        help="A # and six digits 0–9 or letters a–f."
      />
      {isColor && (
        <div className={classes.preview} style={{ marginTop: 12 }}>
          {(['light', 'dark'] as const).map((scheme) => {
            const { name, ground, ink, line, on } = grounds[scheme];
            const shown = readableAccent(color, scheme);
            const style = {
              '--swatch': shown,
              '--swatch-ground': ground,
              '--swatch-ink': ink,
              '--swatch-line': line,
              '--swatch-on': on,
            } as CSSProperties;
            const changed = shown.toLowerCase() !== color.toLowerCase();
            return (
              <div key={scheme} className={classes.swatch} style={style}>
                <b>{name}</b>
                <i>A link</i>
                <span className="tabular">
                  {contrast(shown, ground).toFixed(1)} : 1{changed ? ', adjusted' : ''}
                </span>
              </div>
            );
          })}
        </div>
      )}
    </div>
  );
}

interface PatternFieldProps {
  name: 'admissionNumberPattern' | 'employeeNumberPattern';
  label: string;
  defaultValue: string;
  timeZone: string;
}

/** A number pattern with live examples. */
function PatternField({ name, label, defaultValue, timeZone }: PatternFieldProps) {
  const [pattern, setPattern] = useState(defaultValue);
  const [year] = useState(() => Number(todayHere(timeZone).slice(0, 4)));
  const example = patternExample(pattern, year);
  return (
    <TextField
      name={name}
      label={label}
      defaultValue={defaultValue}
      maxLength={60}
      spellCheck={false}
      onChange={(event) => setPattern(event.target.value)}
      help={
        <span aria-live="polite">
          {'refusal' in example ? (
            example.refusal
          ) : (
            <>
              Example: <b>{example.numbers.join(', ')}</b>.{' '}
              {name === 'admissionNumberPattern'
                ? 'You can use {year}, {yy}, {class}, {program} and {seq:4}.'
                : 'You can use {year}, {yy} and {seq:4}. The year is the year of employment.'}
            </>
          )}
        </span>
      }
    />
  );
}

/* The browser's version of number patterns in kernel/counters.ts, which needs the database.
 * pattern-example.test.ts compares the two.
 */
const part = /\{(year|yy|class|program|seq)(?::([1-9]))?\}/g;

/** The first numbers of a pattern, or why it is invalid. */
export function patternExample(pattern: string, year: number): { numbers: string[] } | { refusal: string } {
  if (!/\{seq(:[1-9])?\}/.test(pattern)) return { refusal: 'Add {seq} or {seq:4} for the sequence number.' };
  if (/[{}]/.test(pattern.replace(part, '')))
    return { refusal: 'Use only {year}, {yy}, {class}, {program} and {seq:4}.' };
  return { numbers: [1, 2].map((sequence) => format(pattern, year, sequence)) };
}

const format = (pattern: string, year: number, sequence: number) =>
  pattern
    .replace(part, (_, name: string, width?: string) => {
      const values: Record<string, string> = {
        year: String(year),
        yy: String(year % 100).padStart(2, '0'),
        class: 'JSS1',
        program: 'JSS',
      };
      return name === 'seq' ? String(sequence).padStart(Number(width ?? 1), '0') : values[name]!;
    })
    .replace(/\/{2,}/g, '/')
    .replace(/^\/|\/$/g, '');
