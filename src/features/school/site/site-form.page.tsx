import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { TextareaField, TextField } from '#ui/forms/fields.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { siteForm } from './site.pages.ts';

/** The address and welcome text of a site. */
export default function SiteFormPage({ institution, site, opened }: PropsOf<typeof siteForm>) {
  const address = useAddress();
  const back = address.href('/site', { institution_id: institution.id });
  return (
    <>
      <PageHeader
        title="Address and welcome text"
        breadcrumbs={[{ label: 'Home page', href: back }]}
        description={institution.name}
      />
      <EditForm action="/site" opened={opened} submit="Save site" cancelHref={back}>
        <input type="hidden" name="institutionId" value={institution.id} />
        <FormSection title="Welcome text" description="Shown at the top of the home page.">
          <TextField
            name="headline"
            label="Headline"
            optional
            defaultValue={site.headline ?? ''}
            maxLength={120}
            placeholder="Learning and character since 1961"
            help="Leave blank to use the name of the institution."
          />
          <TextareaField
            name="intro"
            label="Welcome text"
            optional
            defaultValue={site.intro ?? ''}
            maxLength={600}
            rows={4}
            help="Two or three sentences about your school."
          />
        </FormSection>
        <FormSection title="Address">
          <TextField
            name="slug"
            label="Address"
            defaultValue={site.slug}
            maxLength={40}
            spellCheck={false}
            autoCapitalize="none"
            help={`The home page is at /sites/${site.slug}. Old links will stop working if you change it.`}
          />
          <TextareaField
            name="hosts"
            label="Host names"
            optional
            defaultValue={site.hosts.map(({ host }) => host).join('\n')}
            rows={3}
            spellCheck={false}
            autoCapitalize="none"
            placeholder="www.school.ng"
            help="One per line. The site is shown directly at these names. Point them to this server first. A group administrator approves new names, or you can prove ownership."
          />
        </FormSection>
      </EditForm>
    </>
  );
}
