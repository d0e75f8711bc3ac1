import type { FastifyRequest } from 'fastify';
import { SignedOut } from '#kernel/errors.ts';
import type { DashletItem, ShownDashlet } from '../dashlets.ts';
import { countDashlets, failed, isCounted, loadDashlets, namedDashlets, type Offer } from './load-dashlets.ts';

export const offerOf = ({ server }: FastifyRequest): Offer => ({
  ready: server.product.dashlets,
  reports: server.product.reports,
  backups: server.services.backups,
});

/**
 * The dashlets in one read, or two where graphs are counted. The statements of a read are one transaction: if one is refused, each dashlet is read by
 * itself, so that the others are still shown.
 */
export async function readDashlets(
  request: FastifyRequest,
  institutionId: number,
  items: readonly DashletItem[],
): Promise<ShownDashlet[]> {
  const offer = offerOf(request);
  const read = async (some: readonly DashletItem[]) => {
    const found = await request.read((db, actor) => loadDashlets(offer, db, actor, institutionId, some));
    return isCounted(found) ? found : request.read((db, actor) => countDashlets(db, actor, found));
  };
  try {
    return await read(items);
  } catch (error) {
    // Leads to the sign-in page.
    if (error instanceof SignedOut) throw error;
    request.log.warn({ err: error }, 'dashlets could not be read together');
    return Promise.all(
      items.map(async (item) => {
        try {
          return (await read([item]))[0]!;
        } catch (reason) {
          request.log.error({ err: reason, kind: item.kind }, 'a dashlet could not be read');
          return { ...namedDashlets(offer, [item])[0]!, loaded: failed };
        }
      }),
    );
  }
}
