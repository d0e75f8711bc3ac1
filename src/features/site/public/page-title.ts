import { html, type Markup, type Piece } from './html.ts';
import { cloth } from './motifs.ts';

/** The page title on a strip of the school's cloth pattern. */
export const pageTitle = (title: string, { above, below }: { above?: Piece; below?: Piece } = {}): Markup =>
  html`<div class="page-title">
    ${cloth('title-cloth')}
    <div class="wide">
      ${above}
      <h1>${title}</h1>
      ${below}
    </div>
  </div>`;
