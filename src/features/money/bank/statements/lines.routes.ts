import { z } from 'zod';
import { can as mayDo } from '#kernel/actor.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { Requested } from '#features/records/approvals/request-approval.ts';
import { serveChoices } from '#features/records/people/serve-choices.ts';
import { studentChoices } from '#features/people/students/student-choices.ts';
import { may, type App } from '#web/routes.ts';
import { bankLedgerAccounts } from '../accounts/accounts.queries.ts';
import { lineOf, paymentsOfLine, plain, statementOf } from './bank.queries.ts';
import { bankedPayments } from './banked.queries.ts';
import { lineListPage, linePage } from '../bank.pages.ts';
import { ConfirmLine, confirmLine, suspendLine } from './confirm-line.ts';
import { IgnoreLine, ignoreLine, PostLine, postLine, reopenLine } from './ignore-line.ts';
import { groupTotals, lineList } from './lines.list.ts';
import { MatchSeveral, matchSeveral } from './match-several.ts';
import { namesakesOf } from './namesakes.queries.ts';
import { isForOthers } from './other-accounts.ts';
import { SplitLine, splitLine } from './split-line.ts';
import { UndoLine, undoLine } from './undo-line.ts';
import { suggestSplit } from './suggest-split.ts';

const params = z.object({ id });
const config = may('payments.place');
const once = { ...config, once: true } as const;

/** The lines of statements, and what may be done with one. */
export function bankLineRoutes(app: App): void {
  serveChoices(app, '/bank-lines/student-options', 'payments.place', studentChoices);

  app.get('/bank-lines', { config, schema: { querystring: lineList.Filter } }, async (request, reply) => {
    const { statement, institution_id } = request.query;
    return reply.page(
      lineListPage,
      await lineList.props(request, async (db, actor) => {
        const [totals, found] = await Promise.all([
          groupTotals(db, actor, statement, institution_id),
          statement === undefined ? null : statementOf(db, actor, statement),
        ]);
        return { totals, statement: found && plain(found) };
      }),
    );
  });

  app.get('/bank-lines/:id', { config, schema: { params } }, async (request, reply) => {
    const line = await request.read((db, actor) => lineOf(db, actor, request.params.id));
    const isOpen = line.state === 'open';
    const nothing = { rows: [], isMore: false };
    const [accounts, banked, seen, namesakes, mayReverse] = await request.read((db, actor) =>
      Promise.all([
        isOpen ? bankLedgerAccounts(db, [line.institutionId]) : [],
        isOpen && line.amount > 0 ? bankedPayments(db, line) : nothing,
        paymentsOfLine(db, line),
        isOpen ? namesakesOf(db, actor, line) : [],
        mayDo(actor, 'payments.reverse', line.institutionId),
      ]),
    );
    return reply.page(linePage, {
      line,
      banked,
      seen,
      namesakes,
      can: { undo: line.state === 'matched' || mayReverse },
      accounts: accounts
        .filter(({ role }) => isForOthers(role))
        .map(({ id: accountId, code, name }) => ({ id: accountId, label: `${code} ${name}` })),
    });
  });

  app.post('/bank-lines/:id/confirm', { config: once, schema: { params, body: ConfirmLine } }, (request, reply) =>
    reply.once(async (tx, actor) => ({
      flash: await confirmLine(tx, actor, request.params.id, request.body),
      go: `/bank-lines/${request.params.id}`,
    })),
  );

  app.get(
    '/bank-lines/:id/family',
    { config, schema: { params, querystring: z.object({ student_id: queryParam(id) }) } },
    async (request, reply) => {
      const { student_id } = request.query;
      const line = await request.read((db, actor) => lineOf(db, actor, request.params.id));
      if (student_id === undefined) return reply.send({ shares: [] });
      return reply.send({ shares: await request.read((db, actor) => suggestSplit(db, actor, line, student_id)) });
    },
  );

  app.post('/bank-lines/:id/split', { config: once, schema: { params, body: SplitLine } }, (request, reply) =>
    reply.once(async (tx, actor) => ({
      flash: await splitLine(tx, actor, request.params.id, request.body),
      go: `/bank-lines/${request.params.id}`,
    })),
  );

  app.post('/bank-lines/:id/payments', { config: once, schema: { params, body: MatchSeveral } }, (request, reply) =>
    reply.once(async (tx, actor) => ({
      flash: await matchSeveral(tx, actor, request.params.id, request.body),
      go: `/bank-lines/${request.params.id}`,
    })),
  );

  app.post(
    '/bank-lines/:id/undo',
    { config: { ...once, confirm: true }, schema: { params, body: UndoLine } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const done = await undoLine(tx, actor, request.params.id, request.body);
        return {
          flash: done instanceof Requested ? { message: done.message, tone: 'info' } : done,
          go: `/bank-lines/${request.params.id}`,
        };
      }),
  );

  app.post('/bank-lines/:id/suspend', { config: once, schema: { params } }, (request, reply) =>
    reply.once(async (tx, actor) => ({
      flash: await suspendLine(tx, actor, request.params.id),
      go: `/bank-lines/${request.params.id}`,
    })),
  );

  app.post('/bank-lines/:id/post', { config: once, schema: { params, body: PostLine } }, (request, reply) =>
    reply.once(async (tx, actor) => ({
      flash: `Posted to ${await postLine(tx, actor, request.params.id, request.body)}.`,
      go: `/bank-lines/${request.params.id}`,
    })),
  );

  app.post('/bank-lines/:id/ignore', { config, schema: { params, body: IgnoreLine } }, async (request, reply) => {
    await request.write((tx, actor) => ignoreLine(tx, actor, request.params.id, request.body));
    const undo = { action: `/bank-lines/${request.params.id}/reopen` };
    return reply.flash({ message: 'The line is ignored.', tone: 'good', undo }).go(`/bank-lines/${request.params.id}`);
  });

  app.post('/bank-lines/:id/reopen', { config, schema: { params } }, async (request, reply) => {
    await request.write((tx, actor) => reopenLine(tx, actor, request.params.id));
    return reply.flash('The line is open again.').go(`/bank-lines/${request.params.id}`);
  });
}
