import { useState } from 'react';
import { PageHeader } from '#ui/page-header.tsx';
import { post } from '#ui/post.ts';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { PanelTabs } from '#ui/records/panel-tabs.tsx';
import type { PropsOf } from '#web/page.ts';
import { lineStates } from '../bank-labels.ts';
import type { linePage, LineProps } from '../bank.pages.ts';
import { BankedPayments } from './banked-payments.tsx';
import { LineProposal, LineBadge } from './line-proposal.tsx';
import { LineStudents } from './line-students.tsx';
import { money, countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Card } from '#ui/records/card.tsx';
import { DateText, Secondary, Money } from '#ui/text.tsx';
import classes from '../bank.module.css';
import { Link } from '#ui/link.tsx';
import { channels } from '#features/money/ledger/channels.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';
import { Button, LinkButton, PrimaryButton } from '#ui/button.tsx';
import type { SeenPayment, LineDetails } from './bank.queries.ts';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField, TextField } from '#ui/forms/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';

/** One line of a statement and what may be done with it. */
export default function BankLinePage({ line, accounts, banked, seen, namesakes, can }: PropsOf<typeof linePage>) {
  const { href } = useAddress();
  const isIn = line.amount > 0;
  const isOpen = line.state === 'open';
  const isIgnored = line.state === 'ignored';
  const isEmpty = line.paymentId === null && line.studentId === null && line.reason === null;
  return (
    <>
      <PageHeader
        title={`${money(Math.abs(line.amount), line.currency)} ${isIn ? 'in' : 'out'}`}
        breadcrumbs={[{ label: 'Lines', href: href('/bank-lines', { statement: line.statementId }) }]}
        badge={<LineBadge {...line} />}
        action={
          line.paymentId === null ? undefined : isOpen ? (
            <PrimaryButton onClick={() => post(`/bank-lines/${line.id}/confirm`)}>Confirm payment</PrimaryButton>
          ) : (
            <LinkButton href={href(`/payment_records/${line.paymentId}`)}>Open payment</LinkButton>
          )
        }
        more={isIgnored ? [{ label: 'Reopen line', onSelect: () => post(`/bank-lines/${line.id}/reopen`) }] : undefined}
      />
      <Card>
        <DescriptionList
          items={[
            ['Date', <DateText key="day" value={line.day} />],
            ['Narration', line.narration],
            ['Reference', line.reference],
            [
              isOpen ? 'Proposal' : lineStates[line.state],
              isOpen && isEmpty ? <Secondary key="none">None</Secondary> : <LineProposal key="for" line={line} />,
            ],
          ]}
        />
      </Card>
      {!isOpen && (
        <div className={classes.choices}>
          {seen.length > 1 && <SeenPayments payments={seen} currency={line.currency} />}
          {!isIgnored && can.undo && (
            <div>
              <UndoLine line={line} />
            </div>
          )}
        </div>
      )}
      {isOpen && (
        <PanelTabs
          label="Type of line"
          tabs={[
            ...(isIn
              ? [
                  {
                    id: 'student',
                    label: 'A student’s payment',
                    panel: <StudentForms line={line} namesakes={namesakes} />,
                  },
                  {
                    id: 'recorded',
                    label: 'Recorded payments',
                    panel: (
                      <div className={classes.choices}>
                        <BankedPayments line={line} banked={banked} accounts={accounts} />
                      </div>
                    ),
                  },
                ]
              : []),
            { id: 'other', label: 'Not a fee', panel: <LineOther line={line} accounts={accounts} /> },
          ]}
        />
      )}
    </>
  );
}

/** For one student or several; without any it waits in suspense. */
const StudentForms = ({ line, namesakes }: Pick<PropsOf<typeof linePage>, 'line' | 'namesakes'>) => (
  <div className={classes.choices}>
    <LineStudents line={line} namesakes={namesakes} />
    <Card title="Unidentified payment">
      <div className={classes.split}>
        <p>Record it as unidentified now, and match it to a student when someone asks for it.</p>
        <div>
          <Button onClick={() => post(`/bank-lines/${line.id}/suspend`)}>Record as unidentified</Button>
        </div>
      </div>
    </Card>
  </div>
);

/** The payments that a lump was. */
function SeenPayments({ payments, currency }: { payments: SeenPayment[]; currency: string }) {
  const { href } = useAddress();
  return (
    <Card title={countOf(payments.length, 'payment')} flush>
      {payments.map(({ id, number, channel, day, amount }) => (
        <div key={id} className={classes.group}>
          <Link href={href(`/payment_records/${id}`)}>{number === null ? `Payment ${id}` : receiptNumber(number)}</Link>
          <Secondary>
            {channels[channel]}, <DateText value={day} />
          </Secondary>
          <Money minor={amount} currency={currency} />
        </div>
      ))}
    </Card>
  );
}

/** Undoes what a line became, with a reason. */
function UndoLine({ line }: { line: LineDetails }) {
  const [isOpen, setOpen] = useState(false);
  const isFree = line.state === 'matched';
  return (
    <>
      <Button onClick={() => setOpen(true)}>Undo</Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Undo this line">
        <EditForm
          action={`/bank-lines/${line.id}/undo`}
          submit={isFree ? 'Undo' : 'Request undoing'}
          guard={false}
          onSuccess={() => setOpen(false)}
        >
          <p>{words[line.state] ?? words['posted']}</p>
          <TextareaField name="reason" label="Reason" rows={2} maxLength={300} />
        </EditForm>
      </Dialog>
    </>
  );
}

const words: Record<string, string> = {
  matched: 'The line is open again, and its payments wait for the bank. A reversing entry is posted.',
  received:
    'The payment is reversed and the line is open again. A second person approves it. The receipt number is not used again.',
  suspense:
    'The payment is reversed and the line is open again. A second person approves it. The receipt number is not used again.',
  posted: 'A reversing entry is posted and the line is open again. A second person approves it.',
};

/** A line that is no fee: posted to an account, or ignored with a remark. */
function LineOther({ line, accounts }: Pick<LineProps, 'line' | 'accounts'>) {
  return (
    <div className={classes.choices}>
      <Card title="Post it to an account">
        <EditForm action={`/bank-lines/${line.id}/post`} submit="Post to account" guard={false}>
          <SelectField
            name="ledger_account_id"
            label="Account"
            options={accounts.map(({ id, label }) => ({ value: String(id), label }))}
            defaultValue={line.postingAccountId ?? undefined}
          />
          <TextField name="remark" label="Remark" maxLength={300} placeholder="Bank charge" autoComplete="off" />
          {line.amount < 0 && (
            <TextField
              name="remember"
              label="Remember for lines containing"
              optional
              maxLength={80}
              placeholder="SMS ALERT"
              help="From the next statement, this account is proposed for money out with these words."
              autoComplete="off"
            />
          )}
        </EditForm>
      </Card>
      <Card title="Ignore it">
        <EditForm action={`/bank-lines/${line.id}/ignore`} submit="Ignore line" guard={false}>
          <TextField
            name="remark"
            label="Reason for ignoring it"
            maxLength={300}
            placeholder="Transfer between own accounts"
            autoComplete="off"
          />
        </EditForm>
      </Card>
    </div>
  );
}
