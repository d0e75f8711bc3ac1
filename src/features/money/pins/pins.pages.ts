import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { batchList } from './batches/batches.list.ts';
import type { BatchRecord } from './batches/make-batch.ts';
import type { kindForm } from './kinds/kinds.ts';
import type { PinType, SellerKind } from './pins.ts';
import type { KindRow, SellerRow } from './stock/stock.queries.ts';
import type { PinRecord } from './stock/pin-record.queries.ts';
import type { tryList } from './stock/tries.list.ts';

interface Place {
  id: number;
  name: string;
  currency: string;
}

export interface StockProps {
  kinds: KindRow[];
  sellers: SellerRow[];
  can: { edit: boolean; make: boolean; handOver: boolean };
}
export const stockPage = page<StockProps>('pins/stock');

interface KindFormProps {
  kind: ({ id: number; type: PinType } & ReturnType<typeof kindForm>) | null;
  opened?: Record<string, unknown>;
  institutionId: number;
  institutions: Place[];
  currency: string;
  programs: { id: number; institutionId: number; name: string }[];
}
export const kindFormPage = page<KindFormProps>('pins/kind-form');

interface SellerFormProps {
  seller: { id: number; name: string; kind: SellerKind; contact: string | null } | null;
  opened?: Record<string, unknown>;
  institutionId: number;
  institutions: Place[];
}
export const sellerFormPage = page<SellerFormProps>('pins/seller-form');

interface HandOverProps {
  sellers: { id: number; name: string }[];
  /** The serial numbers that the form is filled in with. */
  first: string;
  last: string;
}
export const handOverPage = page<HandOverProps>('pins/hand-over');

export const batchListPage = page<PropsOfList<typeof batchList> & { can: { make: boolean } }>('pins/batch-list');
interface NewBatchProps {
  kinds: { id: number; name: string; type: PinType; validDays: number }[];
  today: string;
  chosen: number | null;
}
export const newBatchPage = page<NewBatchProps>('pins/batch-new');
export const batchPage = page<{ batch: BatchRecord }>('pins/batch');

export const pinPage = page<{ pin: PinRecord }>('pins/pin');
export const tryListPage = page<PropsOfList<typeof tryList>>('pins/try-list');
