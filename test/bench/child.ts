import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { root, server } from '../../bin/bootstrap.mjs';
import { onClose } from '#web/running/shutdown.ts';

export interface Child {
  port: number;
  pid: number;
  assetVersion: string;
  stop(): Promise<void>;
}

/** Starts a server of this folder in a process of its own, as the product's is started. */
export async function startChild(file: string, settings: object): Promise<Child> {
  const child = fork(`${import.meta.dirname}/${file}`, [JSON.stringify(settings)], {
    cwd: root,
    execArgv: server.flags,
    env: { ...process.env, ...server.env('production'), NODE_ENV: 'production' },
  });
  const gone = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
  };
  onClose(stop);
  const ended = gone.then(() => Promise.reject(new Error(`${file} ended before it listened.`)));
  const [address] = (await Promise.race([once(child, 'message'), ended])) as [Omit<Child, 'stop' | 'pid'>];
  ended.catch(() => {});
  return { ...address, pid: child.pid!, stop };
}

/** In the child: what the parent said. */
export const told = <T>(): T => JSON.parse(process.argv[2]!) as T;

interface Listener {
  listen(place: { port: number; host: string }): Promise<unknown>;
  server: { address(): AddressInfo | string | null };
}

/** In the child: listens on loopback and says where. Ends when the parent has gone. */
export async function tellAddress(app: Listener, more: object = {}) {
  for (const end of ['disconnect', 'SIGTERM', 'SIGINT']) process.on(end, () => process.exit());
  await app.listen({ port: 0, host: '127.0.0.1' });
  process.send!({ port: (app.server.address() as AddressInfo).port, ...more });
}
