import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { onClose } from '#web/running/shutdown.ts';
import { node, root, server } from '../../bin/bootstrap.mjs';

export interface SignIn {
  role: string;
  username: string;
  password: string;
}

/** The product as it starts, on an empty data folder: it fills itself with the demonstration and says who can sign in. */
export async function startDemonstration(folder: string): Promise<{ url: string; signIns: SignIn[] }> {
  const child = spawn(node, [...server.flags, server.program], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...server.env('production'), AKADA_DATA: folder, AKADA_BACKUP: 'off', PORT: '0' },
  });
  const gone = new Promise<never>((_, fail) => child.once('exit', () => fail(new Error('The product ended.'))));
  gone.catch(() => {});
  onClose(async () => {
    child.kill('SIGTERM');
    await gone.catch(() => {});
  });
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise<{ url: string; signIns: SignIn[] }>((done) => {
    let url: string | undefined;
    const signIns: SignIn[] = [];
    lines.on('line', (line) => {
      url ??= /Akada is ready: (http\S+)/.exec(line)?.[1];
      const [role, username, password] = line.trim().split(/\s{2,}/);
      if (role && username && password) signIns.push({ role, username, password });
      // An empty line ends what it says.
      if (url && line === '') done({ url, signIns });
    });
  });
  return Promise.race([ready, gone]);
}
