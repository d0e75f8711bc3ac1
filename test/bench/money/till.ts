import type { Site } from '../site.ts';

/** Gives the signed-in person the bursary's roles, and opens the day. */
export async function openTill({ client, registrar, school }: Site): Promise<void> {
  const { institutionId } = school;
  await client.query(
    `insert into memberships (institution_id, account_id, role_id)
     select $1, a.id, r.id from accounts a, roles r
     where a.username = 'registrar' and r.institution_id = $1 and r.key in ('bursar', 'cashier')`,
    [institutionId],
  );
  const body = JSON.stringify({ institutionId, opening_float: 0 });
  const { status, body: said } = await registrar.post('/cashier-days', body, 'application/json');
  if (status !== 200) throw new Error(`Opening the day answered ${status}: ${said.toString().slice(0, 300)}`);
}
