import { router } from '@inertiajs/core';
import { PROGRESS_BAR_HEIGHT, PROGRESS_BAR_SPEED_MS, PROGRESS_BAR_START_PERCENT } from '#ui/plain/constants.ts';

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
export function showProgress(): void {
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
