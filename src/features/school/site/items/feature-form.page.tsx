import { useContext, useId } from 'react';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextareaField, TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { featureForm } from '../site.pages.ts';
import { FieldNotes, FormErrors } from '#ui/forms/field.tsx';
import { featureIcons, iconLabel } from './feature-icons.ts';
import { FeatureIcon } from '../shared/feature-icon.tsx';
import classes from '../shared/site.module.css';

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

/** A choice of icons with labels. */
function IconField({ defaultValue }: { defaultValue: string }) {
  const id = useId();
  const error = useContext(FormErrors)['icon'];
  return (
    <fieldset className={classes.icons} data-field="icon" aria-describedby={error && `${id}-error`}>
      <legend>Icon</legend>
      <div>
        {featureIcons.map((name) => (
          <label key={name} title={iconLabel(name)}>
            <input type="radio" name="icon" value={name} defaultChecked={name === defaultValue} required />
            <FeatureIcon name={name} size={22} />
            <span className="visually-hidden">{iconLabel(name)}</span>
          </label>
        ))}
      </div>
      <FieldNotes id={id} error={error} />
    </fieldset>
  );
}
