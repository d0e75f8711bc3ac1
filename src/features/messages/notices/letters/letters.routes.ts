import { z } from 'zod';
import { type Actor, institutionChoice } from '#kernel/actor.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id } from '#kernel/schemas.ts';
import { fieldsFor, messageFields } from '#features/messages/messages/fields/merge-fields.ts';
import { batchChoices } from '#features/school/structure/choices.queries.ts';
import { servePrintedFile } from '#web/printed-file.ts';
import { may, type App } from '#web/routes.ts';
import { letterFilePage, letterFormPage, letterListPage, letterPage } from '../notices.pages.ts';
import { letterList } from './letters.list.ts';
import {
  makeLetters,
  printAgain,
  lettersQuery,
  letterFileRow,
  letterPageProps,
  AskLetter,
  AskLetterPeople,
  MakeLetters,
} from './make-letters.ts';
import { firstOf } from '#kernel/database/bounded.ts';
import type { Db } from '#kernel/database.ts';
import { askOnce } from '#features/messages/messages/ask-once.ts';

const config = may('messages.send');
const params = z.object({ id });
const asking = { ...config, isHeavy: true };

/** Letters on paper, for families without a phone number and e-mail address. */
export function letterRoutes(app: App): void {
  const { jobs } = app.services;

  app.get('/letters', { config, schema: { querystring: letterList.Filter } }, async (request, reply) =>
    reply.page(letterListPage, await letterList.props(request)),
  );

  app.get('/letters/new', { config, schema: { querystring: z.object(viewFields) } }, async (request, reply) => {
    const props = await request.read(async (db, actor) => {
      const choice = institutionChoice(actor, request.query.institution_id, 'messages.send');
      const { rows: batches } = await batchChoices(db, actor, choice.institutionId);
      return {
        ...choice,
        batches: batches.map(({ id: batchId, name }) => ({ id: batchId, name })),
        fields: fieldsFor('guardians').map((key) => ({ key, label: messageFields[key].label })),
        author: actor.name,
      };
    });
    return reply.page(letterFormPage, props);
  });

  // Questions with a body: what is typed can be long, and belongs in no address.
  app.post('/letters/sample', { config: asking, schema: { body: AskLetter } }, async (request, reply) =>
    reply.send({ sample: await request.snapshot((db, actor) => letterSample(db, actor, request.body)) }),
  );
  app.post('/letters/people', { config: asking, schema: { body: AskLetterPeople } }, async (request, reply) =>
    reply.send(await request.snapshot((db, actor) => letterPeople(db, actor, request.body))),
  );

  app.post('/letters', { config: { ...asking, once: true }, schema: { body: MakeLetters } }, (request, reply) =>
    reply.once(async (tx, actor) => ({ go: `/letter-files/${await makeLetters(tx, actor, jobs, request.body)}` })),
  );

  app.get('/letters/:id', { config, schema: { params } }, async (request, reply) =>
    reply.page(letterPage, await request.snapshot((db, actor) => letterPageProps(db, actor, request.params.id))),
  );
  app.post('/letters/:id/print', { config: { ...asking, once: true }, schema: { params } }, (request, reply) =>
    reply.once(async (tx, actor) => ({
      go: `/letter-files/${await printAgain(tx, actor, jobs, request.params.id)}`,
    })),
  );

  servePrintedFile(app, '/letter-files', { config, page: letterFilePage, name: 'letters.pdf', find: letterFileRow });
}

export interface LetterSample {
  name: string;
  address: string[];
  subject: string;
  body: string;
  at: number;
  of: number;
}

/** The letter to one of those who are ticked, counted from zero. */
async function letterSample(db: Db, actor: Actor, { at, ...input }: z.output<typeof AskLetter>) {
  const { query } = await lettersQuery(db, actor, input);
  const [sample] = await askOnce<LetterSample>(db)`
    with ${query}, counted as (select count(*)::int as n from letter where is_ticked)
    select name, address, subject, body, greatest(0, least(${at}::int, n - 1)) as at, n as of
    from letter cross join counted where is_ticked order by place
    offset (select greatest(0, least(${at}::int, n - 1)) from counted) limit 1`;
  return sample ?? null;
}

interface LetterPerson {
  key: string;
  name: string;
  student: string | null;
  class: string | null;
  hasAddress: boolean;
}

const pageSize = 50;

/** A page of those who can get the letter, in the order of the pages. */
export async function letterPeople(db: Db, actor: Actor, { after, ...input }: z.output<typeof AskLetterPeople>) {
  const { query } = await lettersQuery(db, actor, input);
  const found = await askOnce<LetterPerson & { total: number; ticked: number }>(db)`with ${query}
    select key, name, student, class, cardinality(address) > 0 as "hasAddress", (count(*) over ())::int as total,
      (count(*) filter (where is_ticked) over ())::int as ticked
    from letter order by place offset ${after} limit ${pageSize + 1}`;
  const { rows, isMore } = firstOf(found, pageSize);
  const [first] = found;
  return {
    rows: rows.map(({ total: _, ticked: __, ...row }) => row),
    total: first?.total ?? 0,
    ticked: first?.ticked ?? 0,
    isMore,
  };
}
