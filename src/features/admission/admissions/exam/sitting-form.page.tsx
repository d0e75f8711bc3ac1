import { DateTimeField } from '#ui/fields/date-fields.tsx';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { NumberField, TextField } from '#ui/forms/fields.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { sittingFormPage } from './exam.routes.ts';

/** The form of a sitting of the entrance examination. */
export default function SittingFormPage({ exam, sitting, today, opened }: PropsOf<typeof sittingFormPage>) {
  const { href } = useAddress();
  const back = href(`/intakes/${exam.id}/exam`);
  return (
    <>
      <PageHeader
        title={sitting ? 'Edit sitting' : 'Add sitting'}
        breadcrumbs={[
          { label: exam.name, href: href(`/intakes/${exam.id}`) },
          { label: 'Entrance examination', href: back },
        ]}
      />
      <EditForm
        opened={opened}
        action={sitting ? `/exam-sittings/${sitting.id}` : `/intakes/${exam.id}/sittings`}
        submit={sitting ? 'Save sitting' : 'Add sitting'}
        cancelHref={back}
      >
        <FormSection>
          <DateTimeField name="startsAt" label="Day and time" defaultValue={sitting?.startsAt ?? `${today}T09:00`} />
          <TextField
            name="venue"
            label="Hall"
            maxLength={120}
            placeholder="Assembly hall"
            autoComplete="off"
            autoFocus={!sitting}
          />
          <NumberField name="seats" label="Seats" min={1} max={5000} />
          <TextField
            name="note"
            label="Note on the slip"
            optional
            maxLength={300}
            placeholder="Bring a pencil, an eraser and this slip."
            autoComplete="off"
          />
        </FormSection>
      </EditForm>
    </>
  );
}
