import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { categoryFormPage } from '../fees.pages.ts';

/** The form of a fee category. */
export default function CategoryFormPage({ category, opened, accounts, ...place }: PropsOf<typeof categoryFormPage>) {
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
            autoFocus
            autoComplete="off"
          />
          <SelectField
            name="ledgerAccountId"
            label="Income account"
            placeholder={category ? null : 'A new account with this name'}
            optional={!category}
            defaultValue={category ? String(category.ledgerAccountId) : ''}
            options={choicesOf(category, accounts)}
            help={category && 'New invoices use it. Posted entries stay where they are.'}
          />
        </FormSection>
      </EditForm>
    </>
  );
}

type Props = PropsOf<typeof categoryFormPage>;

/** With the account in use, even if it is not offered for new categories. */
function choicesOf(category: Props['category'], accounts: Props['accounts']) {
  const isListed = !category || accounts.some(({ id }) => id === category.ledgerAccountId);
  const used = isListed ? [] : [{ id: category.ledgerAccountId, code: category.accountCode, name: category.account }];
  return [...used, ...accounts].map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` }));
}
