import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { appTags } from '#kernel/app-tags.ts';
import { colorSchemeScript } from '#ui/theme/color-scheme-script.ts';
import type { FormProps } from '#ui/public/form-props.ts';
import { wantsPage } from '../errors.ts';
import { isSwap } from '../pages.ts';
import type { PublicPage } from '../public-pages/public-page.ts';
import type { App } from '../routes.ts';
import type { EntranceParts } from './entrance-parts.ts';

/** What a page gets besides its form. */
type Own<Props extends FormProps> = Omit<Props, keyof FormProps>;

interface Sending {
  /** Where its form is sent. */
  action: string;
  status?: number;
  values?: Record<string, string>;
  errors?: Record<string, string>;
  message?: string | null;
}

interface Again<Props extends FormProps> extends Pick<Sending, 'action'> {
  page: PublicPage<Props>;
  props: () => Own<Props> | Promise<Own<Props>>;
  /** The fields whose text is shown again: never a password. */
  keeps: readonly string[];
}

/**
 * The pages for signing in: whole documents that React draws on the server, with forms that work without a script.
 * docs/decisions/0054-one-way-to-write-a-page.md.
 */
export function registerEntrance(app: App): void {
  const { assets, secret } = app.services;
  const { css, scripts } = assets.entrance;
  const styles = css.replaceAll('</', '<\\/');
  const policy = [
    `default-src 'none'`,
    `script-src 'self' ${hashOf(colorSchemeScript)}`,
    `style-src 'self' ${hashOf(styles)}`,
    `img-src 'self' data:`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');

  app.decorateReply('entrance', async function entrance<
    Props extends FormProps,
  >(this: FastifyReply, page: PublicPage<Props>, own: Own<Props>, sending: Sending) {
    // A page of the application cannot swap it in.
    if (isSwap(this.request)) return this.fullReload(this.request.url);
    const { action, errors = {}, message = null, status = 200, values = {} } = sending;
    const draw = await assets.documentOf(page.name);
    const csrf = this.formToken();
    const parts: EntranceParts = {
      page: page.name,
      csrf,
      app: appTags(secret),
      styles,
      scripts,
      ahead: assets.ahead,
      flash: this.takeFlash(),
    };
    return this.code(status)
      .header('Content-Security-Policy', policy)
      .header('Cache-Control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(draw({ ...own, action, csrf, errors, message, values }, parts));
  });

  app.decorateReply('entranceAgain', async function entranceAgain<
    Props extends FormProps,
  >(this: FastifyReply, error: Error, { action, page, props, keeps }: Again<Props>) {
    const { request } = this;
    if (!wantsPage(request)) throw error;
    const { status, message, errors } = request.problemsOf(error);
    if (status === 404) throw error;
    if (status === 429) this.header('Retry-After', (error as Error & { seconds?: number }).seconds ?? 60);
    const form = { action, status, errors, values: typed(request, keeps) };
    return this.entrance(page, await props(), { ...form, message: status === 403 ? expired : message });
  });
}

// The page that comes back has a new token.
const expired = 'This page had expired. Try again.';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function typed({ body }: FastifyRequest, names: readonly string[]): Record<string, string> {
  const sent = (body ?? {}) as Record<string, unknown>;
  const entries = names.map((name) => [name, sent[name]] as const);
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.slice(0, 200)]] : [])),
  );
}

declare module 'fastify' {
  interface FastifyReply {
    /** Draws a page for signing in. */
    entrance<Props extends FormProps>(
      page: PublicPage<Props>,
      own: Own<Props>,
      sending: Sending,
    ): Promise<FastifyReply>;
    /** Shows a refused form again, with what was typed and what is wrong; a program gets the error. */
    entranceAgain<Props extends FormProps>(error: Error, again: Again<Props>): Promise<FastifyReply>;
  }
}
