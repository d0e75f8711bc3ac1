import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/**
 * A document's number in SQL as `documentName` writes it; null for a payment without a receipt. PostgreSQL's lpad alone
 * would cut a number of seven digits.
 */
export const documentNumber = (prefix: 'INV' | 'RCT' | 'CRN' | 'ORD', number: SQLWrapper): SQL =>
  sql`${sql.raw(`'${prefix}-'`)} || lpad(${number}::text, greatest(6, length(${number}::text)), '0')`;
