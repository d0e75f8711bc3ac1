import { z } from 'zod';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { may, type App } from '#web/routes.ts';
import { readBoard } from '#features/insight/dashlets/boards/change-board.ts';
import { offerOf, readDashlets } from '#features/insight/dashlets/show/load-dashlets.ts';
import { familyOf, type FamilyMember } from './family.queries.ts';
import type { PendingTask, DashletServices, PendingTaskKind } from '#kernel/contracts/dashlet.ts';
import { page } from '#web/page.ts';
import type { ShownBoard } from '#features/insight/dashlets/dashlets.ts';
import type { Db } from '#kernel/database.ts';
import { memoizeForActor } from '#kernel/database/memoize-for-actor.ts';

const View = z.object(viewFields);

/** The start page of everybody, in two trips to the database: what there is to show, and the dashlets. */
export function homeRoutes(app: App): void {
  const { dashlets: ready, pendingTasks: kinds } = app.product;
  app.get(
    '/home',
    { config: { ...may('signedIn'), isHome: true, isHeavy: true }, schema: { querystring: View } },
    async (request, reply) => {
      const { institution_id: wanted } = request.query;
      const { board, ...rest } = await request.read(async (db, actor) => {
        const arranges = institutionsInView(actor, wanted, 'dashlets.create', 'dashlets.arrange').length > 0;
        const [family, waiting, found] = await Promise.all([
          familyOf(db, actor, wanted),
          pendingTasksFor(db, actor, kinds, wanted, offerOf(request)),
          arranges ? readBoard(db, actor, ready, { institution_id: wanted }) : null,
        ]);
        return { family, waiting, board: found };
      });
      if (!board) return reply.page(homePage, { ...rest, board: null });
      const { items, ...arrangement } = board;
      const dashlets = await readDashlets(request, board.institutionId, items);
      return reply.page(homePage, { ...rest, board: { ...arrangement, dashlets } });
    },
  );
}

export interface HomeProps {
  /** The viewer as a student, and the viewer's children. */
  family: FamilyMember[];
  waiting: PendingTask[];
  /** Null without permission to arrange dashlets. */
  board: ShownBoard | null;
}
export const homePage = page<HomeProps>('home/home');

/** In milliseconds: the home is opened again and again. What the person does themselves is seen at once. */
const keptFor = 15_000;

/** What needs this person's act, from all features, the urgent first. */
async function pendingTasksFor(
  db: Db,
  actor: Actor,
  kinds: readonly PendingTaskKind[],
  wanted: number | undefined,
  services: DashletServices,
): Promise<PendingTask[]> {
  const inView = actor.institutions.filter(({ id }) => wanted === undefined || id === wanted);
  const concerns = kinds.filter(
    ({ may }) => may === 'signedIn' || inView.some(({ permissions }) => may.some((one) => permissions.has(one))),
  );
  const load = async (some: readonly PendingTaskKind[]) =>
    Promise.all(some.map(async (work) => ({ work, items: await work.load(db, actor, wanted, services) })));
  const [live, others] = await Promise.all([
    load(concerns.filter(({ isLive }) => isLive)),
    memoizeForActor(
      actor,
      `home.pendingTasks ${wanted}`,
      () => load(concerns.filter(({ isLive }) => !isLive)),
      keptFor,
    ),
  ]);
  const found = [...live, ...others].toSorted((one, other) => one.work.place - other.work.place);
  const open = found.flatMap(({ items }) => items).filter(({ count }) => count > 0);
  return [...open.filter(({ isUrgent }) => isUrgent), ...open.filter(({ isUrgent }) => !isUrgent)];
}
