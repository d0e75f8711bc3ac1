import { Button, LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useWindowTitle } from '#ui/window-title.ts';

interface ErrorPageProps {
  status: number;
  title: string;
  message: string;
  requestId?: string;
  /** The same address without its invalid filters. */
  without?: { label: string; href: string };
}

/** The page for errors: what happened, and where to go next. */
export default function ErrorPage({ status, title, message, requestId, without }: ErrorPageProps) {
  useWindowTitle(title);
  return (
    <EmptyState
      title={title}
      level={1}
      action={
        <>
          {without && (
            <LinkButton tone="primary" href={without.href} external>
              {without.label}
            </LinkButton>
          )}
          <LinkButton tone={without ? 'plain' : 'primary'} href="/" external>
            Go to the home page
          </LinkButton>
          <Button onClick={() => (status >= 500 ? location.reload() : history.back())}>
            {status >= 500 ? 'Try again' : 'Go back'}
          </Button>
        </>
      }
    >
      <p>{message}</p>
      {requestId && <p>If you ask for help, quote this reference: {requestId}</p>}
    </EmptyState>
  );
}
