import type { ReactNode } from 'react';
import { Cloth } from './motifs.tsx';

interface PageTitleProps {
  children: string;
  /** A link to the page above. */
  above?: { label: string; href: string };
  below?: ReactNode;
}

/** The page title on a strip of the school's cloth pattern. */
export const PageTitle = ({ children, above, below }: PageTitleProps) => (
  <div className="page-title">
    <Cloth name="title-cloth" />
    <div className="wide">
      {above && (
        <p className="crumbs">
          <a href={above.href}>{above.label}</a>
        </p>
      )}
      <h1>{children}</h1>
      {below}
    </div>
  </div>
);
