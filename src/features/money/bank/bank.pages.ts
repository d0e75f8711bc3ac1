import type { PropsOfList } from '#kernel/list/declare-list.ts';
import type { Day } from '#kernel/dates.ts';
import type { SourceRow } from '#features/people/imports/engine/workbook.ts';
import type { WaitingChange } from '#features/records/approvals/waiting-changes.queries.ts';
import { page } from '#web/page.ts';
import type { BankAccountRow } from './accounts/bank-accounts.ts';
import type {
  guessedColumns,
  LineDetails,
  SeenPayment,
  StatementDetails,
  BankedPayment,
} from './statements/bank.queries.ts';
import type { GroupTotals, lineList } from './statements/lines.list.ts';
import type { Namesake } from './statements/student-hits.ts';
import type { statementList } from './statements/statements.list.ts';

type StatementListProps = PropsOfList<typeof statementList> & { hasAccounts: boolean };
export const statementListPage = page<StatementListProps>('bank/statement-list');

interface StatementNewProps {
  accounts: { id: number; label: string }[];
}
export const statementNewPage = page<StatementNewProps>('bank/statement-new');

export type Statement = Omit<StatementDetails, 'columns' | 'sha256'>;

interface StatementColumnsProps {
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

interface BankAccountFormProps {
  account: { id: number; name: string; bank: string; number: string; ledger_account_id: number } | null;
  opened?: Record<string, unknown>;
  institutions: { id: number; name: string }[];
  institutionId: number;
  /** Accounts of the ledger, by institution. */
  ledgerAccounts: { id: number; institutionId: number; label: string; isUsual: boolean }[];
}
export const bankAccountFormPage = page<BankAccountFormProps>('bank/bank-account-form');
