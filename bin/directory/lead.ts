import { digestOf, type Cell, type Directory, type Found } from '#kernel/directory.ts';
import { cellOfId } from '#kernel/cells.ts';
import { identifierFrom } from '#features/access/accounts/sign-in/sign-in.ts';
import { cellOfUnknown } from './choose.ts';
import type { Store } from './store.ts';

const resizeEvery = 3_600_000;
const askFor = 3000;

/** Finds out which cell someone or something belongs to. */
export function leadBy({ address: own, keys, cells }: Directory, store: Store) {
  const numbers = cells.map(({ number }) => number);
  const cellNumbered = (number: number): Cell | undefined => cells.find((cell) => cell.number === number);
  /** No site may claim these. */
  const ownHosts = new Set([own, ...cells.map(({ address }) => address)].map((one) => new URL(one).hostname));
  let sizes = new Map<number, number>();
  let sizedAt = -Infinity;

  const find = (kind: Found, names: string[]) =>
    store.find(
      keys.flatMap((key) => names.map((name) => digestOf(key, kind, name))),
      numbers,
    );

  async function refreshSizes() {
    if (performance.now() - sizedAt < resizeEvery) return;
    sizedAt = performance.now();
    sizes = await store.sizes();
  }

  async function ofInstitution(id: number): Promise<Cell | undefined> {
    const holder = await find('institution', [String(id)]);
    return cellNumbered(holder?.cell ?? cellOfId(id, 'institutions'));
  }

  return {
    /** Where an account is checked; of the unknown too, with the same work. */
    async person(typed: string): Promise<Cell> {
      await refreshSizes();
      const { name, phones } = await identifierFrom(typed, () => store.countries());
      const holder = await find('account', [name, ...phones]);
      const otherwise = cellOfUnknown(keys[0]!, phones[0] ?? name, numbers, sizes);
      return cellNumbered(holder?.cell ?? otherwise)!;
    },

    /** Where an address leads to, if something in it says so. */
    async address(host: string, url: string): Promise<string | undefined> {
      const atHost = ownHosts.has(host) ? undefined : await find('host', [host]);
      if (atHost) return cellNumbered(atHost.cell)!.address + (url === '/' ? (atHost.path ?? url) : url);
      const [path = ''] = url.split('?');
      const [first = '', second = ''] = path.split('/').slice(1);
      if (first === 'sites') {
        const holder = await find('slug', [second.toLowerCase()]);
        return holder && cellNumbered(holder.cell)!.address + url;
      }
      const cell = (await cellIn(path, first, second)) ?? (first === 'verify' ? await asked(path) : undefined);
      return cell && cell.address + url;
    },
  };

  /** Codes begin with the institution's number, and each number with that of the cell that gave it. */
  async function cellIn(path: string, first: string, second: string): Promise<Cell | undefined> {
    const [, ofCode] = /\/([0-9a-z]{1,6})-[0-9a-z]{1,11}-/.exec(path) ?? [];
    if (ofCode) return ofInstitution(parseInt(ofCode, 36));
    const [, ofKey = ''] = /^(\d{1,10})(?:-|$)/.exec(second) ?? [];
    if (ofKey && (first === 'hooks' || first === 'institutions')) return ofInstitution(Number(ofKey));
    const [, id] = /\/(\d{1,16})(?=\/|$)/.exec(path) ?? [];
    return id ? cellNumbered(cellOfId(Number(id), '')) : undefined;
  }

  /** Other codes are random: the cell that knows one does not answer 404. */
  async function asked(path: string): Promise<Cell | undefined> {
    if (!/^\/verify\/[a-z]+\/[\w-]{1,100}$/.test(path)) return undefined;
    const answers = cells.map(async (cell) => {
      const request = { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(askFor) } as const;
      const { status } = await fetch(cell.address + path, request);
      return status < 400 ? cell : Promise.reject(new Error(String(status)));
    });
    return Promise.any(answers).catch(() => undefined);
  }
}
