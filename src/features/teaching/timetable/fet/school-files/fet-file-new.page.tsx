import { UploadField } from '#ui/fields/upload-field.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { fetFileNewPage } from '../fet.pages.ts';

/** The first step: a .fet file. */
export default function FetFileNewPage({ institutions, institutionId }: PropsOf<typeof fetFileNewPage>) {
  const { href } = useAddress();
  return (
    <>
      <PageHeader
        title="Timetable from a FET file"
        breadcrumbs={[{ label: 'Timetables', href: href('/timetables') }]}
        description="Reads the days, lessons, rooms and rules of a .fet file. In the next step you match its names to yours. Nothing is saved until then."
      />
      <EditForm action="/fet-files" submit="Upload and map names" cancelHref={href('/timetables')} guard={false}>
        <InstitutionChoice institutionId={institutionId} institutions={institutions} />
        <UploadField
          name="file"
          label="File"
          accept=".fet"
          maxBytes={20 * 1_048_576}
          hint="A .fet file of FET 5, 6 or 7, up to 20 MB"
        />
      </EditForm>
    </>
  );
}
