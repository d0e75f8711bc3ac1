import type { ReactNode } from 'react';
import { colorSchemeScript } from '#ui/theme/color-scheme-script.ts';
import { CardFrame } from '../layouts/card-frame.tsx';
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
      html={{ 'data-color-scheme': 'light' }}
      body={{ 'data-page': page, 'data-ahead': ahead.join(' ') }}
    >
      <CardFrame>
        <h1>{title}</h1>
        {description && <p className="description">{description}</p>}
        {/* Also where the script shows what the page before left to say. */}
        <p className={flash.tone === 'bad' ? 'flash bad' : 'flash'} role="status" data-flash="">
          {flash.message}
        </p>
        <div className="body">{children}</div>
        {footer && <div className="footer">{footer}</div>}
      </CardFrame>
    </Document>
  );
}
