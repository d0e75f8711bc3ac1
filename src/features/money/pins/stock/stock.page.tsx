import { Button, LinkButton } from '#ui/button.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { opensModal } from '#ui/overlays/modal.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useInstitutionColumn } from '#web/client/use-institution-column.tsx';
import type { PropsOf } from '#web/page.ts';
import type { stockPage, StockProps } from '../pins.pages.ts';
import type { KindRow, SellerRow } from './stock.queries.ts';
import classes from '../shared/pins.module.css';
import { Link } from '#ui/link.tsx';
import { Badge } from '#ui/badge.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { post } from '#ui/post.ts';
import { Money, Secondary } from '#ui/text.tsx';
import { pinTypes, sellerKinds } from '../pins.ts';
import { figureColumn } from '#ui/lists/data-table/columns.ts';

/** Stock of pins by type and by seller. */
export default function StockPage({ kinds, sellers, can }: PropsOf<typeof stockPage>) {
  const { href } = useAddress();
  const ofKinds = useInstitutionColumn<KindRow>();
  const ofSellers = useInstitutionColumn<SellerRow>();
  const addKind = can.edit && (
    <LinkButton tone={kinds.length ? undefined : 'primary'} href={href('/pin-kinds/new')} onClick={opensModal}>
      Add type
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title="Pins"
        action={
          <>
            <LinkButton href={href('/pin-batches')}>Batches</LinkButton>
            <LinkButton href={href('/pin-tries')}>Attempts</LinkButton>
            {can.make && kinds.length > 0 && (
              <LinkButton tone="primary" href={href('/pin-batches/new')} onClick={opensModal}>
                Create pins
              </LinkButton>
            )}
          </>
        }
      />
      <div className="column">
        <form className={classes.find} action="/pins/find" data-tour="pin-find">
          <TextField name="serial" label="Serial number" inputMode="numeric" placeholder="00012345" maxLength={30} />
          <Button type="submit">Find pin</Button>
        </form>
        {kinds.length === 0 ? (
          <EmptyState title="No types of pins yet" action={addKind}>
            Add a type of pin, such as an entrance form, with its price. Then create its pins.
          </EmptyState>
        ) : (
          <Card title="Types" flush action={addKind} tour="pin-kinds">
            <DataTable
              flush
              name="pin-kinds"
              caption="Types of pins"
              columns={kindColumns(can).toSpliced(1, 0, ...ofKinds)}
              rows={kinds}
            />
          </Card>
        )}
        <Card
          title="Sellers"
          flush
          tour="pin-sellers"
          action={
            <>
              {can.handOver && sellers.length > 0 && (
                <LinkButton small href={href('/pin-handovers/new')} onClick={opensModal}>
                  Hand over cards
                </LinkButton>
              )}
              {can.edit && (
                <LinkButton small href={href('/pin-sellers/new')} onClick={opensModal}>
                  Add seller
                </LinkButton>
              )}
            </>
          }
        >
          {sellers.length === 0 ? (
            <p className={classes.empty}>
              Add the bank or the bursary that sells your printed cards, to see which cards it has.
            </p>
          ) : (
            <DataTable
              flush
              name="pin-sellers"
              caption="Sellers of printed pins"
              columns={sellerColumns(can.edit).toSpliced(1, 0, ...ofSellers)}
              rows={sellers}
            />
          )}
        </Card>
      </div>
    </>
  );
}

type Can = StockProps['can'];
/** A column of figures; on a phone it has no heading, so the words stand beside it. */
const figure = (key: keyof KindRow & string, title: string, onPhone?: string): Column<KindRow> => ({
  key,
  title,
  numeric: true,
  align: 'end',
  ...(onPhone && { card: 'line' as const }),
  render: (row) => (
    <>
      {Number(row[key]).toLocaleString('en')}
      {onPhone && <span className={classes.phone}> {onPhone}</span>}
    </>
  ),
});

/** Types with their stock. */
const kindColumns = (can: Can): Column<KindRow>[] => [
  {
    key: 'name',
    title: 'Type',
    primary: true,
    wraps: true,
    render: (row) => (
      <>
        {row.name} {row.isArchived && <Badge>Archived</Badge>}{' '}
        <Secondary>{[pinTypes[row.type], row.program ?? 'all programmes'].join(', ')}</Secondary>
      </>
    ),
  },
  figureColumn('price', 'Price', (row) => <Money minor={row.price} currency={row.currency} />, { card: 'line' }),
  {
    key: 'sale',
    title: 'Online sale',
    render: (row) =>
      row.isOnSale ? (
        <Badge tone={row.online > 0 ? 'good' : 'bad'}>{row.online > 0 ? 'On' : 'Sold out'}</Badge>
      ) : (
        <Badge>Off</Badge>
      ),
  },
  figure('online', 'In stock', 'in stock'),
  figure('cards', 'Cards here', 'cards'),
  figure('withSellers', 'With sellers'),
  figure('reserved', 'Reserved'),
  figure('sold', 'Sold'),
  figure('used', 'Used'),
  figure('expired', 'Expired'),
  {
    key: 'actions',
    title: 'Actions',
    card: 'aside',
    hideable: false,
    width: 56,
    render: (row) => <KindMenu row={row} can={can} />,
  },
];

function KindMenu({ row, can }: { row: KindRow; can: Can }) {
  const { href } = useAddress();
  const at = `/pin-kinds/${row.id}`;
  const items = [
    { label: 'Batches', href: href('/pin-batches', { kind_id: String(row.id) }) },
    can.make &&
      !row.isArchived && { label: 'Create pins', href: href('/pin-batches/new', { kind_id: String(row.id) }) },
    can.edit && { label: 'Edit', href: href(`${at}/edit`) },
    can.edit &&
      (row.isArchived
        ? { label: 'Restore', onSelect: () => post(`${at}/restore`) }
        : { label: 'Archive', onSelect: () => post(`${at}/archive`) }),
  ];
  return <Menu label={`Actions for ${row.name}`} items={items} />;
}

/** Sellers with what they hold and owe. */
const sellerColumns = (canEdit: boolean): Column<SellerRow>[] => [
  {
    key: 'name',
    title: 'Seller',
    primary: true,
    wraps: true,
    render: (row) => (
      <>
        {row.name} <Secondary>{[sellerKinds[row.kind], row.contact].filter(Boolean).join(', ')}</Secondary>
      </>
    ),
  },
  figureColumn(
    'has',
    'Has',
    (row) => (
      <>
        {row.has}
        <span className={classes.phone}> cards</span>
      </>
    ),
    { card: 'line' },
  ),
  figureColumn('paid', 'Paid for', (row) => row.paid),
  figureColumn('unpaidUsed', 'Used, not paid', (row) => row.unpaidUsed),
  figureColumn(
    'owes',
    'Owes',
    (row) => (
      <>
        <span className={classes.phone}>owes </span>
        <Money minor={row.owes} currency={row.currency} />
      </>
    ),
    { card: 'line' },
  ),
  ...(canEdit
    ? [
        {
          key: 'actions',
          title: 'Actions',
          card: 'aside' as const,
          hideable: false,
          width: 72,
          render: (row: SellerRow) => <EditSeller row={row} />,
        },
      ]
    : []),
];

function EditSeller({ row }: { row: SellerRow }) {
  const { href } = useAddress();
  return (
    <Link href={href(`/pin-sellers/${row.id}/edit`)} onClick={opensModal}>
      Edit<span className="visually-hidden"> {row.name}</span>
    </Link>
  );
}
