import { LinkButton } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { DateTimeText, Money, Secondary } from '#ui/text.tsx';
import { dateText, money } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { channels } from '#features/money/ledger/channels.ts';
import type { PropsOf } from '#web/page.ts';
import type { dayPage } from '../cashier.pages.ts';
import type { DayRecord } from './approve-day.ts';
import { ApproveCard, DifferencesCard } from './day-differences.tsx';
import { DayState } from './day-list.page.tsx';
import { cx } from '#ui/cx.ts';
import classes from '#features/money/payments/shared/counter.module.css';
import { Link } from '#ui/link.tsx';
import { receiptNumber } from '#features/money/payments/payments.ts';
import { PaymentStatusBadge } from '#features/money/payments/shared/payment-status.tsx';
import { useState } from 'react';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { countedCash } from './denominations.ts';

/** One cashier's day: what it took by channel, the count, the approval. */
export default function DayPage({ notes, ...day }: PropsOf<typeof dayPage>) {
  const { href } = useAddress();
  const { institutionId, currency, can } = day;
  return (
    <>
      <PageHeader
        title={`${day.cashier}, ${dateText(day.day)}`}
        breadcrumbs={[{ label: 'Cashier sessions', href: href('/cashier-days') }, { label: dateText(day.day) }]}
        badge={<DayState {...day} />}
        action={
          !day.isBlind && (
            <LinkButton external href={`/cashier-days/${day.id}/sheet.pdf`} target="_blank">
              Print session sheet
            </LinkButton>
          )
        }
      />
      <div className={classes.main}>
        {!day.isBlind && (
          <Card title="By channel" flush>
            <div className={classes.child}>
              <ChannelTable day={day} />
            </div>
          </Card>
        )}
        {can.close && (
          <Card title="Count and close">
            <CountForm day={day} notes={notes} />
          </Card>
        )}
        {can.approve && <ApproveCard day={day} />}
        {day.differences.length > 0 && <DifferencesCard day={day} />}
        {can.recount && (
          <Card title="Count again">
            <CountForm day={day} notes={notes} again />
          </Card>
        )}
        <Card title="Details">
          <DescriptionList
            columns={2}
            items={[
              ['Opened', <DateTimeText key="opened" value={String(day.openedAt)} institutionId={institutionId} />],
              ['Float', <Money key="float" minor={day.openingFloat} currency={currency} />],
              [
                'Closed',
                day.closedAt && (
                  <DateTimeText key="closed" value={String(day.closedAt)} institutionId={institutionId} />
                ),
              ],
              ['Remark', day.remark],
              [
                'Counted again',
                day.recountedAt && (
                  <DateTimeText key="recounted" value={String(day.recountedAt)} institutionId={institutionId} />
                ),
              ],
              ['Reason for the recount', day.recountRemark],
              [
                'Approved',
                day.approvedAt && (
                  <DateTimeText key="approved" value={String(day.approvedAt)} institutionId={institutionId} />
                ),
              ],
              ['Approved by', day.approvedBy],
              ['Approval remark', day.approvalRemark],
            ]}
          />
        </Card>
        <DayReceipts day={day} />
      </div>
    </>
  );
}

function ChannelTable({ day }: { day: DayRecord }) {
  const { currency } = day;
  const numbers = ['Expected', ...(day.recountedAt ? ['First count'] : []), 'Counted', 'Difference'];
  return (
    <table className={cx(classes.table, classes.byChannel)}>
      <thead>
        <tr>
          <th scope="col">Channel</th>
          <th scope="col" className={cx(classes.number, classes.due)}>
            Payments
          </th>
          {numbers.map((number) => (
            <th key={number} scope="col" className={classes.number}>
              {number}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {day.channels.map(({ channel, receipts, expected, counted, firstCounted }) => (
          <tr key={channel}>
            <td>{channels[channel]}</td>
            <td className={cx(classes.number, classes.due)}>{receipts}</td>
            <td className={classes.number}>{expected !== null && <Money minor={expected} currency={currency} />}</td>
            {day.recountedAt && (
              <td className={classes.number}>
                {firstCounted !== null && <Money minor={firstCounted} currency={currency} />}
              </td>
            )}
            <td className={classes.number}>{counted !== null && <Money minor={counted} currency={currency} />}</td>
            <td className={classes.number}>
              {counted !== null && expected !== null && (
                <span className={counted === expected ? undefined : classes.overdue}>
                  <Money minor={counted - expected} currency={currency} />
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The payments of a day, the latest first. */
function DayReceipts({ day }: { day: DayRecord }) {
  const { href } = useAddress();
  return (
    <Card title="Payments" flush>
      <div className={classes.child}>
        {day.receipts.length === 0 ? (
          <Secondary>{day.closedAt === null ? 'None yet.' : 'No payments in this session.'}</Secondary>
        ) : (
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Receipt</th>
                <th scope="col">For</th>
                <th scope="col" className={classes.due}>
                  Channel
                </th>
                <th scope="col" className={classes.number}>
                  {!day.isBlind && 'Amount'}
                </th>
              </tr>
            </thead>
            <tbody>
              {day.receipts.map((receipt) => (
                <tr key={receipt.id}>
                  <td>
                    <Link href={href(`/payment_records/${receipt.id}`)}>
                      {receipt.number === null ? `Payment ${receipt.id}` : receiptNumber(receipt.number)}
                    </Link>{' '}
                    {receipt.status !== 'successful' && <PaymentStatusBadge status={receipt.status} />}
                  </td>
                  <td>{receipt.names ?? 'Unidentified'}</td>
                  <td className={classes.due}>{channels[receipt.channel]}</td>
                  <td className={classes.number}>
                    {receipt.amount !== null && <Money minor={receipt.amount} currency={day.currency} />}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {day.isMore && (
          <p>
            <Secondary>Showing the latest 200. The session sheet has all of them.</Secondary>
          </p>
        )}
      </div>
    </Card>
  );
}

/** Counts the drawer at the end of a day, blind: notes and coins, slips, cheques. A recount says why. */
function CountForm({ day, notes, again }: { day: DayRecord; notes: number[]; again?: boolean }) {
  const { currency } = day;
  const [pieces, setPieces] = useState<Record<string, number>>({});
  const cash = countedCash(pieces);
  return (
    <EditForm
      action={`/cashier-days/${day.id}/${again ? 'recount' : 'close'}`}
      submit={again ? 'Save recount' : 'Close session'}
    >
      <FormSection title="Cash" description="Count each note and coin in the drawer, including the float.">
        {notes.length === 0 ? (
          <MoneyField name="cash" label="Cash counted" currency={currency} />
        ) : (
          <div className={classes.pieces}>
            {notes.map((value) => (
              <Piece
                key={value}
                value={value}
                currency={currency}
                count={pieces[value] ?? 0}
                onChange={(count) => setPieces({ ...pieces, [value]: count })}
              />
            ))}
            <strong>Total</strong>
            <span />
            <output aria-live="polite">
              <strong>
                <Money minor={cash} currency={currency} />
              </strong>
            </output>
          </div>
        )}
      </FormSection>
      <FormSection
        title="Other channels"
        description="Add up the slips and cheques of the session. Enter 0 if there are none."
      >
        {day.channels
          .filter(({ channel }) => channel !== 'cash')
          .map((total) => (
            <MoneyField
              key={total.channel}
              name={total.channel}
              label={labels[total.channel as keyof typeof labels]}
              currency={currency}
            />
          ))}
      </FormSection>
      <FormSection title="Remark">
        <TextareaField
          name="remark"
          label={again ? 'Reason for the recount' : 'Remark'}
          optional={!again}
          rows={2}
          maxLength={500}
          help={again ? 'The first count is kept.' : 'Anything the bursar should know about the count.'}
        />
      </FormSection>
    </EditForm>
  );
}

const labels = { transfer: 'Transfers', pos: 'POS slips', cheque: 'Cheques' };

interface PieceProps {
  value: number;
  count: number;
  currency: string;
  onChange: (count: number) => void;
}

function Piece({ value, count, currency, onChange }: PieceProps) {
  const label = money(value, currency).replace(/\.00$/, '');
  return (
    <>
      <label htmlFor={`pieces-${value}`}>{label}</label>
      <input
        id={`pieces-${value}`}
        name={`pieces[n${value}]`}
        className={classes.control}
        type="number"
        min={0}
        step={1}
        inputMode="numeric"
        placeholder="0"
        onChange={(event) => onChange(Math.max(0, Math.trunc(Number(event.target.value) || 0)))}
      />
      <output>{count > 0 && <Money minor={value * count} currency={currency} />}</output>
    </>
  );
}
