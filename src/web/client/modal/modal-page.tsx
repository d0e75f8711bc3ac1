import type { Page } from '@inertiajs/core';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { PageContext } from '#ui/hooks/use-page.ts';
import { InModal } from '#ui/overlays/modal.ts';
import { readPage } from '../answers.ts';
import { fullReload } from '../full-reload.ts';
import { loadPart, type SentPage } from '../load-part.ts';
import { fillModal, pageBeneath, type Modal } from './modal.ts';
import { askForPage } from '../wire.ts';
import classes from './modal.module.css';

interface Drawn {
  page: Page;
  Component: ComponentType<Record<string, unknown>>;
}

/**
 * Fetches the page of the modal's address by GET and renders it without a frame. If that fails, the page is loaded
 * fully.
 */
export function ModalPage({ modal: { address, page, isLoading } }: { modal: Modal }) {
  const box = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [asked, setAsked] = useState<string | null>(null);

  useEffect(() => {
    const stopped = new AbortController();
    void fetchPage(address, stopped.signal)
      .then(async (fetched) => {
        const Component = await loadPart<Drawn['Component']>(fetched.files);
        if (stopped.signal.aborted) return;
        setDrawn({ page: fetched, Component });
        setAsked(address);
        fillModal(address, fetched);
        await fetchRest(fetched, stopped.signal, (whole) => setDrawn({ page: whole, Component }));
      })
      .catch(() => stopped.signal.aborted || fullReload(address));
    return () => stopped.abort();
  }, [address]);

  useEffect(() => {
    const dialog = box.current?.closest('dialog');
    if (!asked || !dialog) return;
    const title = box.current!.querySelector<HTMLElement>('[data-page-title]');
    dialog.setAttribute('aria-label', title?.textContent ?? 'Page');
    // Unless a field of the page has the focus.
    if (!box.current!.contains(document.activeElement)) (title ?? box.current!).focus({ preventScroll: true });
    return () => dialog.setAttribute('aria-label', 'Loading');
  }, [asked]);

  if (!drawn || !page) return null;
  return (
    <PageContext value={drawn.page}>
      <InModal value>
        <div
          ref={box}
          tabIndex={-1}
          className={classes.page}
          aria-busy={isLoading}
          data-modal-path={new URL(drawn.page.url, location.href).pathname}
        >
          <drawn.Component key={drawn.page.url} {...drawn.page.props} />
        </div>
      </InModal>
    </PageContext>
  );
}

/** Rejects unless the answer is a page of this release (8.1 to 8.5). */
async function fetchPage(address: string, signal: AbortSignal, headers = {}): Promise<SentPage> {
  const { version } = pageBeneath();
  const page = readPage(await askForPage(address, version, { signal, headers }));
  if (page?.version !== version) throw new Error(`No page of this release at ${address}`);
  return page;
}

/** The deferred props of a page; one that fails leaves its place unchanged. */
async function fetchRest(page: Page, signal: AbortSignal, show: (whole: Page) => void): Promise<void> {
  const names = Object.values(page.deferredProps ?? {}).flat();
  if (names.length === 0) return;
  const part = await fetchPage(page.url, signal, {
    'X-Inertia-Partial-Component': page.component,
    'X-Inertia-Partial-Data': names.join(','),
  }).catch(() => null);
  if (part && !signal.aborted) show({ ...page, props: { ...page.props, ...part.props } });
}
