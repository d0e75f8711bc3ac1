import {
  HttpCancelledError,
  HttpNetworkError,
  router,
  type HttpClient,
  type HttpRequestConfig,
  type HttpResponse,
  type Page,
  type VisitOptions,
} from '@inertiajs/core';
import { KEY_HEADER, newKey } from '#ui/form-key.ts';
import { LEAVING } from '#ui/leaving.ts';
import {
  pageAnswer,
  readConflicts,
  readErrors,
  readMessage,
  readPage,
  withErrors,
  withoutDeferred,
} from './client/answers.ts';
import { keepDrafts, ownerOf } from './client/drafts.ts';
import { fullReload } from './client/full-reload.ts';
import { forgetOtherPages, keepPage, refreshHistoryEntry, watchHistory } from './client/page-cache.ts';
import { closeAfterWrite, modalPage, watchModal } from './client/modal/modal.ts';
import { type Answer, type Ask, ask, isOwnOrigin } from './client/wire.ts';
import { PROGRESS_BAR_HEIGHT, PROGRESS_BAR_SPEED_MS, PROGRESS_BAR_START_PERCENT } from '#ui/plain/constants.ts';

/*
 * The specification's navigation rules on top of Inertia's client. If a page swap is not possible, the address is
 * loaded fully (checklist 8.1 to 8.5): no answer, a 4xx or 5xx, an answer that is not a page, a new release. Exceptions
 * are validation errors, which belong to the current form, and background loads, which are not swaps.
 */

const background = 'X-Background';
const poll = 'poll';
let current: Page;
/** The address of a swap that waits for a running prefetch. */
let awaited: string | null = null;
/** The addresses of running writes. */
const writing = new Set<string>();

/** Starts the navigation rules. Call before createInertiaApp, with the page that the server sent. */
export function startNavigation(initialPage: Page): void {
  current = initialPage;
  watchModal(() => current);
  watchHistory();
  refreshHistoryEntry(initialPage);
  keepPage(initialPage.url);

  const shown = (page: Page | undefined) => {
    if (!page) return;
    current = page;
    keepPage(page.url);
  };
  router.on('beforeUpdate', ({ detail }) => void (current = detail.page));
  for (const event of ['navigate', 'success', 'error', 'clientVisit'] as const) {
    router.on(event, ({ detail }) => shown(detail.page as Page | undefined));
  }
  router.on('before', ({ detail: { visit } }) => {
    // A second press of the same button: Inertia would drop the first answer and send everything twice.
    if (visit.method !== 'get' && !visit.async && writing.has(visit.url.href)) return false;
    if (!visit.prefetch && !visit.async) awaited = visit.url.href;
  });
  router.on('start', ({ detail: { visit } }) => {
    if (!visit.prefetch) awaited = null;
    if (visit.method !== 'get') writing.add(visit.url.href);
  });
  router.on('finish', ({ detail: { visit } }) => {
    if (visit.method === 'get') return;
    writing.delete(visit.url.href);
    if (visit.completed) forgetOtherPages();
  });
  // A new release, signing in or out, or an ended session: the form's input is saved for its user.
  router.on('location', () => {
    keepDrafts(ownerOf(current.props));
    window.dispatchEvent(new Event(LEAVING));
  });
  // Inertia leaves a failed prefetch unhandled; it is not an error of the current page.
  window.addEventListener('unhandledrejection', (event) => {
    if (event.reason instanceof PrefetchFailed) event.preventDefault();
  });
  showProgress();
}

/** The headers that Inertia adds to automatic reloads: deferred props and polls. */
interface HiddenOptions {
  deferredProps?: boolean;
  poll?: boolean;
}

/**
 * Inertia's visit options: marks background loads, and keeps scroll position and input when a form returns with errors.
 */
export function visitOptions(_address: string, options: VisitOptions & HiddenOptions): VisitOptions {
  // A copy for each visit: Inertia writes the prefetch header into the link's own headers.
  const { Purpose: _purpose, ...headers } = options.headers ?? {};
  if (options.deferredProps || options.poll) headers[background] = options.poll ? poll : '1';
  if (!options.method || options.method === 'get') return { headers };
  headers[KEY_HEADER] ??= newKey();
  return {
    headers,
    // A form in a modal updates the page below without resetting it.
    preserveScroll: options.preserveScroll || Boolean(modalPage()) || 'errors',
    preserveState: options.preserveState || Boolean(modalPage()) || 'errors',
  };
}

/** Inertia's HTTP client. Every answer that is not a page is handled here. */
export const pageClient: HttpClient = {
  async request(config) {
    const headers = { ...config.headers } as Record<string, string>;
    delete headers[background];
    const swap = Boolean(headers['X-Inertia']);
    if (swap && config.method === 'get' && !isOwnOrigin(config.url)) return leave(config.url);
    if (swap && isOwnOrigin(config.url)) headers['X-XHR-Referer'] = location.href;
    let answer: Answer;
    try {
      const content = visitBody(config);
      answer = await ask({ ...config, ...content, headers: { ...headers, ...content.headers } });
    } catch (error) {
      if (!swap || error instanceof HttpCancelledError) throw error;
      return swapFailed(config, null);
    }
    return swap ? answerSwap(config, answer) : { status: answer.status, data: answer.text, headers: answer.headers };
  },
};

class PrefetchFailed extends HttpNetworkError {}

function answerSwap(config: HttpRequestConfig, answer: Answer): HttpResponse | Promise<HttpResponse> {
  const elsewhere = answer.headers['x-inertia-location'] ?? answer.headers['x-inertia-redirect'];
  if (answer.status === 409 && elsewhere && !isBehindTheScenes(config)) {
    return { status: 409, data: '', headers: answer.headers };
  }
  // The user closed the confirmation: the page keeps its input.
  if (answer.status === 428 && config.method !== 'get') throw new HttpCancelledError(undefined, config.url);
  // 8.2: only a form has fields to show the errors beside; a link's 4xx is loaded fully.
  const refused = config.method === 'get' || isBehindTheScenes(config) ? null : readErrors(answer);
  if (refused)
    return pageAnswer(withErrors(current, refused.errors, String(config.headers?.['X-Inertia-Error-Bag'] ?? '')));
  const conflicts = readConflicts(answer);
  if (conflicts && !isBehindTheScenes(config)) return pageAnswer(withErrors(current, conflicts));
  const page = readPage(answer);
  if (!page) return swapFailed(config, answer);
  // The answer is from a new release (in a rolling deployment any process may answer), whose pages need their own
  // scripts.
  if (page.version !== current.version && !isBehindTheScenes(config)) return leave(page.url);
  if (config.method !== 'get' && modalPage()) return closeAfterWrite(page).then((beneath) => pageAnswer(beneath));
  return pageAnswer(page, answer.headers);
}

function swapFailed(config: HttpRequestConfig, answer: Answer | null): HttpResponse {
  if (config.headers?.['Purpose'] === 'prefetch') {
    if (awaited === config.url) fullReload(config.url);
    throw new PrefetchFailed('Prefetch failed', config.url);
  }
  if (config.headers?.[background] === poll) {
    // A polling page reports errors itself. If it is gone or the user is signed out, it is left.
    if (!answer || answer.status === 429 || answer.status >= 500) throw new HttpNetworkError('No answer', config.url);
    return leave(location.href);
  }
  if (config.headers?.[background]) {
    // A full reload would lose input, and a prop that always fails would reload for ever.
    const props = String(config.headers['X-Inertia-Partial-Data'] ?? '');
    if (!props) throw new HttpCancelledError(undefined, config.url);
    return pageAnswer(withoutDeferred(current, props.split(',')));
  }
  if (config.method === 'get') return leave(config.url);
  return leaveAfterFailedWrite(config.url, answer);
}

/**
 * The address of a write is often not a page, and requesting it again would hide what happened. If the server accepted
 * the write and redirected, that page is loaded; otherwise the current page, which then shows the real state (the write
 * may have succeeded although its answer was lost), with the server's message if there was one.
 */
function leaveAfterFailedWrite(address: string, answer: Answer | null): never {
  if (answer && !sameAddress(answer.url, address)) return leave(answer.url);
  const isKept = keepDrafts(ownerOf(current.props));
  const explanation = answer ? readMessage(answer) : '';
  const unknown = answer
    ? 'Your change could not be saved. Check the page and try again.'
    : `The server did not respond. ${isKept ? 'Your entries are kept as a draft. ' : ''}Check whether your change was saved, then try again.`;
  fullReload(modalPage()?.url ?? location.href, { tone: 'bad', message: explanation || unknown });
  throw new HttpCancelledError(undefined, address);
}

function leave(address: string): never {
  fullReload(address);
  throw new HttpCancelledError(undefined, address);
}

const sameAddress = (one: string, other: string) =>
  new URL(one, location.href).href.split('#')[0] === new URL(other, location.href).href.split('#')[0];

const isBehindTheScenes = ({ headers }: HttpRequestConfig) =>
  Boolean(headers?.[background]) || headers?.['Purpose'] === 'prefetch';

/** The body of an Inertia visit: its data as JSON or as a form, and the upload progress. */
function visitBody({ data, onUploadProgress }: HttpRequestConfig): Pick<Ask, 'body' | 'headers' | 'onUpload'> {
  const onUpload = onUploadProgress && ((event: ProgressEvent) => onUploadProgress(progressOf(event)));
  if (data === null || data === undefined) return { onUpload };
  if (data instanceof FormData || typeof data === 'string') return { body: data, onUpload };
  return { body: JSON.stringify(data), headers: { 'Content-Type': 'application/json' }, onUpload };
}

function progressOf({ lengthComputable, loaded, total }: ProgressEvent) {
  const progress = lengthComputable && total > 0 ? loaded / total : undefined;
  return {
    progress,
    percentage: Math.round((progress ?? 0) * 100),
    loaded,
    total: lengthComputable ? total : undefined,
  };
}

const nearlyDone = 95;

/**
 * The thin progress bar at the top while a page is fetched. Decoration only: hidden from assistive technology, which
 * announces the new page's title instead. Styled through the DOM, because the content policy forbids inline styles.
 */
class ProgressBar {
  private bar: HTMLElement | null = null;
  private percent = 0;
  private tick: ReturnType<typeof setInterval> | undefined;

  start(): void {
    if (this.tick) return;
    this.bar?.remove();
    this.bar = createBar();
    document.body.append(this.bar);
    this.show(PROGRESS_BAR_START_PERCENT);
    this.tick = setInterval(() => this.show(this.percent + (nearlyDone - this.percent) / 8), PROGRESS_BAR_SPEED_MS);
  }

  /** Shows upload progress; never goes backwards. */
  advanceTo(percent: number): void {
    if (this.tick) this.show(Math.max(this.percent, Math.min(percent, nearlyDone)));
  }

  finish(): void {
    const bar = this.bar;
    if (!this.tick || !bar) return;
    clearInterval(this.tick);
    this.tick = undefined;
    this.show(100);
    bar.style.opacity = '0';
    setTimeout(() => bar.remove(), PROGRESS_BAR_SPEED_MS);
  }

  private show(percent: number): void {
    this.percent = percent;
    if (!this.bar) return;
    this.bar.style.width = `${percent}%`;
    this.bar.dataset['percent'] = String(Math.round(percent));
  }
}

function createBar(): HTMLElement {
  const bar = document.createElement('div');
  bar.setAttribute('aria-hidden', 'true');
  bar.dataset['pageProgress'] = '';
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  Object.assign(bar.style, {
    position: 'fixed',
    insetBlockStart: '0',
    insetInlineStart: '0',
    zIndex: '1000',
    pointerEvents: 'none',
    height: `${PROGRESS_BAR_HEIGHT}px`,
    background: 'var(--accent)',
    transition: still
      ? 'none'
      : `width ${PROGRESS_BAR_SPEED_MS}ms ease-out, opacity ${PROGRESS_BAR_SPEED_MS}ms ease-in`,
  });
  return bar;
}

/** Shows the bar while a page is loading, but not for background loads. */
function showProgress(): void {
  const bar = new ProgressBar();
  const visits = new Set<string>();
  router.on('start', ({ detail: { visit } }) => {
    if (!visit.showProgress || visit.prefetch) return;
    visits.add(visit.id);
    bar.start();
  });
  router.on('progress', ({ detail: { progress } }) => bar.advanceTo(progress?.percentage ?? 0));
  router.on('finish', ({ detail: { visit } }) => {
    if (visits.delete(visit.id) && visits.size === 0) bar.finish();
  });
}
