import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextareaField, TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { IconField } from './icon-field.tsx';
import type { featureForm } from '../site.pages.ts';

/** A strength of the school, with an icon and a sentence. */
export default function FeatureFormPage({ feature, ...choice }: PropsOf<typeof featureForm>) {
  const address = useAddress();
  const back = address.href('/site', choice.institutions.length > 1 ? { institution_id: choice.institutionId } : {});
  return (
    <>
      <PageHeader title={feature ? feature.title : 'Add feature'} breadcrumbs={[{ label: 'Home page', href: back }]} />
      <EditForm
        opened={choice.opened}
        action={feature ? `/site/features/${feature.id}` : '/site/features'}
        submit={feature ? 'Save feature' : 'Add feature'}
        cancelHref={back}
      >
        <FormSection>
          {!feature && <InstitutionChoice {...choice} />}
          <TextField
            name="title"
            label="Title"
            defaultValue={feature?.title}
            maxLength={60}
            placeholder="Library"
            autoComplete="off"
          />
          <TextareaField name="body" label="Text" defaultValue={feature?.body} maxLength={240} rows={3} />
          <IconField defaultValue={feature?.icon ?? 'school'} />
          <TextField
            name="linkHref"
            label="Link"
            optional
            defaultValue={feature?.linkHref ?? ''}
            maxLength={500}
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://…"
          />
          <CheckboxField name="isShown" label="Show to visitors" defaultChecked={feature?.isShown ?? true} />
        </FormSection>
      </EditForm>
    </>
  );
}
