import { Button, LinkButton } from '#ui/button.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable } from '#ui/lists/data-table.tsx';
import { opensModal } from '#ui/overlays/modal.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useInstitutionColumn } from '#web/client/use-institution-column.tsx';
import type { PropsOf } from '#web/page.ts';
import type { stockPage } from '../pins.pages.ts';
import { kindColumns, sellerColumns } from './stock-columns.tsx';
import type { KindRow, SellerRow } from './stock.queries.ts';
import classes from '../shared/pins.module.css';

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
                Make pins
              </LinkButton>
            )}
          </>
        }
      />
      <div className={classes.stock}>
        <form className={classes.find} action="/pins/find" data-tour="pin-find">
          <TextField name="serial" label="Serial number" inputMode="numeric" placeholder="00012345" maxLength={30} />
          <Button type="submit">Find pin</Button>
        </form>
        {kinds.length === 0 ? (
          <EmptyState title="No types of pins yet" action={addKind}>
            Add what you sell, such as an entrance form, with its price. Then make its pins.
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
