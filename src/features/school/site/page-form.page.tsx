import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { MarkdownField } from './shared/markdown-field.tsx';
import { TitleFields } from './shared/title-fields.tsx';
import type { pageForm } from './site.pages.ts';

/** A page of the site, such as About or Contact. */
export default function PageFormPage({ page, slug, ...choice }: PropsOf<typeof pageForm>) {
  const address = useAddress();
  const back = address.href('/site/pages');
  return (
    <>
      <PageHeader title={page ? page.title : 'Add page'} breadcrumbs={[{ label: 'Pages', href: back }]} />
      <EditForm
        opened={choice.opened}
        action={page ? `/site/pages/${page.id}` : '/site/pages'}
        submit={page ? 'Save page' : 'Add page'}
        cancelHref={back}
      >
        <FormSection>
          {!page && <InstitutionChoice {...choice} />}
          <TitleFields
            title={page?.title}
            slug={page?.slug}
            maxLength={80}
            base={slug ? `/sites/${slug}/pages/` : '…/pages/'}
          />
          <MarkdownField defaultValue={page?.body} />
        </FormSection>
        <FormSection title="Visibility">
          <CheckboxField
            name="isPublished"
            label="Published"
            defaultChecked={page?.isPublished ?? false}
            help="Visitors can see it as soon as it is saved."
          />
          <CheckboxField
            name="isInMenu"
            label="Show in the site’s menu"
            defaultChecked={page?.isInMenu ?? true}
            help="Otherwise the page is reachable through links and search only."
          />
        </FormSection>
      </EditForm>
    </>
  );
}
