import { z } from 'zod';
import { membershipIn } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { discardAll, discardOnError } from '#kernel/files.ts';
import { id } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { may, type App } from '#web/routes.ts';
import { receiveStoredFile } from '#web/uploads.ts';
import { bankAccountRows, findBankAccount } from './accounts/bank-accounts.ts';
import { bankAccountRoutes } from './accounts/accounts.routes.ts';
import { statementBytes } from './bank-labels.ts';
import { firstRows, guessedColumns, plain, sameFile, statementOf } from './statements/bank.queries.ts';
import { statementColumnsPage, statementListPage, statementNewPage } from './bank.pages.ts';
import { ConfirmStrong, confirmStrong } from './statements/confirm-strong.ts';
import { bankLineRoutes } from './statements/lines.routes.ts';
import { PostProposed, postProposed } from './statements/clear-lines.ts';
import { ReadStatement, readStatementLines, discardStatement, rematchStatement } from './statements/read-statement.ts';
import { statementList } from './statements/statements.list.ts';
import { readStatement, UploadStatement, uploadStatement } from './statements/upload-statement.ts';

const params = z.object({ id });
const config = may('payments.place');
const linesOf = (statementId: number) => `/bank-lines?statement=${statementId}`;

/** Statements of the bank: file, columns, lines. */
export function bankRoutes(app: App): void {
  const { files } = app.services;

  app.get('/bank-statements', { config, schema: { querystring: statementList.Filter } }, async (request, reply) =>
    reply.page(
      statementListPage,
      await statementList.props(request, async (db, actor) => {
        const accounts = await bankAccountRows(db, actor, request.query.institution_id);
        return { hasAccounts: accounts.some(({ isArchived }) => !isArchived) };
      }),
    ),
  );

  app.get('/bank-statements/new', { config }, async (request, reply) => {
    const accounts = await request.read((db, actor) => bankAccountRows(db, actor, undefined));
    return reply.page(statementNewPage, {
      accounts: accounts
        .filter(({ isArchived }) => !isArchived)
        .map(({ id: accountId, name, bank, number }) => ({ id: accountId, label: `${name} · ${bank} ${number}` })),
    });
  });

  app.post('/bank-statements', { config }, async (request, reply) => {
    const { fields, fileName, stored } = await receiveStoredFile(request, files, {
      field: 'file',
      bytes: statementBytes,
      fields: UploadStatement,
      tooLarge: 'Download a shorter period from the bank.',
    });
    const statementId = await discardOnError(files, [stored], async () => {
      // Only users who match statements have a file read.
      const { institutionId } = await request.read((db, actor) => findBankAccount(db, actor, fields.bank_account_id));
      const file = await readStatement(files, institutionId, stored, fileName);
      return request.write((tx, actor) => uploadStatement(tx, actor, fields.bank_account_id, file));
    });
    await discardAll(files, [stored.storedAs]);
    return reply.seeOther(`/bank-statements/${statementId}`);
  });

  app.get('/bank-statements/:id', { config, schema: { params } }, async (request, reply) => {
    const found = await request.read((db, actor) => statementOf(db, actor, request.params.id));
    if (found.state === 'read') return reply.seeOther(linesOf(found.id));
    const [[earlier], first, columns] = await request.read((db) =>
      Promise.all([sameFile(db, found), firstRows(db, found), guessedColumns(db, found)]),
    );
    const { currency, timeZone } = membershipIn(request.actor, found.institutionId)!;
    return reply.page(statementColumnsPage, {
      statement: plain(found),
      columns,
      first,
      currency,
      today: today(timeZone),
      earlier: earlier ? { ...earlier, readAt: earlier.readAt?.toISOString() ?? null } : null,
    });
  });

  app.post(
    '/bank-statements/:id/columns',
    { config: { ...config, isHeavy: true }, schema: { params, body: ReadStatement } },
    async (request, reply) => {
      const { added, repeated, problems, extra } = await request.write((tx, actor) =>
        readStatementLines(tx, actor, request.params.id, request.body),
      );
      const message = [
        `${countOf(added, 'line')} added.`,
        repeated > 0 && `${countOf(repeated, 'line')} ${repeated === 1 ? 'was' : 'were'} already there.`,
        problems > 0 && `${countOf(problems, 'row')} couldn’t be read.`,
        extra > 0 &&
          `${countOf(extra, 'row')} with a balance, turnover or total ${extra === 1 ? 'was' : 'were'} skipped.`,
      ];
      return reply
        .flash({ message: message.filter(Boolean).join(' '), tone: problems > 0 ? 'info' : 'good' })
        .seeOther(linesOf(request.params.id));
    },
  );

  app.post('/bank-statements/:id/discard', { config, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => discardStatement(tx, actor, request.params.id));
    return reply
      .flash({ message: `${name} was discarded. Nothing was added.`, tone: 'info' })
      .seeOther('/bank-statements');
  });

  app.post(
    '/bank-statements/:id/match',
    { config: { ...config, isHeavy: true }, schema: { params } },
    async (request, reply) => {
      await request.write((tx, actor) => rematchStatement(tx, actor, request.params.id));
      return reply.flash('The open lines were matched again.').seeOther(linesOf(request.params.id));
    },
  );

  app.post(
    '/bank-statements/:id/confirm',
    { config: { ...config, once: true }, schema: { params, body: ConfirmStrong } },
    (request, reply) =>
      reply.once(async (tx, actor) => ({ send: await confirmStrong(tx, actor, request.params.id, request.body) })),
  );

  app.post(
    '/bank-statements/:id/post',
    { config: { ...config, once: true, isHeavy: true }, schema: { params, body: PostProposed } },
    (request, reply) =>
      reply.once(async (tx, actor) => ({
        flash: await postProposed(tx, actor, request.params.id, request.body),
        go: linesOf(request.params.id),
      })),
  );

  bankLineRoutes(app);
  bankAccountRoutes(app);
}
