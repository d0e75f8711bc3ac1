import type { Agent } from 'node:http';
import { request } from 'node:http';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

interface Ask {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

/** One request as the bytes that a driver sends. */
export function requestText({ method = 'GET', path, headers = {}, body }: Ask): string {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const all = { host: '127.0.0.1', connection: 'keep-alive', ...headers, ...length };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`;
}

/** One request over kept connections, with its whole answer. */
export function ask(
  { port, agent }: { port: number; agent: Agent },
  { method = 'GET', path, headers, body }: Ask,
): Promise<Answer> {
  return new Promise((done, fail) => {
    const sent = request({ port, agent, host: '127.0.0.1', path, method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => done({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(parts) }));
      answer.on('error', fail);
    });
    sent.on('error', fail);
    sent.end(body);
  });
}
