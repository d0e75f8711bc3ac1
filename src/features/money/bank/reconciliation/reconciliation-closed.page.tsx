import { LinkButton } from '#ui/button.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { dateText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { DateTimeText } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import { BothBalances } from './both-balances.tsx';
import { ItemTable } from './explain-items.tsx';
import { UnseenPayments } from './unseen-payments.tsx';
import type { reconciliationClosedPage } from './reconciliation.routes.ts';
import { changesSince } from './reconciliation-labels.ts';
import classes from './reconciliation.module.css';

/** A closed reconciliation: its figures as they were, and what has changed since. */
export default function ReconciliationClosedPage(found: PropsOf<typeof reconciliationClosedPage>) {
  const { id, account, currency, through, items, unseen, reopened, can } = found;
  const { href } = useAddress();
  const { institutionId } = account;
  const changes = changesSince(found.since, currency);
  return (
    <>
      <PageHeader
        title={`${account.name} up to ${dateText(through)}`}
        breadcrumbs={[
          { label: 'Bank statements', href: href('/bank-statements') },
          { label: 'Bank accounts', href: href('/bank-accounts') },
          { label: 'Reconcile', href: href(`/bank-accounts/${account.id}/reconciliation`) },
          { label: dateText(through) },
        ]}
        action={
          <LinkButton external href={`/reconciliations/${id}/sheet.pdf`} target="_blank">
            Print reconciliation
          </LinkButton>
        }
      />
      <div className={classes.page}>
        {changes.length > 0 && (
          <p className={classes.notice} role="alert">
            {changes.join(' ')} The figures below are from the close.
          </p>
        )}
        <Card title="Balances">
          <BothBalances {...found} />
        </Card>
        <Card title="Items on one side only" flush>
          <ItemTable items={items} currency={currency} />
        </Card>
        <UnseenPayments unseen={unseen} currency={currency} through={through} />
        <Card title="Details">
          <DescriptionList
            columns={2}
            items={[
              ['Closed by', found.closedBy],
              ['Closed', <DateTimeText key="closed" value={String(found.closedAt)} institutionId={institutionId} />],
              [
                'Reopened',
                reopened && <DateTimeText key="reopened" value={String(reopened.at)} institutionId={institutionId} />,
              ],
              ['Reopened by', reopened && `${reopened.by}, approved by ${reopened.approvedBy}`],
              ['Reason', reopened && reopened.reason],
            ]}
          />
        </Card>
        {can.reopen && (
          <Card title="Reopen">
            <EditForm action={`/reconciliations/${id}/reopen`} submit="Request approval">
              <p>A second person has to approve this. Then its lines can be undone, and the account closed again.</p>
              <TextareaField name="reason" label="Reason" rows={2} maxLength={300} />
            </EditForm>
          </Card>
        )}
      </div>
    </>
  );
}
