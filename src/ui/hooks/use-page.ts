import type { Page, PageProps } from '@inertiajs/core';
import { createContext, use } from 'react';

/** The page that is shown; in a modal, the modal's. */
export const PageContext = createContext<Page | null>(null);

/** The page around a component. */
export const usePage = <Props extends PageProps = PageProps>() => use(PageContext) as Page<Props>;
