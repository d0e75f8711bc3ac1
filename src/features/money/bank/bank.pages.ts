import type { PropsOfList } from '#kernel/list/declare-list.ts';
import type { Day } from '#kernel/dates.ts';
import type { SourceRow } from '#features/people/imports/engine/extra-rows.ts';
import type { WaitingChange } from '#features/records/approvals/waiting-changes.queries.ts';
import { page } from '#web/page.ts';
import type { BankAccountRow } from './accounts/accounts.queries.ts';
import type { guessedColumns, LineDetails, SeenPayment, StatementDetails } from './statements/bank.queries.ts';
import type { BankedPayment } from './statements/banked.queries.ts';
import type { GroupTotals, lineList } from './statements/lines.list.ts';
import type { Namesake } from './statements/namesakes.queries.ts';
import type { statementList } from './statements/statements.list.ts';

type StatementListProps = PropsOfList<typeof statementList> & { hasAccounts: boolean };
export const statementListPage = page<StatementListProps>('bank/statement-list');

export interface StatementNewProps {
  accounts: { id: number; label: string }[];
}
export const statementNewPage = page<StatementNewProps>('bank/statement-new');

export type Statement = Omit<StatementDetails, 'columns' | 'sha256'>;

export interface StatementColumnsProps {
  statement: Statement;
  columns: Awaited<ReturnType<typeof guessedColumns>>;
  /** The first rows, to show what will be stored. */
  first: SourceRow[];
  currency: string;
  today: Day;
  /** The same file, read before. */
  earlier: { id: number; fileName: string; readAt: string | null } | null;
}
export const statementColumnsPage = page<StatementColumnsProps>('bank/statement-columns');

export interface GroupedLines {
  totals: { currency: string; groups: GroupTotals[] }[];
}
type LineListProps = PropsOfList<typeof lineList> & GroupedLines & { statement: Statement | null };
export const lineListPage = page<LineListProps>('bank/bank-line-list');

export interface LineProps {
  line: LineDetails;
  /** Where money that is no fee is posted to. */
  accounts: { id: number; label: string }[];
  /** Recorded payments that it may be a lump of. */
  banked: { rows: BankedPayment[]; isMore: boolean };
  /** Students who fit it equally well. */
  namesakes: Namesake[];
  /** The payments that it is. */
  seen: SeenPayment[];
  can: { undo: boolean };
}
export const linePage = page<LineProps>('bank/bank-line');

export const bankAccountListPage = page<{ accounts: BankAccountRow[]; changes: WaitingChange[] }>(
  'bank/bank-account-list',
);

export interface BankAccountFormProps {
  account: { id: number; name: string; bank: string; number: string; ledger_account_id: number } | null;
  opened?: Record<string, unknown>;
  institutions: { id: number; name: string }[];
  institutionId: number;
  /** Accounts of the ledger, by institution. */
  ledgerAccounts: { id: number; institutionId: number; label: string; isUsual: boolean }[];
}
export const bankAccountFormPage = page<BankAccountFormProps>('bank/bank-account-form');
