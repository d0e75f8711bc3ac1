import { EditForm, FieldRow } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import { markKinds } from '../mark-kinds.ts';
import type { codeFormPage } from './setup.routes.ts';

/** Renames an own code. */
export default function CodeFormPage({ institutionId, code, opened }: PropsOf<typeof codeFormPage>) {
  const { href } = useAddress();
  const list = href('/attendance/settings', { institution_id: institutionId });
  return (
    <>
      <PageHeader
        title={`Edit ${code.letters}`}
        breadcrumbs={[{ label: 'Attendance settings', href: list }]}
        description={`Counts as ${markKinds[code.meaning].label.toLowerCase()}. Totals already use this meaning. To change it, retire this code and add a new one.`}
      />
      <EditForm action={`/attendance/codes/${code.id}`} submit="Save code" cancelHref={list} opened={opened}>
        <FieldRow>
          <TextField name="letters" label="Letters" maxLength={3} help="This also changes registers already taken." />
          <TextField name="label" label="Name" maxLength={60} />
        </FieldRow>
      </EditForm>
    </>
  );
}
