import { institutionsInView, type Actor } from '#kernel/actor.ts';
import type { Db, Tx } from '#kernel/database.ts';
import type { RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { Entity } from '../people.schema.ts';
import { logFilter } from './log-filter.ts';

interface Asked {
  entity: Entity;
  seeing: readonly Permission[];
  filter: { institution_id?: number | undefined };
  /** The filters by restricted groups, as text for the log. */
  restricted: { group: RestrictedGroup; note: string }[];
  /** Throws unless the actor can use the filter. */
  allow: (actor: Actor) => void;
}

export interface Transactions {
  read<T>(work: (db: Db, actor: Actor) => Promise<T>): Promise<T>;
  write<T>(work: (tx: Tx, actor: Actor) => Promise<T>): Promise<T>;
}

/**
 * The reads of a list, each checked with the actor that it has verified. A filter by a restricted group reveals its
 * values, so it is logged before anything is shown: one entry for each request and institution. A count of the page just
 * shown adds none. Other lists have no extra cost.
 */
export function restrictedReads(request: Transactions, { entity, seeing, filter, restricted, allow }: Asked) {
  const read = <T>(work: (db: Db, actor: Actor) => Promise<T>): Promise<T> =>
    request.read((db, actor) => {
      // Checked before parallel queries start, so that a refusal leaves no unhandled rejection.
      institutionsInView(actor, filter.institution_id, ...seeing);
      allow(actor);
      return work(db, actor);
    });
  const noting =
    (isNewLook: boolean) =>
    async <T>(work: (db: Db, actor: Actor) => Promise<T>): Promise<T> => {
      const result = await read(work);
      await request.write(async (tx, actor) => {
        allow(actor);
        for (const institutionId of institutionsInView(actor, filter.institution_id, ...seeing))
          for (const { group, note } of restricted)
            await logFilter(tx, actor, { institutionId, entity, group, words: note, isNewLook });
      });
      return result;
    };
  return restricted.length ? { read, list: noting(true), count: noting(false) } : { read, list: read, count: read };
}
