import { usePage } from '#ui/hooks/use-page.ts';
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { focusTitleWhenLost } from '#ui/focus-title.ts';
import { IconX } from '#ui/icons.tsx';
import { closeModal, modalInView, subscribeToModal } from './modal.ts';
import dialogs from '#ui/overlays/dialog.module.css';
import classes from './modal.module.css';

const ModalPage = lazy(() => import('./modal-page.tsx').then((module) => ({ default: module.ModalPage })));

/** Shows a page in a modal over the current one; mounted once by the frame. It opens before the page has loaded. */
export function ModalHost() {
  const dialog = useRef<HTMLDialogElement>(null);
  const modal = useSyncExternalStore(subscribeToModal, modalInView, () => null);
  const isOpen = modal !== null;
  const page = usePage();
  const hasClosed = useRef(false);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (isOpen) return element.open ? undefined : element.showModal();
    const closes = element.open;
    if (closes) element.close();
    // The element that opened it may be gone, or be removed by the page that follows a write.
    if (closes || hasClosed.current) focusTitleWhenLost();
    hasClosed.current = closes;
  }, [isOpen, page]);
  return (
    // Escape is the keyboard's way out; the press outside is only the mouse's.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={cx(dialogs.dialog, classes.modal)}
      aria-label="Loading"
      aria-busy={isOpen && modal.isLoading}
      onCancel={(event) => {
        event.preventDefault();
        void closeModal();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        void closeModal();
      }}
      onMouseDown={(event) => {
        if (event.target !== event.currentTarget) return;
        // The press would take the focus from the element it returns to.
        event.preventDefault();
        void closeModal();
      }}
    >
      {isOpen && (
        <>
          <IconButton label="Close" className={classes.close} onClick={() => void closeModal()}>
            <IconX />
          </IconButton>
          {modal.isLoading && (
            <p role="status" className={modal.page ? 'visually-hidden' : classes.loading}>
              <span className={classes.spinner} aria-hidden />
              Loading…
            </p>
          )}
          <Suspense>
            <ModalPage modal={modal} />
          </Suspense>
        </>
      )}
    </dialog>
  );
}
