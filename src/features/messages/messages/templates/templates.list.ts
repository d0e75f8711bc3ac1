import { sql } from 'drizzle-orm';
import { declareList, inInstitutions } from '#kernel/list/declare-list.ts';
import { searchIn } from '#kernel/list/filters.ts';
import { messageTemplates } from '../messages.schema.ts';

/** Texts that are used again, latest first. */
export const templateList = declareList({
  id: messageTemplates.id,
  visible: inInstitutions(messageTemplates.institutionId, 'messages.send'),
  filters: { q: searchIn(messageTemplates.name, messageTemplates.body) },
  select: (db) =>
    db
      .select({
        id: messageTemplates.id,
        institutionId: messageTemplates.institutionId,
        name: messageTemplates.name,
        body: sql<string>`left(${messageTemplates.body}, 160)`,
      })
      .from(messageTemplates),
});
export type TemplateRow = Awaited<ReturnType<typeof templateList.readPage>>['rows'][number];
