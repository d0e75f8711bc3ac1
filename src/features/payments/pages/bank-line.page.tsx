import { LinkButton } from '#ui/button.tsx';
import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { listName, money } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { PanelTabs } from '#ui/records/panel-tabs.tsx';
import { DateText } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import { lineStates } from '../bank/bank-words.ts';
import type { linePage } from '../bank/bank.pages.ts';
import { LineBadge } from '../parts/line-badges.tsx';
import { LineProposal } from '../parts/line-proposal.tsx';

/** One line of a statement and what may be done with it. */
export default function BankLinePage({ line, accounts }: PropsOf<typeof linePage>) {
  const { href } = useAddress();
  const isIn = line.amount > 0;
  const isIgnored = line.state === 'ignored';
  return (
    <>
      <PageHeader
        title={`${money(line.amount, line.currency)} ${isIn ? 'in' : 'out'}`}
        breadcrumbs={[{ label: 'Lines', href: href('/bank-lines', { statement: line.statementId }) }]}
        badge={<LineBadge {...line} />}
        action={
          line.paymentId !== null && line.state !== 'open' ? (
            <LinkButton href={href(`/payment_records/${line.paymentId}`)}>Open payment</LinkButton>
          ) : undefined
        }
        more={isIgnored ? [{ label: 'Reopen line', onSelect: () => post(`/bank-lines/${line.id}/reopen`) }] : undefined}
      />
      <Card>
        <DescriptionList
          items={[
            ['Date', <DateText key="day" value={line.day} />],
            ['Narration', line.narration],
            ['Reference', line.reference],
            [line.state === 'open' ? 'Proposal' : lineStates[line.state], <LineProposal key="for" line={line} />],
          ]}
        />
      </Card>
      {line.state === 'open' && (
        <PanelTabs
          label="What this line is"
          tabs={[
            ...(isIn ? [{ id: 'payment', label: 'Payment', panel: <PaymentForm line={line} /> }] : []),
            { id: 'other', label: 'Not a fee', panel: <OtherForms line={line} accounts={accounts} /> },
          ]}
        />
      )}
    </>
  );
}

type Line = PropsOf<typeof linePage>['line'];

/** Confirms the proposal, or another student; without either it waits in suspense. */
function PaymentForm({ line }: { line: Line }) {
  const { id, surname, firstName, middleName, admissionNumber, studentId, paymentId } = line;
  const proposed =
    studentId !== null && surname && firstName
      ? { value: String(studentId), label: listName({ surname, firstName, middleName }), hint: admissionNumber ?? '' }
      : null;
  return (
    <>
      <EditForm
        action={`/bank-lines/${id}/confirm`}
        submit={paymentId === null ? 'Record payment' : 'Confirm payment'}
        guard={false}
      >
        <SearchSelectField
          name="student_id"
          label={paymentId === null ? 'Student' : 'Another student'}
          optional={paymentId !== null}
          search={`/bank-lines/student-options?institution_id=${line.institutionId}`}
          defaultChoice={proposed}
          help="It pays the oldest dues first. What is left is credit."
        />
        <CheckboxField
          name="again"
          label="This is another payment"
          help="Tick it only if the same amount really came twice."
        />
      </EditForm>
      <EditForm action={`/bank-lines/${id}/suspend`} submit="Record as unidentified" guard={false}>
        <p>If you can’t tell whose it is, record it now and identify it later under Unidentified payments.</p>
      </EditForm>
    </>
  );
}

function OtherForms({ line, accounts }: PropsOf<typeof linePage>) {
  return (
    <>
      <EditForm action={`/bank-lines/${line.id}/post`} submit="Post to account" guard={false}>
        <SelectField
          name="ledger_account_id"
          label="Account"
          options={accounts.map(({ id, label }) => ({ value: String(id), label }))}
        />
        <TextField name="remark" label="Remark" maxLength={300} placeholder="Bank charge" autoComplete="off" />
      </EditForm>
      <EditForm action={`/bank-lines/${line.id}/ignore`} submit="Ignore line" guard={false}>
        <TextField
          name="remark"
          label="Why it is ignored"
          maxLength={300}
          placeholder="Transfer between own accounts"
          autoComplete="off"
        />
      </EditForm>
    </>
  );
}
