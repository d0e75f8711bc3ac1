import { expect, inject, test } from 'vitest';
import { refuseLostStatements } from '#kernel/postgres/prepared-statements.ts';
import { startLossyPooler } from '#test/harness/lossy-pooler.ts';

test.each(['last', 'in turn'] as const)(
  'a pooler that gives the connection %s and loses prepared statements is refused',
  async (order) => {
    const direct = inject('ownerUrl');
    await refuseLostStatements(direct, 'DATABASE_URL');
    const pooler = await startLossyPooler(new URLSearchParams(direct.split('?')[1]).get('host')!, order);
    try {
      const pooled = direct.replace(/@\/(\w+)\?.*/, `@127.0.0.1:${pooler.port}/$1`);
      const error = await refuseLostStatements(pooled, 'DATABASE_APP_URL').catch((problem: Error) => problem);
      expect(error).toMatchObject({
        name: 'CannotStart',
        message: `The pooler of DATABASE_APP_URL (${pooled.replace(/:[^:@]*@/, '@')}) loses prepared statements. Use PgBouncer 1.21 or later with max_prepared_statements above 0, or connect to PostgreSQL directly.`,
      });
    } finally {
      await pooler.close();
    }
  },
);
