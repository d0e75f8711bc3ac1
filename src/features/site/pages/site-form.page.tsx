import { EditForm, FormSection } from '#ui/edit-form.tsx';
import { TextareaField, TextField } from '#ui/fields.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { siteForm } from '../site.pages.ts';

/** Where a site is found, and how it greets. */
export default function SiteFormPage({ institution, site, opened }: PropsOf<typeof siteForm>) {
  const address = useAddress();
  const back = address.href('/site', { institution_id: institution.id });
  return (
    <>
      <PageHeader
        title="Address and greeting"
        breadcrumbs={[{ label: 'Home page', href: back }]}
        description={institution.name}
      />
      <EditForm action="/site" opened={opened} submit="Save site" cancelHref={back}>
        <input type="hidden" name="institutionId" value={institution.id} />
        <FormSection title="Greeting" description="The first words of the home page.">
          <TextField
            name="headline"
            label="Headline"
            optional
            defaultValue={site.headline ?? ''}
            maxLength={120}
            placeholder="Learning and character since 1961"
            help="Empty: the name of the institution."
          />
          <TextareaField
            name="intro"
            label="Welcome text"
            optional
            defaultValue={site.intro ?? ''}
            maxLength={600}
            rows={4}
            help="Two or three sentences about who you are."
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
            help={`The home page is at /sites/${site.slug}. Who has saved an old address no longer finds it after a change.`}
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
            help="One a line. Under these names the site is the whole address. Let them point to this server first. A group administrator approves a new name, or you prove that it is yours."
          />
        </FormSection>
      </EditForm>
    </>
  );
}
