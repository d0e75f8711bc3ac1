import { dateText, money } from '#ui/format.ts';
import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { type Column, DataTable } from '#ui/lists/data-table.tsx';
import { exportItems } from '#ui/lists/export-items.ts';
import { FilterBar } from '#ui/lists/filter-bar.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { optionsOf } from '#ui/plain/options.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useReportEntry } from '#web/client/use-report-entry.ts';
import type { PropsOf } from '#web/page.ts';
import { givenKinds, type GivenRow } from './given.ts';
import type { givenPage } from './given.routes.ts';
import { Bars } from '../shared/bars.tsx';
import classes from '../shared/amount-columns.module.css';

/** Who took what off debts, and who agreed. */
export default function GivenPage(props: PropsOf<typeof givenPage>) {
  const { rows, isMore, sums, people, classes: levels, currency, filter, can, ...institution } = props;
  const { href, here } = useAddress();
  const columns: Column<GivenRow>[] = [
    { key: 'student', title: 'Student', primary: true, render: (row) => row.student ?? 'Without student' },
    { key: 'day', title: 'Date', numeric: true, render: (row) => dateText(row.day) },
    { key: 'kind', title: 'Type', render: (row) => givenKinds[row.kind] },
    { key: 'class', title: 'Class', wraps: false, render: (row) => row.className },
    { key: 'reason', title: 'Reason', render: (row) => row.reason },
    { key: 'givenBy', title: 'Given by', render: (row) => row.givenBy ?? 'System' },
    { key: 'agreedBy', title: 'Approved by', render: (row) => row.agreedBy ?? 'Nobody' },
    {
      key: 'amount',
      title: 'Amount',
      numeric: true,
      align: 'end',
      card: 'aside',
      render: (row) => money(row.amount, currency),
    },
  ];
  const asReport = useReportEntry({ reportAs: 'given', name: 'given', filter: props.filter, columns });
  const files = { ...filter, institution_id: institution.institutionId };
  return (
    <>
      <PageHeader
        title="Given"
        description="Reductions of debts without a payment, with the requester and the approver."
        more={[
          ...(can.export ? exportItems((format) => href(`/given/export.${format}`, files)) : []),
          ...(asReport ? [asReport] : []),
        ]}
      />
      <InstitutionSwitch {...institution} />
      <div className={classes.stack}>
        <Stats>
          {sums.map(({ kind, name, amount }) => (
            <Stat key={kind} label={name} value={money(amount, currency)} href={here({ kind })} />
          ))}
          <Stat
            label="Total"
            value={money(
              sums.reduce((sum, { amount }) => sum + amount, 0),
              currency,
            )}
            href={here({ kind: null })}
          />
        </Stats>
        <DataTable
          name="given"
          caption="What was given"
          columns={columns}
          rows={rows.map((row) => ({ ...row, id: `${row.entryId} ${row.kind}` }))}
          toolbar={
            <FilterBar
              filters={[
                {
                  key: 'from',
                  label: 'Dates',
                  type: 'dates',
                  value: filter.from,
                  end: { key: 'to', value: filter.to },
                  pinned: true,
                },
                {
                  key: 'kind',
                  label: 'Type',
                  pinned: true,
                  value: filter.kind ?? '',
                  options: optionsOf(givenKinds),
                },
                {
                  key: 'class',
                  label: 'Class',
                  pinned: true,
                  value: filter.class === null ? '' : String(filter.class),
                  options: levels.map(({ id, name }) => ({ value: String(id), label: name })),
                },
              ]}
            />
          }
          empty={<EmptyState title="No discounts or waivers">No discounts or waivers in this period.</EmptyState>}
        />
        <ListEnd shown={rows.length} isMore={isMore} next="Choose a shorter period, or export all of them." />
        {people.length > 0 && (
          <Card title="By person">
            <Bars
              caption="Amounts by person"
              head="Person"
              currency={currency}
              rows={people.map(({ name, count, amount }) => ({
                key: name ?? '',
                label: `${name ?? 'System'} (${count})`,
                amount: Number(amount),
              }))}
            />
          </Card>
        )}
      </div>
    </>
  );
}
