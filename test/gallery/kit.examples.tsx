/** The examples of src/ui/README.md, kept here so that they compile; a test compares the two. */
import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { BulkBar } from '#ui/lists/bulk-bar.tsx';
import { type Column, DataTable } from '#ui/lists/data-table.tsx';
import { FilterBar } from '#ui/lists/filter-bar.tsx';
import { useMoreRows } from '#ui/lists/use-more-rows.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { askThenPost } from '#ui/post.ts';
import { EmptyState } from '#ui/states.tsx';
import { Money } from '#ui/text.tsx';

// #region list
interface Fee {
  id: number;
  name: string;
  amount: number;
  isBilled: boolean;
}

const columns: Column<Fee>[] = [
  { key: 'name', title: 'Fee', primary: true, sortable: true, render: (fee) => fee.name },
  { key: 'amount', title: 'Amount', numeric: true, card: 'line', render: (fee) => <Money minor={fee.amount} /> },
  { key: 'state', title: 'Status', card: 'aside', render: (fee) => fee.isBilled && <Badge tone="good">Billed</Badge> },
];

export function FeeList({ sort, q, ...page }: { rows: Fee[]; next: string | null; sort: string; q?: string }) {
  const address = useAddress();
  const list = useMoreRows(page); // appends the pages fetched from `next`
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const add = (
    <LinkButton tone="primary" href={address.href('/fees/new')}>
      Add fee
    </LinkButton>
  );
  return (
    <>
      <PageHeader title="Fees" action={add} more={[{ label: 'Export', href: address.href('/fees/export') }]} />
      <DataTable
        name="fees"
        caption="Fees"
        columns={columns}
        rows={list.rows}
        rowHref={(fee) => address.href(`/fees/${fee.id}`)}
        rowLabel={(fee) => fee.name}
        selection={{ selected, onChange: setSelected }}
        sort={sort}
        sortHref={(key) => address.here({ sort: key })}
        onMore={list.more}
        loadingMore={list.loading}
        toolbar={<FilterBar search={{ value: q, label: 'Search fees' }} />}
        filtered={Boolean(q)}
        empty={<EmptyState title="No fees yet">Add the fees that students pay.</EmptyState>}
      />
      <BulkBar count={selected.size} onClear={() => setSelected(new Set())}>
        <Button>Bill students</Button>
      </BulkBar>
    </>
  );
}
// #endregion

// #region form
export function FeeForm({ fee, opened }: { fee: Fee; opened: Record<string, unknown> }) {
  return (
    <EditForm action={`/fees/${fee.id}`} submit="Save fee" cancelHref="/fees" opened={opened}>
      <FormSection title="Fee" description="What families read on the bill.">
        <TextField name="name" label="Name" defaultValue={fee.name} autoFocus />
        <FieldRow>
          <MoneyField name="amount" label="Amount" defaultValue={fee.amount} />
          <DatePickerField name="due_on" label="Due" optional />
        </FieldRow>
        <SelectField name="category" label="Category" options={[{ value: 'tuition', label: 'Tuition' }]} />
        <SearchSelectField name="student_id" label="Only for" search="/fees/student-options" optional />
      </FormSection>
    </EditForm>
  );
}
// #endregion

// #region act
export const FeeMenu = ({ fee }: { fee: Fee }) => (
  <Menu
    label={`Actions for ${fee.name}`}
    items={[
      { label: 'Edit', href: `/fees/${fee.id}/edit`, modal: true },
      {
        label: 'Delete fee',
        tone: 'bad',
        onSelect: () =>
          void askThenPost(`/fees/${fee.id}/delete`, {
            title: `Delete ${fee.name}?`,
            body: 'Bills that were issued stay as they are.',
            action: 'Delete fee',
            tone: 'bad',
          }),
      },
    ]}
  />
);
// #endregion
