import { z } from 'zod';
import { can as mayDo, type Actor } from '#kernel/actor.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { Requested } from '#features/records/approvals/request-approval.ts';
import { serveChoices } from '#features/records/people/serve-choices.ts';
import { studentChoices } from '#features/people/students/student-kind.ts';
import { may, type App } from '#web/routes.ts';
import { bankLedgerAccounts } from '../accounts/bank-accounts.ts';
import { lineOf, paymentsOfLine, plain, statementOf, type LineDetails, bankedPayments } from './bank.queries.ts';
import { lineListPage, linePage } from '../bank.pages.ts';
import { ConfirmLine, confirmLine, suspendLine, MatchSeveral, matchSeveral } from './confirm-line.ts';
import {
  IgnoreLine,
  ignoreLine,
  PostLine,
  postLine,
  reopenLine,
  UndoLine,
  undoLine,
  SplitLine,
  splitLine,
} from './ignore-line.ts';
import { groupTotals, lineList } from './lines.list.ts';
import { namesakesOf } from './student-hits.ts';
import { isForOthers } from './clear-lines.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { allocateOldestFirst } from '#features/money/invoices/dues/allocate.ts';
import { listName, money } from '#ui/format.ts';
import { familyDues } from '#features/money/payments/family/family-dues.queries.ts';

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
    return reply
      .flash({ message: 'The line is ignored.', tone: 'good', undo })
      .seeOther(`/bank-lines/${request.params.id}`);
  });

  app.post('/bank-lines/:id/reopen', { config, schema: { params } }, async (request, reply) => {
    await request.write((tx, actor) => reopenLine(tx, actor, request.params.id));
    return reply.flash('The line is open again.').seeOther(`/bank-lines/${request.params.id}`);
  });
}

/** A child of the family that may have paid a line, and what it would get of it. */
export interface SuggestedShare {
  value: string;
  label: string;
  hint: string;
  amount: number;
}

/** How a line falls on the children of a student's family: the oldest due first, the rest with the student. */
async function suggestSplit(db: Db, actor: Actor, { institutionId, amount, currency }: LineDetails, studentId: number) {
  const family = await familyDues(db, actor, studentId, institutionId, 'payments.place');
  if (!family) throw new NotFound('student');
  const { allocations, rest } = allocateOldestFirst(
    family.children.flatMap(({ invoices }) => invoices),
    Math.max(0, amount),
  );
  return family.children.map((child) => {
    const owed = child.invoices.reduce((sum, { open }) => sum + open, 0);
    const own = allocations.filter(({ invoiceId }) => child.invoices.some(({ id }) => id === invoiceId));
    return {
      value: String(child.id),
      label: listName(child),
      hint: [child.admissionNumber, child.batchName, owed ? `owes ${money(owed, currency)}` : 'owes nothing']
        .filter(Boolean)
        .join(' · '),
      amount: own.reduce((sum, part) => sum + part.amount, child.id === studentId ? rest : 0),
    };
  });
}
