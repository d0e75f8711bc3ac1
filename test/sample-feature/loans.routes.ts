import { z } from 'zod';
import { institutionsWhere } from '#kernel/actor.ts';
import { openedOf } from '#kernel/edit/edit.ts';
import { id } from '#kernel/schemas.ts';
import { serveChoices } from '#features/records/people/serve-choices.ts';
import { studentList } from '#features/people/students/students.list.ts';
import { may, type App } from '#web/routes.ts';
import { EditLoan, editLoan, lockLoan } from './edit-loan.ts';
import { LendBook, lendBook } from './lend-book.ts';
import { loanList } from './loans.list.ts';
import { loanForm, loanListPage } from './loans.pages.ts';

const params = z.object({ id });
const editing = may('loans.edit');

export function loanRoutes(app: App): void {
  app.get('/loans', { config: may('loans.view'), schema: { querystring: loanList.Filter } }, async (request, reply) =>
    reply.page(
      loanListPage,
      await loanList.props(request, (_, actor) => ({
        can: { edit: institutionsWhere(actor, 'loans.edit').length > 0 },
      })),
    ),
  );

  serveChoices(app, '/loans/student-options', 'loans.edit', async (db, { actor, q, institutionId }) => {
    const { rows, isMore } = await studentList.find(db, actor, 8, { q, institution_id: institutionId });
    return {
      choices: rows.map((row) => ({ value: String(row.id), label: `${row.surname}, ${row.firstName}` })),
      isMore,
    };
  });

  app.get('/loans/new', { config: editing }, (_, reply) => reply.page(loanForm, { loan: null }));

  app.post('/loans', { config: { ...editing, once: true }, schema: { body: LendBook } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      await lendBook(tx, actor, request.body);
      return { flash: 'Loan added.', go: '/loans' };
    }),
  );

  app.get('/loans/:id/edit', { config: editing, schema: { params } }, async (request, reply) => {
    const loan = await request.write((tx, actor) => lockLoan(tx, actor, request.params.id));
    return reply.page(loanForm, { loan, opened: openedOf(EditLoan, loan) });
  });

  app.post('/loans/:id', { config: editing, schema: { params, body: EditLoan } }, async (request, reply) => {
    await request.write((tx, actor) => editLoan(tx, actor, request.params.id, request.body));
    return reply.flash('Loan saved.').seeOther('/loans');
  });
}
