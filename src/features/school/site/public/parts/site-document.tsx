import type { ReactNode } from 'react';
import { Document } from '#web/public-pages/document.tsx';
import { colours } from '../colours.ts';
import { Icon } from './icon.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHead, titleOf, type Described } from './site-head.tsx';
import { SiteHeader } from './site-header.tsx';
import { useDrawn } from './use-drawn.ts';

interface SiteDocumentProps extends Described {
  /** The text of the preview banner. */
  notice?: string | null;
  children: ReactNode;
}

/** The frame of every page of a site. */
export function SiteDocument({ notice, children, ...described }: SiteDocumentProps) {
  const { site, place } = useDrawn();
  const said = notice ?? (site.isPublished ? 'as visitors see it' : 'this site is not published');
  return (
    <Document
      title={titleOf(site, described.title)}
      head={<SiteHead {...described} />}
      html={{ style: colours(site.accent) }}
      body={{ id: 'top' }}
    >
      <a className="skip" href="#main">
        Skip to content
      </a>
      {place.isPreview && (
        <p className="preview" role="note">
          Preview: {said}
        </p>
      )}
      <SiteHeader path={described.path} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
      <a className="to-top" href="#top" aria-label="Back to top" data-to-top="">
        <Icon name="arrow-up" />
      </a>
    </Document>
  );
}
