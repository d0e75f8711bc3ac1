import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { WaitingChanges } from '#features/records/approvals/shared/waiting-changes.tsx';
import type { PropsOf } from '#web/page.ts';
import type { publicAddressPage } from './institutions.queries.ts';

type Props = PropsOf<typeof publicAddressPage>;

/** The public address of the installation, for all its institutions. */
export default function PublicAddressPage({ changes, publicUrl, opened, isConfigured, can }: Props) {
  return (
    <>
      <PageHeader
        title="Public address"
        description="Invitations, ID cards and certificates link to this address, and people sign in here."
      />
      <WaitingChanges changes={changes} />
      {can.edit ? (
        <EditForm action="/public-address" opened={opened} submit="Save address">
          <FormSection description="Changing it affects every institution, and needs the approval of another owner or group administrator. The old address works for another 24 hours.">
            <TextField
              name="publicUrl"
              label="Address"
              type="url"
              inputMode="url"
              defaultValue={publicUrl ?? ''}
              maxLength={300}
              spellCheck={false}
              autoCapitalize="none"
              autoComplete="off"
              placeholder="https://akada.school.ng"
              help="Include https://, without a path."
            />
            <CheckboxField
              name="isChecked"
              label="This address opens Akada"
              help="Open it in another window first. If the address is wrong, nobody can sign in."
            />
          </FormSection>
        </EditForm>
      ) : (
        <Card>
          <DescriptionList
            items={[
              ['Address', publicUrl],
              [
                'Changes',
                isConfigured
                  ? 'Set on the server (PUBLIC_URL). Ask your server administrator to change it.'
                  : 'Only a group administrator can change it.',
              ],
            ]}
          />
        </Card>
      )}
    </>
  );
}
