import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { countOf } from '#ui/format.ts';
import type { PropsOf } from '#web/page.ts';
import { paperKinds } from './paper-content.ts';
import type { paperFormPage } from '../transcripts.pages.ts';

/** Issues a transcript or a statement of result. */
export default function PaperFormPage(form: PropsOf<typeof paperFormPage>) {
  const { kind, studentId, name, number, terms, isWithheld, lacks, completedOn } = form;
  const { href } = useAddress();
  const back = href(`/students/${studentId}/transcript`);
  const isStatement = kind === 'statement';
  const paper = paperKinds[kind].toLowerCase();
  const problem = isWithheld
    ? 'Transcripts of this student are withheld because of unpaid fees.'
    : terms === 0
      ? 'No results of this student are published or imported.'
      : isStatement && lacks.length > 0
        ? `The programme is not completed. ${lacks.join('. ')}.`
        : null;
  return (
    <>
      <PageHeader
        title={`Issue ${paper}`}
        breadcrumbs={[{ label: name, href: back }, { label: paperKinds[kind] }]}
        description={
          problem
            ? undefined
            : `${name}, ${number}. ${countOf(terms, 'term')} on record. The paper gets the next number and is kept as it is issued.`
        }
      />
      {problem ? (
        <EmptyState title={`No ${paper} can be issued`}>{problem}</EmptyState>
      ) : (
        <EditForm action={`/students/${studentId}/papers`} submit={`Issue ${paper}`} cancelHref={back}>
          <input type="hidden" name="kind" value={kind} />
          <FormSection>
            <TextField
              name="recipient"
              label="Issued to"
              maxLength={200}
              placeholder="The Registrar, University of Lagos"
              help="Printed on the paper, and shown on its public page."
              autoFocus
            />
            <TextField name="purpose" label="Purpose" optional maxLength={200} placeholder="Postgraduate admission" />
            {isStatement && (
              <DatePickerField
                name="completedOn"
                label="Date of completion"
                defaultValue={completedOn ?? undefined}
                help="The day on which the programme was completed."
              />
            )}
          </FormSection>
        </EditForm>
      )}
    </>
  );
}
