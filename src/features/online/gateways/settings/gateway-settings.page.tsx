import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { askThenPost } from '#ui/post.ts';
import { WaitingChanges } from '#features/records/approvals/shared/waiting-changes.tsx';
import type { PropsOf } from '#web/page.ts';
import { ProviderCard } from './provider-card.tsx';
import type { gatewaySettingsPage } from '../gateways.pages.ts';
import classes from '../shared/fees.module.css';

type Props = PropsOf<typeof gatewaySettingsPage>;

/** How families of one institution pay online. */
export default function GatewaySettingsPage(settings: Props) {
  const { institutionId, institutions, providers, enabled } = settings;
  const inUse = providers.find(({ provider }) => provider === enabled);
  return (
    <>
      <PageHeader
        title="Payment gateways"
        description={
          inUse
            ? `Families pay online through ${inUse.label} (${inUse.mode === 'live' ? 'live' : 'test'}).`
            : 'Online payment is off. Save the keys of a provider and switch it on.'
        }
      />
      <div key={institutionId} className={classes.settings}>
        <InstitutionSwitch institutionId={institutionId} institutions={institutions} />
        <WaitingChanges changes={settings.changes} />
        {providers
          .filter(({ provider }) => provider !== 'test' || settings.isDemonstration || enabled === 'test')
          .map((provider) => (
            <ProviderCard
              key={provider.provider}
              provider={provider}
              institutionId={institutionId}
              isEnabled={provider.provider === enabled}
            />
          ))}
        <Terms {...settings} />
        <Demonstration {...settings} />
      </div>
    </>
  );
}

function Terms({ institutionId, minimum, currency, givesAccounts }: Props) {
  return (
    <Card title="What families can do">
      <EditForm action="/payment-gateways/terms" submit="Save">
        <input type="hidden" name="institution_id" value={institutionId} />
        <MoneyField
          name="minimum"
          label="Minimum payment"
          currency={currency}
          defaultValue={minimum}
          help="Families who owe less can pay all of it."
        />
        <CheckboxField
          name="gives_accounts"
          label="Bank accounts for students"
          defaultChecked={givesAccounts}
          help="Families can ask for a bank account for each child (Paystack). A transfer into it pays that child’s fees, the oldest first."
        />
      </EditForm>
    </Card>
  );
}

function Demonstration({ institutionId, isDemonstration }: Props) {
  const change = () =>
    askThenPost(
      '/payment-gateways/demonstration',
      {
        title: isDemonstration ? 'End the demonstration?' : 'Use this institution as a demonstration?',
        body: isDemonstration
          ? 'From then on only real payments are taken.'
          : 'Its books are then for trying things out. Test payments are entered in them, and real online payments are refused. Once there are test payments, this can’t be undone.',
        action: isDemonstration ? 'End demonstration' : 'Use as demonstration',
      },
      { institution_id: String(institutionId), is_demonstration: isDemonstration ? '' : 'true' },
    );
  return (
    <Card title="Demonstration">
      <p>
        {isDemonstration
          ? 'This institution is a demonstration: it takes test payments only.'
          : 'Test payments are only taken by an institution that is marked as a demonstration and has taken no real money.'}
      </p>
      <p className={classes.buttons}>
        <Button onClick={() => void change()}>{isDemonstration ? 'End demonstration' : 'Use as demonstration'}</Button>
      </p>
    </Card>
  );
}
