import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { categoryFormPage } from '../fees.pages.ts';

/** The form of a fee category. */
export default function CategoryFormPage({ category, opened, ...place }: PropsOf<typeof categoryFormPage>) {
  const { href } = useAddress();
  const back = href('/fee-categories');
  return (
    <>
      <PageHeader
        title={category ? `Edit ${category.name}` : 'Add fee category'}
        breadcrumbs={[{ label: 'Fee categories', href: back }]}
      />
      <EditForm
        key={place.institutionId}
        opened={opened}
        action={category ? `/fee-categories/${category.id}` : '/fee-categories'}
        submit={category ? 'Save category' : 'Add category'}
        cancelHref={back}
      >
        <FormSection>
          {!category && <InstitutionChoice {...place} />}
          <TextField
            name="name"
            label="Name"
            defaultValue={category?.name}
            maxLength={80}
            placeholder="Excursions"
            help={category ? undefined : 'An income account of the same name is added to the chart of accounts.'}
            autoFocus
            autoComplete="off"
          />
        </FormSection>
      </EditForm>
    </>
  );
}
