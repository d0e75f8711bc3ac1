import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '#test/harness/client.ts';
import { propsOf, type Clerk } from '#test/faults/clerk.ts';
import { type Desk } from './desk.ts';

/** Sheets of the current term, except the one in which marks are typed. */
export const openPublications = (ownerUrl: string, institutionId: number, marked: string): Promise<number[]> =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `select s.id::int as id from mark_sheets s join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id)
       where s.institution_id = $1 and t.is_current and s.state in ('open', 'locked') and $2 not like '/mark-sheets/' || s.id || '/%'
       order by s.id`,
      [institutionId, marked],
    );
    return rows.map(({ id }) => id);
  });

/** A registrar locks a sheet, the principal approves and publishes it; now and then a step is taken back. One a round. */
export async function publishSheet(sheetIds: number[], principal: Clerk, desk: Desk): Promise<void> {
  const { clerk, notes, chance, isOver } = desk;
  const [sheetId] = sheetIds;
  if (sheetId === undefined) return;
  const form = { ids: [sheetId], reason: 'Not every teacher has finished' };
  while (!isOver()) {
    const page = propsOf<{ sheet: { state: string } }>(await principal.get(`/mark-sheets/${sheetId}`));
    const back = chance() < 0.2;
    const state = page?.sheet.state;
    if (state === 'published') {
      sheetIds.shift();
      return;
    }
    const answer =
      state === 'open'
        ? await clerk.post('/mark-sheets/lock', form)
        : state === 'locked'
          ? await (back ? clerk.post('/mark-sheets/reopen', form) : principal.post('/mark-sheets/approve', form))
          : state === 'approved'
            ? await (back
                ? principal.post('/mark-sheets/withdraw', form)
                : principal.sure('/mark-sheets/publish', form))
            : null;
    // What is refused now may be published in another round.
    if (state === 'approved' && !back && answer?.status === 303) notes.note('publication', String(sheetId), answer);
    if (answer?.status !== 303) await wait(200);
    // Its students have all moved on to other batches.
    if (answer?.status === 422) {
      sheetIds.push(sheetIds.shift()!);
      return;
    }
  }
}
