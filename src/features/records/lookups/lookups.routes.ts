import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { id, queryParam } from '#kernel/schemas.ts';
import { defer, page } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { allWordsOf, listSizes } from './lookups.queries.ts';
import { institutionsWhere, membershipIn, type Actor, institutionInView } from '#kernel/actor.ts';
import { bearers, listKeys, listLabels } from './list-labels.ts';
import * as change from './change-lists.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { lists, type ListKey } from './lookups.schema.ts';

const config = may('lookups.edit');
const View = z.object({
  institution_id: queryParam(id),
  academic_session: z.unknown().optional(),
  list: queryParam(z.enum(listKeys)),
});

/** An institution's lists of values. */
export function lookupRoutes(app: App): void {
  app.get('/lists', { config, schema: { querystring: View } }, async (request, reply) => {
    const { institution_id: wanted, list = listKeys[0] } = request.query;
    const inView = (actor: Actor) => {
      const institutionId = institutionInView(actor, wanted, 'lookups.edit');
      return institutionId;
    };
    const { words, sizes, institution } = await request.read(async (db, actor) => {
      const institutionId = inView(actor);
      const [all, counted] = await Promise.all([allWordsOf(db, institutionId, list), listSizes(db, institutionId)]);
      const { name } = membershipIn(actor, institutionId)!;
      return { words: all, sizes: counted, institution: { id: institutionId, name } };
    });
    const counts = defer(() => request.read((db, actor) => change.countBearers(db, inView(actor), list)));
    return reply.page(listEditor, { institution, list, sizes, words, counts });
  });

  app.post('/lists/add', { config, schema: { body: change.AddListValue } }, async (request, reply) => {
    await request.write((tx, actor) => change.addListValue(tx, actor, request.body));
    return reply.flash(`${request.body.name} was added.`).seeOther(addressOf(request.actor, request.body));
  });

  app.post('/lists/rename', { config, schema: { body: change.RenameListValue } }, async (request, reply) => {
    const { list, word, name } = request.body;
    const count = await request.write((tx, actor) => change.renameListValue(tx, actor, request.body));
    const affected = count > 0 ? ` for ${bearers(list, count)}` : '';
    return reply.flash(`${word} was renamed to ${name}${affected}.`).seeOther(addressOf(request.actor, request.body));
  });

  app.post('/lists/combine', { config, schema: { body: change.MergeListValues } }, async (request, reply) => {
    const { list, word, into } = request.body;
    const count = await request.write((tx, actor) => change.mergeListValues(tx, actor, request.body));
    return reply
      .flash(`${word} was merged into ${into}. ${bearers(list, count)} changed.`)
      .seeOther(addressOf(request.actor, request.body));
  });

  for (const isRetired of [true, false])
    app.post(
      isRetired ? '/lists/retire' : '/lists/restore',
      { config, schema: { body: change.WordChoice } },
      async (request, reply) => {
        await request.write((tx, actor) => retireWord(tx, actor, request.body, isRetired));
        const { word } = request.body;
        return reply
          .flash(isRetired ? `${word} was archived. Existing records keep it.` : `${word} was restored.`)
          .seeOther(addressOf(request.actor, request.body));
      },
    );

  app.post('/lists/delete', { config, schema: { body: change.WordChoice } }, async (request, reply) => {
    await request.write((tx, actor) => change.deleteListValue(tx, actor, request.body));
    return reply.flash(`${request.body.word} was deleted.`).seeOther(addressOf(request.actor, request.body));
  });

  app.post('/lists/order', { config, schema: { body: change.OrderListValues } }, async (request, reply) => {
    await request.write((tx, actor) => change.orderListValues(tx, actor, request.body));
    return reply.send({ message: 'The order was saved.' });
  });
}

/** A list's address; it names the institution only for users of several. */
function addressOf(actor: Actor, { institutionId, list }: change.ListChoice): string {
  const several = institutionsWhere(actor, 'lookups.edit').length > 1;
  return `/lists?list=${list}${several ? `&institution_id=${institutionId}` : ''}`;
}

/** Retires or restores a value. Retired values are no longer offered, but kept on existing records. */
async function retireWord(tx: Tx, actor: Actor, input: change.WordChoice, isRetired: boolean): Promise<void> {
  const { institutionId, list, word: name } = input;
  const { word } = await change.openListValue(tx, actor, input);
  if (Boolean(word.retiredAt) === isRetired) return;
  await tx
    .update(lists[list])
    .set({ retiredAt: isRetired ? sql`now()` : null })
    .where(change.whereListValue(input, name));
  const title = listLabels[list].title.toLowerCase();
  await record(tx, actor, isRetired ? 'lookups.retire' : 'lookups.restore', {
    institutionId,
    summary: isRetired ? `archived ${name} in ${title}` : `restored ${name} in ${title}`,
    details: { list, word: name },
  });
}

export interface ListEditorProps {
  institution: { id: number; name: string };
  list: ListKey;
  /** The number of values of each list. */
  sizes: Record<ListKey, number>;
  words: { name: string; isRetired: boolean }[];
  /** The number of records with each value; loaded after the first paint. */
  counts?: Record<string, number>;
}
export const listEditor = page<ListEditorProps>('lookups/list-editor');
