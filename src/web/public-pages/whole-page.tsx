import { StrictMode, useEffect, type ComponentType, type ReactElement } from 'react';

/** The same tree on the server and in the browser: otherwise React renders the page a second time. */
export const wholePage = <Props extends object>(Page: ComponentType<Props>, props: Props): ReactElement => (
  <StrictMode>
    <Page {...props} />
    <Ready />
  </StrictMode>
);

/** Says in the document that the page reacts from now on. */
function Ready() {
  useEffect(() => {
    document.documentElement.dataset['ready'] = '';
  }, []);
  return null;
}
