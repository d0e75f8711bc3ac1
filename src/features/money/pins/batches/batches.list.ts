import { hasKey } from '#kernel/database.ts';
import { eq } from 'drizzle-orm';
import { accounts } from '#kernel/identity.schema.ts';
import { declareList, inInstitutions } from '#kernel/list/declare-list.ts';
import { filterBy } from '#kernel/list/filters.ts';
import { choice, id } from '#kernel/schemas.ts';
import { pinBatches, pinKinds } from '../pins.schema.ts';
import { batchPurposes } from '../pins.ts';

/** Batches of pins, latest first. */
export const batchList = declareList({
  id: pinBatches.id,
  visible: inInstitutions(pinBatches.institutionId, 'pins.view'),
  filters: {
    kind_id: filterBy(id, (kind) => eq(pinBatches.kindId, kind)),
    purpose: filterBy(choice(batchPurposes), (purpose) => eq(pinBatches.purpose, purpose)),
  },
  select: (db) =>
    db
      .select({
        id: pinBatches.id,
        institutionId: pinBatches.institutionId,
        number: pinBatches.number,
        kind: pinKinds.name,
        purpose: pinBatches.purpose,
        quantity: pinBatches.quantity,
        firstSerial: pinBatches.firstSerial,
        expiresOn: pinBatches.expiresOn,
        state: pinBatches.state,
        printedAt: pinBatches.printedAt,
        createdAt: pinBatches.createdAt,
        maker: accounts.name,
      })
      .from(pinBatches)
      .innerJoin(pinKinds, hasKey(pinKinds, pinBatches.institutionId, pinBatches.kindId))
      .innerJoin(accounts, eq(accounts.id, pinBatches.accountId)),
});
export type BatchRow = Awaited<ReturnType<typeof batchList.readPage>>['rows'][number];
