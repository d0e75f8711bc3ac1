import { z } from 'zod';
import { can, institutionsInView } from '#kernel/actor.ts';
import { formatDay, today } from '#kernel/dates.ts';
import { NotFound } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { isWaiting } from '#features/records/approvals/waiting-changes.queries.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { mayErase, mayExportData } from '#features/records/people/people.policy.ts';
import type { PersonalDataRegistry } from '#kernel/personal-data/personal-data.ts';
import { serveChoices } from '#features/records/people/serve-choices.ts';
import { defer, page } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { accessLog, readerName } from './access-log.list.ts';
import { ErasePerson } from './erase-person.ts';
import {
  exportPerson,
  sectionReader,
  confirmationLabel,
  entityOf,
  findSubject,
  kindKeys,
  nameOf,
  type KindKey,
  readSections,
} from './export-person.ts';
import { erasureApproval, requestErasure } from './request-erasure.ts';
import { type Choice, choicesShown, type Choices } from '#kernel/choices.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { accountNameOf } from '#kernel/account-name.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { render, type Db, query } from '#kernel/database.ts';
import { readLog } from '#features/records/people/people.schema.ts';
import { matches, patternsOf, wordsIn } from '#features/records/people/search-patterns.ts';

const params = z.object({ id });

/** One person's data: what is stored, who had access, export and erasure. */
export function privacyRoutes(app: App): void {
  accessLogRoutes(app);
  for (const key of kindKeys) {
    pageRoute(app, app.product.personalData, key);
    exportRoutes(app, app.product.personalData, key);
    erasureRoute(app, app.product.personalData, key);
  }
}

function accessLogRoutes(app: App): void {
  app.get(
    '/privacy/reads',
    { config: may('privacy.readLog'), schema: { querystring: accessLog.Filter } },
    async (request, reply) => {
      const { reader, institution_id } = request.query;
      return reply.page(accessLogPage, {
        ...(await accessLog.props(request)),
        ...(reader && {
          reader: defer(() =>
            request.read((db, actor) =>
              findReader(db, institutionsInView(actor, institution_id, 'privacy.readLog'), reader),
            ),
          ),
        }),
      });
    },
  );
  serveChoices(app, '/privacy/reads/reader-options', 'privacy.readLog', readerChoices);
}

function pageRoute(app: App, personalData: PersonalDataRegistry, key: KindKey): void {
  const kind = personalData.kindOf(entityOf[key]);
  const { entity } = kind;
  app.get(
    `/privacy/${key}/:id`,
    { config: may('privacy.access', 'privacy.readLog', 'privacy.erase', kind.seesSelf), schema: { params } },
    async (request, reply) => {
      const props = await request.snapshot(async (tx, actor) => {
        const subject = await findSubject(tx, actor, kind, request.params.id);
        const { institutionId } = subject;
        const exports = mayExportData(actor, subject, kind);
        const readsLog = can(actor, 'privacy.readLog', institutionId);
        const erases = mayErase(actor, subject, kind);
        if (!(exports || readsLog || erases)) throw new NotFound(entity);
        const reader = sectionReader(actor, institutionId, false);
        const sections = await readSections(tx, personalData, entity, subject.id, reader);
        return {
          person: {
            kind: key,
            id: subject.id,
            name: nameOf(subject),
            number: subject.number,
            numberWord: confirmationLabel(kind),
            isErased: subject.anonymisedAt !== null,
          },
          sections: sections.map(({ title, rows }) => ({ title, count: rows.length })),
          can: { export: exports, readLog: readsLog, erase: erases },
          isWaiting:
            erases && (await isWaiting(tx, erasureApproval, [institutionId], { type: entity, id: subject.id })),
          cannotErase: subject.cannotErase,
        };
      });
      return reply.page(personPrivacy, props);
    },
  );
}

function exportRoutes(app: App, personalData: PersonalDataRegistry, key: KindKey): void {
  const kind = personalData.kindOf(entityOf[key]);
  const path = `/privacy/${key}/:id` as const;
  // A request for the head alone would be recorded as an export.
  const options = { config: may('privacy.access', kind.seesSelf), schema: { params }, exposeHeadRoute: false };

  app.get(`${path}/data.json`, options, async (request, reply) => {
    const { subject, data } = await request.write((tx, actor) =>
      exportPerson(tx, actor, personalData, key, request.params.id, 'JSON'),
    );
    return reply
      .type('application/json; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="${kind.entity}-${subject.id}.json"`)
      .header('Cache-Control', 'no-store')
      .send(`${JSON.stringify(data, null, 2)}\n`);
  });

  app.get(`${path}/data.pdf`, options, async (request, reply) => {
    const { subject, ...sheet } = await request.write(async (tx, actor) => {
      const exported = await exportPerson(tx, actor, personalData, key, request.params.id, 'PDF');
      const { institutionId } = exported.subject;
      const { timeZone, words } = sectionReader(actor, institutionId, false);
      const letterhead = await letterheadOf(tx, app.services.files, institutionId);
      return { subject: exported.subject, ...exported.data, words, letterhead, made: formatDay(today(timeZone)) };
    });
    const layout = new URL('./person-data.pdf.ts', import.meta.url);
    return reply.pdf({ title: `${kind.entity} ${subject.number} data`, layout, data: sheet, save: true });
  });
}

function erasureRoute(app: App, personalData: PersonalDataRegistry, key: KindKey): void {
  app.post(
    `/privacy/${key}/:id/erase`,
    { config: { ...may('privacy.erase'), confirm: true }, schema: { params, body: ErasePerson } },
    async (request, reply) => {
      const { message } = await request.write((tx, actor) =>
        requestErasure(tx, actor, personalData, key, request.params.id, request.body),
      );
      return reply.flash(message).seeOther(`/privacy/${key}/${request.params.id}`);
    },
  );
}

export interface PersonPrivacyProps {
  person: { kind: KindKey; id: number; name: string; number: string; numberWord: string; isErased: boolean };
  /** What is stored, by section, with how many entries. */
  sections: { title: string; count: number }[];
  can: { export: boolean; readLog: boolean; erase: boolean };
  /** An erasure waits for a second person. */
  isWaiting: boolean;
  /** Why the person cannot be erased yet. */
  cannotErase: string | null;
}
export const personPrivacy = page<PersonPrivacyProps>('privacy/person-privacy');

interface AccessLogProps extends PropsOfList<typeof accessLog> {
  /** The person that the filter names. */
  reader?: Choice | null;
}
export const accessLogPage = page<AccessLogProps>('privacy/access-log');

/**
 * Everybody in the log of these institutions, under the latest name. Each reader is found by one step along the index
 * after the one before, however many entries each has.
 */
const readersIn = (institutionIds: number[]) => sql`
  with recursive readers as (
    select place.id as institution_id, (select min(l.account_id) from read_log l where l.institution_id = place.id) as account_id
    from unnest(${sql.param(institutionIds)}::int[]) place (id)
    union all
    select r.institution_id, (select min(l.account_id) from read_log l
      where l.institution_id = r.institution_id and l.account_id > r.account_id)
    from readers r where r.account_id is not null)
  select distinct on (r.account_id) r.account_id as id, ${accountNameOf(sql`l.person`, sql`(select username from accounts where id = r.account_id)`)} as name
  from readers r
  cross join lateral (select id, person from read_log l where l.institution_id = r.institution_id and l.account_id = r.account_id
    order by l.id desc limit 1) l
  where r.account_id is not null
  order by r.account_id, l.id desc`;

/** Readers whose name or username contains every word typed, by name. */
async function readerChoices(db: Db, { institutionIds, q }: { institutionIds: number[]; q: string }): Promise<Choices> {
  const holdsAll = patternsOf(wordsIn(q)).map((pattern) => matches(sql`akada_searchable(name)`, pattern));
  const { rows, isMore } = await bounded(choicesShown, async (limit) => {
    const found = await query<{
      id: number;
      name: string;
    }>(db, render)`select id, name from (${readersIn(institutionIds)}) readers
      where ${and(sql`true`, ...holdsAll)} order by akada_searchable(name), id limit ${limit}`;
    return found;
  });
  return { choices: rows.map(({ id: reader, name }) => ({ value: String(reader), label: name })), isMore };
}

/** The user in an address, with their latest name; null for a user who is not in the log. */
async function findReader(db: Db, institutionIds: number[], reader: number): Promise<Choice | null> {
  const [row] = await db
    .select({ name: readerName })
    .from(readLog)
    .where(and(inArray(readLog.institutionId, institutionIds), eq(readLog.accountId, reader)))
    .orderBy(desc(readLog.id))
    .limit(1);
  return row ? { value: String(reader), label: row.name } : null;
}
