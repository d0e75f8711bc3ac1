import { sql, type SQL } from 'drizzle-orm';
import { marketingEvents } from './events.ts';

/** Whether a row of the outbox is marketing: of a message that says so, or of such an event. */
export const isMarketing = (row: SQL): SQL =>
  sql`(${row}.event = any (${sql.param(marketingEvents())}::text[]) or exists (select from messages marketing
    where marketing.institution_id = ${row}.institution_id and marketing.id = ${row}.message_id and marketing.purpose = 'marketing'))`;
