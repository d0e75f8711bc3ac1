import { sql } from 'drizzle-orm';
import { query, render, type Db } from '#kernel/database.ts';

export interface AccountUse {
  by: 'category' | 'bank';
  name: string;
}

/** The fee categories and bank accounts that post to an account. */
export async function usesOfAccount(db: Db, institutionId: number, accountId: number): Promise<AccountUse[]> {
  const rows = await query<AccountUse>(
    db,
    render(sql`
    select 'category' as by, name from fee_categories
    where institution_id = ${institutionId} and ledger_account_id = ${accountId} and archived_at is null
    union all
    select 'bank', name from bank_accounts where institution_id = ${institutionId} and ledger_account_id = ${accountId}
    order by 1 desc, 2`),
  );
  return rows;
}

/** 'the fee category Tuition and 2 more' */
export function usesInWords(uses: AccountUse[]): string {
  const [first] = uses;
  const noun = { category: 'fee category', bank: 'bank account' }[first!.by];
  return `the ${noun} ${first!.name}${uses.length > 1 ? ` and ${uses.length - 1} more` : ''}`;
}
