import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { IntakeState } from './intake-state.ts';

/** Whether an intake takes applications, by the database's clock. */
export const stateOf = (intake: Record<'publishedAt' | 'opensAt' | 'closesAt', SQLWrapper>): SQL<IntakeState> =>
  sql`case when ${intake.publishedAt} is null then 'draft' when now() < ${intake.opensAt} then 'scheduled'
    when now() < ${intake.closesAt} then 'open' else 'closed' end`;
