import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextareaField, TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { PictureField } from '../shared/picture-chooser.tsx';
import type { slideForm } from '../site.pages.ts';

const titles = { slider: 'Add hero slide', slideshow: 'Add slideshow slide' };

/** A hero slide or a slideshow slide. */
export default function SlideFormPage({ slide, place, ...choice }: PropsOf<typeof slideForm>) {
  const address = useAddress();
  const back = address.href('/site', choice.institutions.length > 1 ? { institution_id: choice.institutionId } : {});
  return (
    <>
      <PageHeader title={slide ? slide.title : titles[place]} breadcrumbs={[{ label: 'Home page', href: back }]} />
      <EditForm
        opened={choice.opened}
        action={slide ? `/site/slides/${slide.id}` : '/site/slides'}
        submit={slide ? 'Save slide' : 'Add slide'}
        cancelHref={back}
      >
        {!slide && <input type="hidden" name="place" value={place} />}
        <FormSection title="Slide">
          {!slide && <InstitutionChoice {...choice} />}
          <TextField name="title" label="Title" defaultValue={slide?.title} maxLength={80} autoComplete="off" />
          <TextareaField name="body" label="Text" optional defaultValue={slide?.body ?? ''} maxLength={240} rows={2} />
          <PictureField
            institutionId={choice.institutionId}
            picture={slide?.picture}
            help="A wide picture works best. The text is shown below it."
          />
        </FormSection>
        <FormSection title="Link" description="An optional button on the slide.">
          <FieldRow>
            <TextField
              name="linkLabel"
              label="Button text"
              optional
              defaultValue={slide?.linkLabel ?? ''}
              maxLength={40}
              placeholder="Apply now"
            />
            <TextField
              name="linkHref"
              label="Link"
              optional
              defaultValue={slide?.linkHref ?? ''}
              maxLength={500}
              autoCapitalize="none"
              spellCheck={false}
              placeholder="https://…"
            />
          </FieldRow>
        </FormSection>
        <CheckboxField name="isShown" label="Show to visitors" defaultChecked={slide?.isShown ?? true} />
      </EditForm>
    </>
  );
}
