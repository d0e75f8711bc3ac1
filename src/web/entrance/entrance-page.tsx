import type { ReactNode } from 'react';
import { Adire, Mark } from '#ui/adire.tsx';
import { colorSchemeScript } from '#ui/theme/color-scheme-script.ts';
import { Document } from '../public-pages/document.tsx';
import { useDocumentParts } from '../public-pages/document-parts.ts';
import type { EntranceParts } from './entrance-parts.ts';

interface EntrancePageProps {
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Links below the form. */
  footer?: ReactNode;
}

/** The whole document of a page that leads in: patterned cloth above, one card in the middle. */
export function EntrancePage({ title, description, children, footer }: EntrancePageProps) {
  const { ahead, flash, page } = useDocumentParts<EntranceParts>();
  return (
    <Document
      title={`${title} · Akada`}
      head={<script>{colorSchemeScript}</script>}
      html={{ 'data-mantine-color-scheme': 'light' }}
      body={{ 'data-page': page, 'data-ahead': ahead.join(' ') }}
    >
      <div className="frame">
        <div className="cloth">
          <Adire />
        </div>
        <header>
          <a className="brand" href="/">
            <Mark size={32} />
            <span>Akada</span>
            <span className="visually-hidden">, home page</span>
          </a>
        </header>
        <main id="main" className="sheet">
          <h1>{title}</h1>
          {description && <p className="description">{description}</p>}
          {/* Also where the script shows what the page before left to say. */}
          <p className={flash.tone === 'bad' ? 'flash bad' : 'flash'} role="status" data-flash="">
            {flash.message}
          </p>
          <div className="body">{children}</div>
          {footer && <div className="footer">{footer}</div>}
        </main>
        <footer className="foot">Akada · school and institution management</footer>
      </div>
    </Document>
  );
}
