import { useState } from 'react';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { templateFormPage } from '../messages.pages.ts';
import { BodyField } from '../shared/body-field.tsx';
import { InstitutionField } from '#ui/forms/institution-choice.tsx';

/** Adds or edits a text that is used again. */
export default function TemplateFormPage(page: PropsOf<typeof templateFormPage>) {
  const { template, opened, institutionId, institutions, fields } = page;
  const { href } = useAddress();
  const [body, setBody] = useState(template?.body ?? '');
  const list = href('/messages/templates');
  return (
    <>
      <PageHeader
        title={template ? `Edit ${template.name}` : 'Add template'}
        breadcrumbs={[{ label: 'Templates', href: list }]}
      />
      <EditForm
        opened={opened}
        action={template ? `/messages/templates/${template.id}` : '/messages/templates'}
        submit={template ? 'Save template' : 'Add template'}
        cancelHref={list}
      >
        {!template && <InstitutionField institutionId={institutionId} institutions={institutions} />}
        <TextField name="name" label="Name" maxLength={80} placeholder="School resumes" />
        <TextField name="subject" label="Subject" optional maxLength={200} help="For e-mails and notices." />
        <BodyField value={body} fields={fields} isCounted onChange={setBody} />
      </EditForm>
    </>
  );
}
