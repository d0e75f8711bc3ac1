import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FastifyRequest } from 'fastify';
import { releaseCookie } from './release-cookie.ts';
import type { App } from '../routes.ts';

export interface PreviewRequest {
  id: number;
  /** The page object as JSON. */
  page: string;
  isNarrow: boolean;
}
export interface PreviewAnswer {
  id: number;
  html: string | null;
  problem?: string;
}

/** A page without its preview is better than one that waits for it. */
const patience = 1500;
const idle = 60_000;
/** Of those who come together after a release, the later ones are not kept waiting. */
const mostAtOnce = 8;
/** About 100 KB each. */
const mostKept = 16;

/**
 * What the browser shows until its scripts have come: a list as React will draw it, drawn in a thread, which ends when
 * nobody has needed it for a minute. Only for browsers that do not have this release yet.
 * docs/decisions/0055-first-views.md.
 */
export function registerPreviews(app: App): void {
  const { assets } = app.services;
  const program = path.join(assets.folder, '../server/draw-thread.js');
  const isBuilt = existsSync(program);
  const waiting = new Map<number, (answered: PreviewAnswer) => void>();
  /** The latest first views by what they show, for people who see the same. */
  const kept = new Map<string, Promise<Buffer | null>>();
  let worker: Worker | undefined;
  let ending: NodeJS.Timeout | undefined;
  let lastId = 0;

  function open(): Worker {
    const made = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: 128 } });
    made.on('message', (answered: PreviewAnswer) => waiting.get(answered.id)?.(answered));
    made.on('error', (error) => app.log.error({ err: error }, 'first views cannot be drawn'));
    made.on('exit', () => {
      if (worker !== made) return;
      worker = undefined;
      // Nobody else answers them.
      for (const [id, answer] of waiting) answer({ id, html: null });
    });
    made.unref();
    return made;
  }

  async function end(): Promise<void> {
    clearTimeout(ending);
    const ended = worker;
    worker = undefined;
    kept.clear();
    await ended?.terminate();
  }
  app.addHook('onClose', end);

  function ask(page: string, isNarrow: boolean): Promise<PreviewAnswer> {
    const id = (lastId += 1);
    const from = (worker ??= open());
    clearTimeout(ending);
    ending = setTimeout(() => void end(), idle).unref();
    return new Promise((done) => {
      const answer = (answered: PreviewAnswer) => {
        clearTimeout(late);
        waiting.delete(id);
        done(answered);
      };
      const late = setTimeout(answer, patience, { id, html: null });
      waiting.set(id, answer);
      from.postMessage({ id, page, isNarrow } satisfies PreviewRequest);
    });
  }

  async function draw(request: FastifyRequest, component: string, page: string): Promise<Buffer | null> {
    const { html, problem } = await ask(page, isPhone(request));
    if (problem) request.log.warn({ component, problem }, 'the first view could not be drawn');
    // Only to be read: nothing typed or chosen here would last.
    return html ? Buffer.from(`<div inert data-first-view>${html}</div>`) : null;
  }

  app.decorateRequest('preview', async function preview(this: FastifyRequest, component: string, page: Buffer) {
    if (!isBuilt || !component.endsWith('-list') || !this.maybeActor) return null;
    if (this.cookies[releaseCookie] === assets.version) return null;
    const key = `${isPhone(this)}${page.toString('latin1')}`;
    const known = kept.get(key);
    if (known || waiting.size >= mostAtOnce) return known ?? null;
    const drawn = draw(this, component, page.toString());
    kept.set(key, drawn);
    if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
    void drawn.catch(() => null).then((html) => html ?? kept.delete(key));
    return drawn;
  });
}

/** Chrome says it; other browsers' names do. */
const isPhone = ({ headers }: FastifyRequest) =>
  headers['sec-ch-ua-mobile'] === undefined
    ? /\bMobile\b/.test(headers['user-agent'] ?? '')
    : headers['sec-ch-ua-mobile'] === '?1';

declare module 'fastify' {
  interface FastifyRequest {
    /** The markup of a page's first view; null if the browser has what draws it. */
    preview(component: string, page: Buffer): Promise<Buffer | null>;
  }
}
