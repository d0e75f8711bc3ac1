import { useState } from 'react';
import type { Notation } from '#kernel/notation.ts';
import type { DateOrder } from '#features/people/imports/engine/date-order.ts';
import { readExample } from '#features/people/imports/engine/read-example.ts';
import { areUnnamed } from '#features/people/imports/engine/headers.ts';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { FirstRowField } from '#ui/forms/first-row-field.tsx';
import { NotationField } from '#ui/forms/notation-field.tsx';
import { SelectField, ChoiceField } from '#ui/forms/select-field.tsx';
import { countOf, money } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { askThenPost } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import { statementNotation } from './statement-columns.ts';
import type { statementColumnsPage } from '../bank.pages.ts';
import classes from '../bank.module.css';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import type { SourceRow } from '#features/people/imports/engine/workbook.ts';
import {
  readRow,
  type RowRead,
  type StatementReading,
  statementFieldNames,
  statementFields,
  type StatementField,
} from './read-row.ts';
import { figureColumn } from '#ui/lists/data-table/columns.ts';

/** What each column of a statement holds. */
export default function StatementColumnsPage({
  statement,
  columns,
  earlier,
  ...rest
}: PropsOf<typeof statementColumnsPage>) {
  const { href } = useAddress();
  const [chosen, setChosen] = useState<string[]>(columns.map(({ field }) => field ?? ''));
  const isUnnamed = areUnnamed(columns.map(({ header }) => header));
  const dates = columns[chosen.indexOf('date')]?.dates;
  const amounts = statementNotation(columns, chosen);
  const [ownNotation, setNotation] = useState<Notation | null>(null);
  const notation = ownNotation ?? amounts?.notation ?? 'point';
  const [order, setOrder] = useState<DateOrder | null>(null);
  return (
    <>
      <PageHeader
        title={statement.fileName}
        breadcrumbs={[{ label: 'Bank statements', href: href('/bank-statements') }]}
        description={
          <>
            {countOf(statement.rowCount, 'row')} for {statement.account}. Lines from an earlier file are skipped.
            {earlier && (
              <>
                {' '}
                The same file was read on <DateText value={earlier.readAt} />.
              </>
            )}
          </>
        }
        more={[
          {
            label: 'Discard file',
            tone: 'bad',
            onSelect: () =>
              void askThenPost(`/bank-statements/${statement.id}/discard`, {
                title: `Discard ${statement.fileName}?`,
                body: 'Nothing has been added from it. You can upload it again.',
                action: 'Discard file',
                tone: 'bad',
              }),
          },
        ]}
      />
      <EditForm
        action={`/bank-statements/${statement.id}/columns`}
        submit="Add lines and match"
        cancelHref={href('/bank-statements')}
        guard={false}
      >
        {isUnnamed && (
          <FirstRowField name="first_row" one="a transaction" yes="transaction" cells={rest.first[0]?.cells ?? []} />
        )}
        <Card title="Columns" flush>
          <ul className={classes.columns}>
            {columns.map(({ header, samples }, at) => (
              <li key={`${at} ${header}`}>
                <div>
                  <strong>{header}</strong>
                  <span>{samples.join(' · ') || 'All cells are blank'}</span>
                </div>
                <SelectField
                  name={`mapping.${at}`}
                  label={`Meaning of “${header}”`}
                  optional
                  placeholder="Not used"
                  value={chosen[at]!}
                  onChange={(event) =>
                    setChosen(chosen.map((field, index) => (index === at ? event.target.value : field)))
                  }
                  options={statementFieldNames.map((field) => ({
                    value: field,
                    label: statementFields[field].label,
                    disabled: field !== chosen[at] && chosen.includes(field),
                  }))}
                />
              </li>
            ))}
          </ul>
        </Card>
        {dates?.isNumeric && (
          <ChoiceField
            name="order"
            label="Date format"
            value={order ?? dates.order}
            onChange={(event) => setOrder(event.target.value as DateOrder)}
            options={[
              { value: 'dmy', label: 'day/month/year' },
              { value: 'mdy', label: 'month/day/year' },
            ]}
            {...(dates.isGuess && { help: 'The values don’t show which comes first. Is 03/04 3 April or 4 March?' })}
          />
        )}
        {amounts && (
          <NotationField
            name="notation"
            value={notation}
            onChange={setNotation}
            example={{ ...amounts.example, read: readExample(amounts.example.value, notation, rest.currency) }}
            isGuess={amounts.isGuess}
            contradicting={amounts.contradicting}
          />
        )}
        <StatementPreview
          {...rest}
          reading={{
            mapping: chosen.map((field) => (field || null) as StatementField | null),
            order: order ?? dates?.order ?? 'dmy',
            notation,
            today: rest.today,
          }}
        />
      </EditForm>
    </>
  );
}

interface StatementPreviewProps {
  /** The first rows of the file. */
  first: SourceRow[];
  currency: string;
  reading: StatementReading;
}

type Row = { number: number; read: RowRead };

/** The first rows of a statement as they will be stored with the columns chosen. */
function StatementPreview({ first, currency, reading }: StatementPreviewProps) {
  if (first.length === 0) return null;
  const rows = first.map(({ number, cells }): Row => ({ number, read: readRow(cells, reading) }));
  return (
    <Card title="As it will be saved" flush>
      <DataTable
        name="statement-preview"
        caption="The first rows as they will be saved"
        columns={columnsFor(currency)}
        rows={rows}
        rowId={({ number }) => number}
        flush
      />
    </Card>
  );
}

const columnsFor = (currency: string): Column<Row>[] => [
  { key: 'row', title: 'Row', numeric: true, width: 64, render: ({ number }) => number },
  {
    key: 'day',
    title: 'Date',
    card: 'line',
    render: ({ read }) => (read && 'line' in read ? <DateText value={read.line.day} /> : ''),
  },
  {
    key: 'about',
    title: 'Narration',
    primary: true,
    wraps: true,
    render: ({ read }) => {
      if (read === null) return <Secondary>Not a transaction</Secondary>;
      if ('extra' in read) return <Secondary>{read.extra}: skipped</Secondary>;
      return 'problem' in read ? read.problem : (read.line.narration ?? read.line.reference ?? '');
    },
  },
  figureColumn('amount', 'Amount', ({ read }) => (read && 'line' in read ? money(read.line.amount, currency) : ''), {
    card: 'aside',
  }),
];
