import { useState } from 'react';
import { LinkButton } from '#ui/button.tsx';
import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { count, countOf, money } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import { withheld } from '../holds.ts';
import type { clearancePage } from '../holds.pages.ts';
import classes from '../shared/holds.module.css';
import { Badge } from '#ui/badge.tsx';
import { type Column, DataTable } from '#ui/lists/data-table.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import type { ClearanceBatch, ClearanceStudent } from './print-clearance.ts';

/** Who is cleared, by batch: on the screen, and printed for the hall or the bursary. */
export default function ClearancePage(props: PropsOf<typeof clearancePage>) {
  const { institutionId, institutions, currency, what, batch, batches, lists, hasRule, seesAmounts } = props;
  const address = useAddress();
  const words = useTerms(institutionId);
  const [title, setTitle] = useState('');
  const byClass = [...Map.groupBy(batches, ({ className }) => className)];
  const print = (reader: 'hall' | 'bursary') =>
    address.href('/holds/clearance.pdf', { institution_id: institutionId, what, batch, for: reader, title });
  return (
    <>
      <PageHeader
        title="Clearance lists"
        breadcrumbs={seesAmounts ? [{ label: 'Holds', href: address.href('/holds') }] : []}
      />
      <div className={classes.stack}>
        {institutions.length > 1 && <InstitutionChoice institutionId={institutionId} institutions={institutions} />}
        <Card title="Choose" tour="clearance-choice">
          <div className={classes.choose}>
            <MultiSelectField
              key={institutionId}
              name="batch[]"
              label={words.batches}
              groups={byClass.map(([label, rows]) => ({
                label,
                options: rows.map(({ id, name, students }) => ({
                  value: String(id),
                  label: name,
                  hint: count(students),
                })),
              }))}
              defaultValue={batch.map(String)}
              onChange={(values) => address.go({ batch: values }, { replace: true })}
            />
            <SelectField
              name="what"
              label="Cleared for"
              placeholder={null}
              value={what}
              onChange={(event) => address.go({ what: event.target.value }, { replace: true })}
              options={Object.entries(withheld).map(([value, label]) => ({ value, label }))}
            />
          </div>
        </Card>
        {lists.length === 0 ? (
          <EmptyState title={`Choose ${words.batches.toLowerCase()}`}>
            {hasRule
              ? 'The list shows which students are cleared and which are held right now.'
              : 'No hold rule is on for this, so everyone is cleared.'}
          </EmptyState>
        ) : (
          <>
            <Card title="Print" tour="clearance-print">
              <div className={classes.print}>
                <TextField
                  name="title"
                  label="Title"
                  optional
                  maxLength={100}
                  placeholder="First term examination, 2026/2027"
                  value={title}
                  onChange={(event) => setTitle(event.target.value)}
                />
                <LinkButton tone="primary" href={print('hall')} external>
                  Print for the exam hall
                </LinkButton>
                {seesAmounts && (
                  <LinkButton href={print('bursary')} external>
                    Print for the bursary
                  </LinkButton>
                )}
              </div>
            </Card>
            {lists.map((list) => (
              <ClearanceTable key={list.id} list={list} currency={seesAmounts ? currency : null} />
            ))}
          </>
        )}
      </div>
    </>
  );
}

interface ClearanceTableProps {
  list: ClearanceBatch;
  /** Null for users who see no amounts. */
  currency: string | null;
}

/** One batch: who is cleared, and what the others owe. */
function ClearanceTable({ list, currency }: ClearanceTableProps) {
  const { href } = useAddress();
  const { name, students } = list;
  const cleared = students.filter(({ isCleared }) => isCleared).length;
  return (
    <Card
      flush
      title={name}
      action={<Secondary>{`${count(cleared)} cleared, ${count(students.length - cleared)} held`}</Secondary>}
    >
      <DataTable
        name="clearance"
        caption={name}
        columns={currency === null ? clearance : [...clearance, ...debtIn(currency)]}
        rows={students}
        rowHref={(row) => href(`/students/${row.id}${currency === null ? '' : '/fees'}`)}
        flush
      />
    </Card>
  );
}

const clearance: Column<ClearanceStudent>[] = [
  {
    key: 'name',
    title: 'Student',
    primary: true,
    render: (row) => (
      <>
        {row.name} <Secondary>{row.admissionNumber}</Secondary>
      </>
    ),
  },
  {
    key: 'state',
    title: 'Clearance',
    card: 'aside',
    hideable: false,
    render: (row) =>
      row.isCleared ? (
        <>
          <Badge tone="good">Cleared</Badge>{' '}
          {row.liftedUntil && (
            <Secondary>
              Lifted until <DateText value={row.liftedUntil} />
            </Secondary>
          )}
        </>
      ) : (
        <Badge tone="bad">Held</Badge>
      ),
  },
];

const debtIn = (currency: string): Column<ClearanceStudent>[] => [
  {
    key: 'owed',
    title: 'Owed',
    numeric: true,
    align: 'end',
    render: ({ debt }) => debt && debt.owed > 0 && money(debt.owed, currency),
  },
  {
    key: 'late',
    title: 'Overdue',
    numeric: true,
    align: 'end',
    render: ({ debt }) => debt && debt.daysOverdue !== null && countOf(debt.daysOverdue, 'day'),
  },
  {
    key: 'toPay',
    title: 'To pay',
    numeric: true,
    align: 'end',
    card: 'line',
    render: ({ isCleared, debt }) => debt && !isCleared && money(debt.toPay, currency),
  },
];
