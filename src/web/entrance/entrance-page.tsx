import type { ReactNode } from 'react';
import { Adire, Mark } from '#ui/adire.tsx';
import { colorSchemeScript } from '#ui/theme/color-scheme-script.ts';
import { AppTags } from './app-tags.tsx';
import { useDocumentParts } from './document-parts.ts';

interface EntrancePageProps {
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Links below the form. */
  footer?: ReactNode;
}

/** The whole document of a page that leads in: patterned cloth above, one card in the middle. */
export function EntrancePage({ title, description, children, footer }: EntrancePageProps) {
  const { ahead, app, csrf, flash, page, scripts, styles } = useDocumentParts();
  return (
    <html lang="en" data-mantine-color-scheme="light">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="csrf-token" content={csrf} />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Akada`}</title>
        <AppTags {...app} />
        <script dangerouslySetInnerHTML={{ __html: colorSchemeScript }} />
        <style dangerouslySetInnerHTML={{ __html: styles }} />
        {scripts.map((file) => (
          <script key={file} type="module" src={`/assets/${file}`} />
        ))}
      </head>
      <body data-page={page} data-ahead={ahead.join(' ')}>
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
      </body>
    </html>
  );
}
