import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { paperFormPage, paperListPage, paperRevokePage } from '../transcripts.pages.ts';
import { IssuePaper, issuePaper } from './issue-paper.ts';
import { paperKinds } from './paper-content.ts';
import { paperList } from './papers.list.ts';
import { RevokePaper, revokePaper, findPaper, holderOf, paperForm } from './papers.ts';

const params = z.object({ id });
const config = may('transcripts.issue');
const querystring = z.object({ kind: z.enum(['transcript', 'statement']).catch('transcript') });

/** Transcripts and statements of result: list, issue and revoke. */
export function paperRoutes(app: App): void {
  const { secret } = app.services;

  app.get('/transcripts', { config, schema: { querystring: paperList.Filter } }, async (request, reply) =>
    reply.page(paperListPage, await paperList.props(request)),
  );

  app.get('/students/:id/papers/new', { config, schema: { params, querystring } }, async (request, reply) => {
    const form = await request.snapshot((db, actor) => paperForm(db, actor, request.params.id));
    return reply.page(paperFormPage, { ...form, kind: request.query.kind });
  });

  app.post(
    '/students/:id/papers',
    { config: { ...config, once: true, confirm: true }, schema: { params, body: IssuePaper } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const { number } = await issuePaper(tx, actor, secret, request.params.id, request.body);
        return {
          flash: `${paperKinds[request.body.kind]} ${number} was issued. Print it below.`,
          go: `/students/${request.params.id}/transcript`,
        };
      }),
  );

  app.get('/academic-papers/:id/revoke', { config, schema: { params } }, async (request, reply) => {
    const paper = await request.read((db, actor) => findPaper(db, actor, request.params.id));
    const { id: paperId, kind, number, isRevoked } = paper;
    return reply.page(paperRevokePage, { id: paperId, kind, number, name: holderOf(paper), isRevoked });
  });

  app.post(
    '/academic-papers/:id/revoke',
    { config: { ...config, confirm: true }, schema: { params, body: RevokePaper } },
    async (request, reply) => {
      const number = await request.write((tx, actor) => revokePaper(tx, actor, request.params.id, request.body));
      return reply.flash(`${number} was revoked, and its public page shows this.`).seeOther('/transcripts');
    },
  );
}
