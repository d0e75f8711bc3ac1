import { EditForm } from '#ui/forms/edit-form.tsx';
import { enterGoesOn } from '#ui/forms/enter-goes-on.ts';
import { textName } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { FormDraft } from '#features/records/people/shared/form-draft.tsx';
import type { PropsOf } from '#web/page.ts';
import {
  ContactSection,
  HomeSection,
  KinSection,
  NameSection,
  OwnSection,
  RestrictedSection,
} from './form-sections.tsx';
import { SchoolSection } from './school-section.tsx';
import type { studentForm } from '../students.pages.ts';

/** Adds or edits a student. */
export default function StudentFormPage(props: PropsOf<typeof studentForm>) {
  const { student, institutionId } = props;
  const address = useAddress();
  const back = student ? address.href(`/students/${student.id}`) : address.href('/students');
  return (
    <>
      <PageHeader
        title={student ? `Edit ${textName(student)}` : 'Admit student'}
        breadcrumbs={[
          { label: 'Students', href: address.href('/students') },
          ...(student ? [{ label: student.admissionNumber, href: back }] : []),
        ]}
      />
      <EditForm
        // Lists belong to the institution, so choosing another one resets the form.
        key={institutionId}
        opened={props.opened}
        action={student ? `/students/${student.id}` : '/students'}
        submit={student ? 'Save record' : 'Admit student'}
        cancelHref={back}
        long
        onKeyDown={enterGoesOn}
      >
        <FormDraft form={`student:${student?.id ?? 'new'}`} institutionId={institutionId} stamp={student?.stamp} />
        <NameSection {...props} />
        <SchoolSection {...props} />
        <ContactSection {...props} />
        <HomeSection {...props} />
        <RestrictedSection {...props} />
        <KinSection {...props} />
        <OwnSection {...props} />
      </EditForm>
    </>
  );
}
