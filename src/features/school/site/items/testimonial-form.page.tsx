import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextareaField, TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { PictureField } from '../shared/picture-chooser.tsx';
import type { testimonialForm } from '../site.pages.ts';

/** A quote about the school. */
export default function TestimonialFormPage({ testimonial, ...choice }: PropsOf<typeof testimonialForm>) {
  const address = useAddress();
  const back = address.href('/site', choice.institutions.length > 1 ? { institution_id: choice.institutionId } : {});
  return (
    <>
      <PageHeader
        title={testimonial ? testimonial.name : 'Add testimonial'}
        breadcrumbs={[{ label: 'Home page', href: back }]}
        description="Get consent before publishing a person’s words, name and picture."
      />
      <EditForm
        opened={choice.opened}
        action={testimonial ? `/site/testimonials/${testimonial.id}` : '/site/testimonials'}
        submit={testimonial ? 'Save testimonial' : 'Add testimonial'}
        cancelHref={back}
      >
        <FormSection>
          {!testimonial && <InstitutionChoice {...choice} />}
          <FieldRow>
            <TextField
              name="name"
              label="Name"
              defaultValue={testimonial?.name}
              maxLength={80}
              placeholder="Ngozi Okafor"
              autoComplete="off"
            />
            <TextField
              name="relation"
              label="Relation to the school"
              defaultValue={testimonial?.relation}
              maxLength={80}
              placeholder="Mother of two students"
              autoComplete="off"
            />
          </FieldRow>
          <TextareaField name="quote" label="Quote" defaultValue={testimonial?.quote} maxLength={400} rows={4} />
          <PictureField institutionId={choice.institutionId} picture={testimonial?.picture} optional />
          <CheckboxField name="isShown" label="Show to visitors" defaultChecked={testimonial?.isShown ?? true} />
        </FormSection>
      </EditForm>
    </>
  );
}
