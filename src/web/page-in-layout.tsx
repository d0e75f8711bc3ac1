import type { Page } from '@inertiajs/core';
import type { ComponentType } from 'react';
import { PageContext } from '#ui/hooks/use-page.ts';

/** What draws a page from its props, or the frame around it. */
export type PageComponent = ComponentType<Record<string, unknown>>;

export interface PageInLayoutProps {
  page: Page;
  Component: PageComponent;
  Layout: PageComponent;
  /** A new version remounts the page. */
  version?: number;
}

/** A page with its frame, as browsers and previews draw it. */
export const PageInLayout = ({ page, Component, Layout, version }: PageInLayoutProps) => (
  <PageContext value={page}>
    <Layout {...page.props}>
      <Component key={version} {...page.props} />
    </Layout>
  </PageContext>
);
