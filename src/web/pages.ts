import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { accentStyle } from '#ui/theme/accent.ts';
import { appTags, type HeadTag } from '#kernel/app-tags.ts';
import { dropCookie, flashCookie, putCookie, sentSession } from './cookies.ts';
import { packed } from './packed.ts';
import { visitorOf } from './visitors.ts';
import { csrfToken } from './csrf.ts';
import type { Page, PropsInput } from './page.ts';
import type { App, Flash } from './routes.ts';
import { evaluate, joined, type ShellFor } from './evaluate-props.ts';
import { homeCards, noCards } from './home-cards.ts';
import { colorSchemeScript } from '#ui/theme/color-scheme-script.ts';

/**
 * The Inertia protocol on the server: one address answers with a full page or, for a swap, with the page object alone.
 */
export function registerPages(app: App, shellFor: ShellFor): void {
  const { assets, secret } = app.services;

  // A browser page that is older than the bundle is loaded fully, so that its scripts are current (8.5).
  app.addHook('onRequest', (request, reply, done) => {
    if (!isSwap(request) || request.method !== 'GET' || request.headers['x-inertia-version'] === assets.version)
      return done();
    void reply.code(409).header('X-Inertia-Location', request.url).send();
  });

  app.decorateReply('page', async function page<
    Props extends object,
  >(this: FastifyReply, token: Page<Props>, props: PropsInput<Props>, status = 200) {
    const { request } = this;
    const { component } = token;
    const cardsFor = status < 400 ? homeCards : noCards;
    const { json, deferred, cards } = await evaluate({ shellFor, cardsFor }, request, component, props);
    // What draws the cards is loaded with the page, so that nothing moves later.
    const files = [assets.files(component), ...cards.map((card) => card.files)].flat();
    const next = isSwap(request) ? undefined : usuallyNext[component];
    const parts = [
      `{"component":${JSON.stringify(component)},"files":${JSON.stringify([...new Set(files)])},`,
      ...(next ? [`"warm":${JSON.stringify(assets.files(next))},`] : []),
      '"props":',
      ...json.props,
      `,"url":${JSON.stringify(request.url)},"version":${JSON.stringify(assets.version)}${json.once}${
        deferred.length ? `,"deferredProps":{"default":${JSON.stringify(deferred)}}` : ''
      },"flash":${JSON.stringify(this.takeFlash())}}`,
    ];
    this.code(status)
      .header('Vary', 'X-Inertia, Accept-Encoding, Save-Data')
      .header('X-XHR-Redirected-To', request.url)
      .header('Cache-Control', 'no-store');
    if (isSwap(request))
      return this.header('X-Inertia', 'true')
        .type('application/json; charset=utf-8')
        .send(await packed(request, this, joined(parts), { staysSame: true }));
    const nonce = randomBytes(16).toString('base64');
    // If the user could not be checked, the token stays the session's: it will be valid again shortly.
    const session = request.maybeActor || status === 503 ? sentSession(request) : undefined;
    const browser = session ?? visitorOf(request, this);
    const body = joined(parts);
    const institution = institutionInView(request);
    const preview = status === 200 ? await request.preview(component, body) : null;
    return this.header('Content-Security-Policy', contentPolicy(nonce))
      .type('text/html; charset=utf-8')
      .send(
        await packed(
          request,
          this,
          documentOf({
            body,
            preview,
            nonce,
            ...assets.head(component, nonce, Boolean(request.maybeActor)),
            csrf: csrfToken(secret, browser),
            app: appTags(secret, institution),
            font: request.headers['save-data'] === 'on' ? null : assets.font,
            accent: accentStyle(institution?.accent ?? null),
          }),
          { staysSame: false },
        ),
      );
  });

  app.decorateReply('flash', function flash(this: FastifyReply, flash: Flash | string) {
    const value = Buffer.from(
      JSON.stringify(typeof flash === 'string' ? { message: flash, tone: 'good' } : flash),
    ).toString('base64url');
    return putCookie(this, flashCookie, `${value}.${sign(value)}`, { maxAge: 60 });
  });

  app.decorateReply('takeFlash', function takeFlash(this: FastifyReply): Partial<Flash> {
    const cookie = this.request.cookies[flashCookie];
    if (!cookie) return {};
    dropCookie(this, flashCookie);
    const [value = '', signature = ''] = cookie.split('.');
    const expected = sign(value);
    if (signature.length !== expected.length || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected)))
      return {};
    return JSON.parse(Buffer.from(value, 'base64url').toString()) as Flash;
  });

  app.decorateReply('seeOther', function seeOther(this: FastifyReply, address: string) {
    return this.code(303).header('Location', address).send();
  });

  app.decorateReply('redirectOrJson', function redirectOrJson(this: FastifyReply, message: string, address: string) {
    return isSwap(this.request) ? this.flash(message).seeOther(address) : this.send({ message });
  });

  app.decorateReply('fullReload', function fullReload(this: FastifyReply, address: string) {
    if (isSwap(this.request)) return this.code(409).header('X-Inertia-Location', address).send();
    return this.code(303).header('Location', address).send();
  });

  const sign = (value: string) =>
    createHmac('sha256', secret).update(`flash:${value}`).digest('base64url').slice(0, 22);
}

/** The pages that people usually open after one, whose files the browser loads while it is idle (warm.ts). */
const usuallyNext: Record<string, string> = {
  'students/student-list': 'students/student-profile',
  'students/student-profile': 'students/student-list',
};

export const isSwap = (request: FastifyRequest): boolean => request.headers['x-inertia'] === 'true';

const contentPolicy = (nonce: string) =>
  [
    `default-src 'none'`,
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    // Papers of applications are shown beside their forms.
    `frame-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');

/** The institution whose app the page installs and whose colour it has: the one that the address names, or the only one. */
function institutionInView({ maybeActor, query }: FastifyRequest) {
  const institutions = maybeActor?.institutions ?? [];
  const wanted = Number((query as { institution_id?: unknown } | undefined)?.institution_id);
  return institutions.length === 1 ? institutions[0] : institutions.find(({ id }) => id === wanted);
}

interface Parts {
  /** The page object as JSON. */
  body: Buffer;
  nonce: string;
  /** What the page looks like until its scripts have come; null if the browser has them. */
  preview: Buffer | null;
  styles: string;
  scripts: string;
  csrf: string;
  /** The tags that make the page installable as an app. */
  app: HeadTag[];
  /** The address of the font; none for people who asked to save data. */
  font: string | null;
  /** The institution's colours, as a style attribute: without them the product's own would flash. */
  accent: string;
}

/**
 * The HTML around a page: what the browser needs before its scripts run, with nothing inline except with the nonce. Put
 * together as bytes: a text of 70 KB would be encoded for longer than all else takes.
 */
export function documentOf({ body, preview, nonce, styles, scripts, csrf, app, font, accent }: Parts): Buffer {
  const attributes = `${font ? ' data-font="inter"' : ''}${accent && ` style="${accent}"`}`;
  const head = `<!doctype html>
<html lang="en" data-color-scheme="light"${attributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="csrf-token" content="${csrf}">
<meta name="color-scheme" content="light dark">
<title>Akada</title>
${font ? `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>\n` : ''}${app.map(written).join('\n')}
<script nonce="${nonce}">${colorSchemeScript}</script>
${styles}${preview ? '' : `\n${scripts}`}
</head>
<body>
<div id="app">`;
  const tail = `</script>${preview ? `\n${scripts}` : ''}
<noscript>Akada needs JavaScript. Turn it on in your browser, then load this page again.</noscript>
</body>
</html>`;
  const data = '</div>\n<script type="application/json" data-page="app">';
  return Buffer.concat([Buffer.from(head), preview ?? none, Buffer.from(data), inScript(body), Buffer.from(tail)]);
}

const none = Buffer.alloc(0);

/** JSON that does not end the script around it. As Latin-1 the text of its bytes is short and whole. */
const inScript = (json: Buffer) =>
  json.includes('<') ? Buffer.from(json.toString('latin1').replaceAll('<', '\\u003c'), 'latin1') : json;

const written = ([tag, attributes]: HeadTag) =>
  `<${[tag, ...Object.entries(attributes).map(([name, value]) => `${name}="${escaped(value)}"`)].join(' ')}>`;

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);
