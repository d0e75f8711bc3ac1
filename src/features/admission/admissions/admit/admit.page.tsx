import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { countOf, phoneText, textName } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { DateText } from '#ui/text.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import { applicationStates } from '../admissions.ts';
import type { admitPage } from '../decisions/decisions.routes.ts';
import classes from '../shared/decisions.module.css';

/** Admits one applicant: what will be made, possible duplicates, and the class arm. */
export default function AdmitPage({ application, twins, can }: PropsOf<typeof admitPage>) {
  const { href } = useAddress();
  const words = useTerms();
  const { id, status, returning, batches, guardians } = application;
  const name = textName(application);
  const back = href(`/applications/${id}`);
  return (
    <>
      <PageHeader
        title={returning ? `Readmit ${name}` : `Admit ${name}`}
        breadcrumbs={[
          { label: 'Applications', href: href('/applications') },
          { label: application.number, href: back },
        ]}
        description={`${application.program}, ${application.session}`}
      />
      <div className={classes.stack}>
        <Card title={returning ? 'Existing record' : 'Records to create'}>
          <DescriptionList
            items={[
              ['Student', returning ? `${returning.name}, ${returning.admissionNumber}` : name],
              ['Class', application.class],
              [
                'Guardians',
                guardians.map((one) => [one.name, phoneText(one.mobile)].filter(Boolean).join(', ')).join('; '),
              ],
              ['Papers', application.papers > 0 ? countOf(application.papers, 'document') : null],
              ['Invoices', application.bills ? 'Of fees already billed for the session' : 'None'],
            ]}
          />
        </Card>
        {twins.length > 0 && (
          <Card title="Possible duplicates">
            <p className={classes.note}>Compare before you admit: the applicant may already have a record.</p>
            <ul className={classes.problems}>
              {twins.map((twin) => (
                <li key={twin.id}>
                  {can.openStudents ? <a href={href(`/students/${twin.id}`)}>{textName(twin)}</a> : textName(twin)},{' '}
                  {twin.number}, born <DateText value={twin.birthDate} />
                  {twin.place && `, ${twin.place}`}
                </li>
              ))}
            </ul>
          </Card>
        )}
        {status === 'accepted' ? (
          <EditForm
            action={`/applications/${id}/admit`}
            submit={returning ? 'Readmit student' : 'Admit student'}
            cancelHref={back}
          >
            <FormSection>
              {!application.isCurrent && (
                <p className={classes.note}>
                  {application.session} has not begun. The student gets a {words.batch.toLowerCase()} once it is the
                  current session: all new students together, under{' '}
                  <a href={href(`/intakes/${application.intakeId}/decisions`)}>Decisions</a>.
                </p>
              )}
              {batches.length > 0 && (
                <SelectField
                  name="batch_id"
                  label={words.batch}
                  optional
                  defaultValue={application.returningBatchId ? String(application.returningBatchId) : ''}
                  options={batches.map((batch) => ({
                    value: String(batch.id),
                    label: `${batch.name} (${countOf(batch.left, 'free seat')})`,
                  }))}
                />
              )}
              {!returning && (
                <TextField
                  name="admission_number"
                  label="Admission number"
                  optional
                  maxLength={40}
                  autoComplete="off"
                  help="Leave empty for the next number."
                />
              )}
              {twins.length > 0 && (
                <CheckboxField name="confirm_alike" label="This is a different person from the possible duplicates" />
              )}
            </FormSection>
          </EditForm>
        ) : (
          <p role="status">
            The application is {applicationStates[status].toLowerCase()}. Only accepted applicants can be admitted.
          </p>
        )}
      </div>
    </>
  );
}
