import type { Browser } from '#test/harness/app.ts';
import { filters, graph, report } from './right-designs.ts';

/** A report that is sent, and a graph that is on the home, both shared with everybody. */
export async function liveWithReports(
  browser: Browser,
  { id, roleIds, names: [name] }: { id: number; roleIds: Record<string, number>; names: string[] },
): Promise<void> {
  const save = async (url: string, form: object): Promise<number> => {
    const answer = await browser.post(url, { institution_id: id, description: `For ${name}`, filters, ...form });
    if (answer.statusCode !== 303) throw new Error(`The world could not be made: ${answer.statusCode} ${answer.body}`);
    return Number(/\d+/.exec(String(answer.headers.location))![0]);
  };
  const roles = Object.values(roleIds);
  const reportId = await save('/reports', { ...report, name: `${name} in a list` });
  const graphId = await save('/graphs', { ...graph, name: `${name} in figures` });
  for (const one of [reportId, graphId])
    await browser.post(`/reports/${one}/sharing`, { roles, opened: { roles: [] } });
  await save(`/reports/${reportId}/schedule`, { repeats: 'daily', hour: 7, roles, accounts: [] });
  await save('/dashlets', { kind: 'graph', graph_id: graphId });
}
