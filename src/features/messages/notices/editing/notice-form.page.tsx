import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextareaField, TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { noticeFormPage } from '../notices.pages.ts';
import { optionsOf } from '#ui/plain/options.ts';

/** A notice: its text, who sees it, and when. */
export default function NoticeFormPage({ notice, today, canPublish, ...form }: PropsOf<typeof noticeFormPage>) {
  const { href } = useAddress();
  const back = href(notice ? `/notices/${notice.id}` : '/notices');
  // A class or department that was closed since stays chosen.
  const departments = [...new Set([...form.departments, ...(notice?.departments ?? [])])];
  const batches = [
    ...optionsOf(form.batches),
    ...(notice?.batchIds ?? []).flatMap((id, at) =>
      form.batches.some((batch) => batch.id === id)
        ? []
        : [{ value: String(id), label: notice!.batches[at] ?? `${id}` }],
    ),
  ];
  return (
    <>
      <PageHeader
        title={notice ? notice.title : 'Add notice'}
        breadcrumbs={[{ label: 'Notices', href: href('/notices') }]}
      />
      <EditForm
        opened={form.opened}
        action={notice ? `/notices/${notice.id}` : '/notices'}
        submit={notice ? 'Save notice' : 'Save draft'}
        cancelHref={back}
      >
        <FormSection>
          {!notice && <InstitutionChoice institutionId={form.institutionId} institutions={form.institutions} />}
          <TextField name="title" label="Title" maxLength={120} autoComplete="off" />
          <TextareaField
            name="body"
            label="Text"
            optional
            rows={12}
            maxLength={20_000}
            help="A blank line starts a paragraph. # Heading, **bold**, - for a list, [text](https://…) for a link."
          />
        </FormSection>
        <FormSection title="For" description="Leave classes and departments empty to show it to everyone you tick.">
          <CheckboxField name="toEmployees" label="Employees" defaultChecked={notice?.toEmployees ?? true} />
          <CheckboxField name="toStudents" label="Students" defaultChecked={notice?.toStudents ?? true} />
          <CheckboxField name="toGuardians" label="Guardians" defaultChecked={notice?.toGuardians ?? true} />
          <MultiSelectField
            name="classIds[]"
            label="Only of these classes"
            optional
            options={optionsOf(form.classes)}
            defaultValue={notice?.classIds.map(String)}
          />
          <MultiSelectField
            name="batchIds[]"
            label="Only of these class arms"
            optional
            options={batches}
            defaultValue={notice?.batchIds.map(String)}
          />
          <MultiSelectField
            name="departments[]"
            label="Only employees of these departments"
            optional
            options={optionsOf(departments)}
            defaultValue={notice?.departments}
          />
        </FormSection>
        <FormSection title="When and where">
          <FieldRow>
            <DatePickerField name="fromDay" label="From" defaultValue={notice?.fromDay ?? today} />
            <DatePickerField
              name="untilDay"
              label="Until"
              optional
              defaultValue={notice?.untilDay ?? undefined}
              help="The last day on the board."
            />
          </FieldRow>
          <CheckboxField name="isPinned" label="Pin to the top of the board" />
          {canPublish || notice?.isPublic ? (
            <CheckboxField
              name="isPublic"
              label="Also show it on the public site"
              help="Everyone on the internet can read the title and the text, but not the attachments."
            />
          ) : null}
        </FormSection>
      </EditForm>
    </>
  );
}
