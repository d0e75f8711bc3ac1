import { lazy, Suspense, useEffect, useState, type ReactNode, type ComponentProps } from 'react';
import { flatParameters, queryOf } from '#kernel/list/parameters.ts';
import { listName, type PersonNames } from '#ui/format.ts';
import type { Params } from '#ui/href.ts';
import { keepTrail } from '#ui/lists/list-trail.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { useMoreRows } from '#ui/lists/use-more-rows.ts';
import { ListFrame, type ListFrameProps } from '#web/client/list-page.tsx';
import type { CustomField } from '#kernel/contracts/custom-field.ts';
import type { ListAdditions } from './custom-columns.tsx';
import { LinkButton } from '#ui/button.tsx';

// Loaded once a row is selected.
const SelectWholeList = lazy(() =>
  import('#web/client/select-whole-list.tsx').then((module) => ({
    default: module.SelectWholeList<{ ids: number[] }>,
  })),
);

/** selectionLimit of the queries. */
const mostSelected = 5000;

type Person = PersonNames & { id: number; institutionId: number };

/** The selected rows, and how an action shows its effect on them. */
export interface Selection<Row> {
  ids: number[];
  rows: Row[];
  /** Offers to select every page once all visible rows are selected. */
  selectAll: ReactNode;
  clear(): void;
  /** Shows these values in the rows until the list reloads; null restores the rows. */
  show(ids: number[], values: Partial<Row> | null): void;
}

interface PeoplePageProps<Row extends Person> extends Omit<ListFrameProps<Row>, 'name' | 'rowHref' | 'rowLabel'> {
  people: 'students' | 'employees' | 'guardians';
  choices?: CustomChoices;
  /** Further actions of the page. */
  can: {
    import?: boolean;
    photos?: boolean;
    cards?: boolean;
    message?: boolean;
    invite?: boolean;
    export: ExportProps['may'];
  };
  /** Column labels and count of the export, if they differ from the list. */
  exporting?: Partial<Pick<ExportProps, 'label' | 'total'>>;
  /** The `BulkBar` with actions on selected rows. Without it, rows can't be selected. */
  bulk?: ((selection: Selection<Row>) => ReactNode) | false;
}

/** The page of a list of people: the list with custom columns, its export, and bulk actions. */
export function PeoplePage<Row extends Person>(page: PeoplePageProps<Row>) {
  const { people, choices, can, bulk, filter, total } = page;
  const address = useAddress();
  const { rows, more, loading } = useMoreRows(page);
  const { shown, selected, select, selection } = useTicks(page.rows, rows);
  const own = useCustomColumns(people, choices);
  const messageHref = useMessageHref(people, filter);
  const exporting = usePeopleExport({
    people,
    may: can.export,
    filter: flatParameters(filter) as Params,
    total,
    ...page.exporting,
  });
  const isMore = more !== undefined;
  useEffect(() => keepTrail(people, address.url, rows, { total, isMore }), [people, address.url, rows, total, isMore]);
  const allAreSelected = rows.length > 0 && rows.every(({ id }) => selected.has(id));
  const hasMore = total !== undefined && total > selected.size && allAreSelected;
  const selectAll = hasMore && (
    <Suspense>
      <SelectWholeList
        address={`/${people}/ids`}
        filter={filter}
        total={total}
        most={mostSelected}
        noun={people}
        onSelect={({ ids }) => select(new Set(ids))}
      />
    </Suspense>
  );
  return (
    <>
      <ListFrame
        {...page}
        name={people}
        reportAs={people}
        rows={shown}
        onMore={more}
        loadingMore={loading}
        columns={[...page.columns, ...own.columns]}
        filters={page.filters && [...page.filters, ...own.filters]}
        more={[
          can.import && { label: 'Import from a file', href: address.href('/imports/new', { kind: people }) },
          can.photos && { label: 'Upload photos in bulk', href: address.href(`/${people}/photos`) },
          exporting.entry,
          can.message && { label: `Message all ${people} in this list`, href: messageHref(null) },
          can.invite && {
            label: 'Past bulk invitations',
            href: address.href('/bulk-invitations', { entity: people.slice(0, -1) }),
          },
          can.cards && { label: 'ID cards', href: address.href(`/${people}/cards`, flatParameters(filter) as Params) },
        ]}
        rowHref={(row) => address.href(`/${people}/${row.id}`)}
        rowLabel={listName}
        selection={bulk ? { selected, onChange: select } : undefined}
      />
      {exporting.dialog}
      {own.reader}
      {bulk && bulk({ ...selection, selectAll })}
    </>
  );
}

/** A different list starts without a selection. */
function useTicks<Row extends Person>(first: Row[], rows: Row[]) {
  const [tickedIn, setTickedIn] = useState(first);
  const [selected, select] = useState<ReadonlySet<number>>(new Set());
  const [changed, setChanged] = useState<ReadonlyMap<number, Partial<Row>>>(new Map());
  if (tickedIn !== first) {
    setTickedIn(first);
    select(new Set());
    setChanged(new Map());
  }
  const selection: Omit<Selection<Row>, 'selectAll'> = {
    ids: [...selected],
    rows,
    clear: () => select(new Set()),
    show: (ids, values) =>
      setChanged(values ? new Map([...changed, ...ids.map((id) => [id, values] as const)]) : new Map()),
  };
  const shown = rows.map((row) => (changed.has(row.id) ? { ...row, ...changed.get(row.id) } : row));
  return { shown, selected, select, selection };
}

// Loaded on demand.
const PeopleExport = lazy(() => import('./people-export.tsx').then((module) => ({ default: module.PeopleExport })));

interface ExportProps extends Omit<ComponentProps<typeof PeopleExport>, 'open' | 'onClose' | 'isPart'> {
  /** Whether the user can export all of the list, or that of some institutions. */
  may: 'all' | 'some' | false;
}

/** The export of a list: its menu entry and dialog. */
function usePeopleExport({ may, ...list }: ExportProps) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  return {
    entry: may && { label: 'Export to a file', onSelect: () => setState('open') },
    dialog: state !== 'never' && (
      <Suspense>
        <PeopleExport {...list} isPart={may === 'some'} open={state === 'open'} onClose={() => setState('closed')} />
      </Suspense>
    ),
  };
}

// Loaded after the rows, with the choices of the filters.
const CustomColumns = lazy(() => import('./custom-columns.tsx'));
const nothing: ListAdditions = { columns: [], filters: [] };

/** Choices common to all lists of people, loaded after the first paint. */
interface CustomChoices {
  own: CustomField[];
  /** Whether the filter by expiring documents is offered. */
  papers: boolean;
}

/** Custom columns and filters of a list of people. The page renders `reader`, which draws nothing. */
function useCustomColumns(people: 'students' | 'employees' | 'guardians', choices: CustomChoices | undefined) {
  const [own, setOwn] = useState(nothing);
  return {
    ...own,
    reader: choices && (
      <Suspense>
        <CustomColumns people={people} fields={choices.own} papers={choices.papers} onReady={setOwn} />
      </Suspense>
    ),
  };
}

/** The most people whose ids fit into an address. */
const mostPicked = 500;

interface MessagePeopleProps {
  people: 'students' | 'employees' | 'guardians';
  ids: number[];
  /** Of the list that they were ticked in, and how many it has. */
  filter: object;
  total: number | undefined;
}

/** Writes to the selected people: by their ids, or as the whole list, which is not loaded for it. */
export function MessagePeople({ people, ids, filter, total }: MessagePeopleProps) {
  const href = useMessageHref(people, filter);
  const isWhole = total !== undefined && ids.length === total;
  if (ids.length > mostPicked && !isWhole) return <span>To message more than 500, use the whole list.</span>;
  return <LinkButton href={href(isWhole && ids.length > mostPicked ? null : ids)}>Message</LinkButton>;
}

/** The address of a new message to these people, or to the whole list as it is filtered. */
export function useMessageHref(people: MessagePeopleProps['people'], filter: object) {
  const address = useAddress();
  const { institution_id: institutionId, ...rest } = flatParameters(filter);
  return (ids: number[] | null) =>
    address.href('/messages/new', {
      from: people,
      ...(ids && { ids: ids.join() }),
      // Also of ticked people: who sees the message later must be allowed to see what the list was filtered by.
      query: String(queryOf(rest)),
      ...(institutionId ? { institution_id: String(institutionId) } : {}),
    });
}
