import type { Page } from '@inertiajs/core';
import { PublicFrame } from './layouts/public-frame.tsx';
import { SiteFrame } from './layouts/site-frame.tsx';

/** The frame around a page: the site's for who is signed in, the small one for everybody else. */
export const layoutFor = (_name: string, page: Page) => (page.props['shell'] ? SiteFrame : PublicFrame);
