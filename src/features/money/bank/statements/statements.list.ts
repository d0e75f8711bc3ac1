import { hasKey } from '#kernel/database.ts';
import { eq, sql } from 'drizzle-orm';
import { declareList, inInstitutions } from '#kernel/list/declare-list.ts';
import { filterBy } from '#kernel/list/filters.ts';
import { id } from '#kernel/schemas.ts';
import { bankAccounts, bankStatements } from '../bank.schema.ts';
import { lineCounts } from './lines.list.ts';

/** Uploaded statements, latest first, with how many of their lines are still open. */
export const statementList = declareList({
  id: bankStatements.id,
  visible: inInstitutions(bankStatements.institutionId, 'payments.place'),
  filters: { account: filterBy(id, (accountId) => eq(bankStatements.bankAccountId, accountId)) },
  select: (db) =>
    db
      .select({
        id: bankStatements.id,
        institutionId: bankStatements.institutionId,
        fileName: bankStatements.fileName,
        state: bankStatements.state,
        account: bankAccounts.name,
        createdAt: sql<string>`${bankStatements.createdAt}`,
        firstDay: bankStatements.firstDay,
        lastDay: bankStatements.lastDay,
        lineCount: bankStatements.lineCount,
        repeatedCount: bankStatements.repeatedCount,
        problemCount: bankStatements.problemCount,
        openCount: lineCounts(bankStatements.institutionId, bankStatements.id, 'open'),
        strongCount: lineCounts(bankStatements.institutionId, bankStatements.id, 'strong'),
      })
      .from(bankStatements)
      .innerJoin(bankAccounts, hasKey(bankAccounts, bankStatements.institutionId, bankStatements.bankAccountId)),
});
export type StatementRow = Awaited<ReturnType<typeof statementList.readPage>>['rows'][number];
