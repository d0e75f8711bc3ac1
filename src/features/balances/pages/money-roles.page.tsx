import { countOf } from '#ui/format.ts';
import { Button } from '#ui/button.tsx';
import { PageForm } from '#ui/forms/page-form.tsx';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import type { moneyRolesPage } from '../upgrade/money-roles.pages.ts';
import classes from '../parts/money.module.css';

type Role = PropsOf<typeof moneyRolesPage>['rows'][number];

/** Who would get which permissions of money; the owner confirms role by role. */
export default function MoneyRolesPage({ rows, asked, words }: PropsOf<typeof moneyRolesPage>) {
  const { href } = useAddress();
  const several = new Set(rows.map(({ institutionId }) => institutionId)).size > 1;
  return (
    <>
      <PageHeader
        title="Roles for money"
        breadcrumbs={[{ label: 'Roles', href: href('/roles') }]}
        description="Fees and payments are new. Nobody can use them until you give their permissions here, role by role. Check first who has each role."
      />
      {rows.length === 0 && (
        <EmptyState title="All roles are confirmed">
          You can change what each role can do at any time, on the role’s own page.
        </EmptyState>
      )}
      <div className={classes.grid}>
        {rows.map((role) => (
          <Card key={role.id} title={several ? `${role.name}, ${role.institution}` : role.name}>
            <EditForm action={`/roles/${role.id}/money`} submit={`Give ${role.name} these permissions`}>
              <FormSection description={holders(role)}>
                <ul>
                  {role.missing.map((name) => (
                    <li key={name}>
                      {words[name]}
                      <input type="hidden" name="permissions" value={name} />
                    </li>
                  ))}
                </ul>
              </FormSection>
            </EditForm>
          </Card>
        ))}
      </div>
      {asked.map(({ id, name }) => (
        <PageForm key={id} method="post" action="/roles/money/done" guard={false} className={classes.done}>
          {({ processing }) => (
            <>
              <input type="hidden" name="institutionId" value={id} />
              <Button type="submit" loading={processing}>
                {rows.length === 0 ? 'Done' : 'Leave other roles unchanged'}
                {asked.length > 1 && ` at ${name}`}
              </Button>
            </>
          )}
        </PageForm>
      ))}
    </>
  );
}

function holders({ people, names }: Role): string {
  if (people === 0) return 'Nobody has this role yet.';
  const others = people - names.length;
  return `${countOf(people, 'user has', 'users have')} this role: ${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`;
}
