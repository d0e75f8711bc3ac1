import { Link } from './link.tsx';
import { type ReactNode, useContext } from 'react';
import { count as number } from './format.ts';
import { Menu, type MenuItem } from './overlays/menu.tsx';
import { IconDots } from './icons.tsx';
import { InModal } from './overlays/modal.ts';
import { PageTabs, Tabs } from './tabs.tsx';
import { useWindowTitle } from './window-title.ts';
import buttons from './button.module.css';
import { cx } from './cx.ts';
import classes from './page-header.module.css';

interface Crumb {
  label: string;
  href?: string;
}

interface PageHeaderProps {
  title: string;
  /** The window's, where the title and the record above it do not tell it from others: 'Documents, Ada Obi'. */
  windowTitle?: string;
  breadcrumbs?: Crumb[];
  count?: number;
  badge?: ReactNode;
  description?: ReactNode;
  /** The main action. */
  action?: ReactNode;
  /** Other actions, in the '…' menu. */
  more?: (MenuItem | false | null | undefined)[];
}

/** 'Entrance examination, Intake 2026' for a page of a record: several windows can show the same one of other records. */
function titleWithin(title: string, breadcrumbs: Crumb[]): string {
  const record = breadcrumbs.length > 1 ? breadcrumbs.at(-1)!.label : '';
  return record && !title.includes(record) ? `${title}, ${record}` : title;
}

/** The title section of a page; also sets the window title. */
export function PageHeader({
  title,
  breadcrumbs = [],
  windowTitle = titleWithin(title, breadcrumbs),
  count,
  badge,
  description,
  action,
  more = [],
}: PageHeaderProps) {
  const inModal = useContext(InModal);
  const tabs = useContext(PageTabs);
  useWindowTitle(windowTitle, !inModal);
  const items = more.filter((item) => !!item);
  return (
    <header className={classes.header}>
      {breadcrumbs.length > 0 && !inModal && (
        <nav aria-label="Breadcrumb">
          <ol className={classes.crumbs}>
            {breadcrumbs.map((crumb) => (
              <li key={crumb.label}>{crumb.href ? <Link href={crumb.href}>{crumb.label}</Link> : crumb.label}</li>
            ))}
          </ol>
        </nav>
      )}
      <div className={classes.line}>
        <div className={classes.title} data-tour="page-title">
          <h1 tabIndex={-1} data-page-title>
            {title}
          </h1>
          {count !== undefined && <span className={classes.count}>{number(count)}</span>}
          {badge}
        </div>
        {tabs && !inModal && (
          <div className={classes.tabs}>
            <Tabs label="Pages" items={tabs} />
          </div>
        )}
        {(items.length > 0 || action) && (
          <div className={cx(classes.actions, 'no-print')}>
            {items.length > 0 && (
              <span className="contents" data-tour="page-more">
                <Menu
                  label="More actions"
                  items={items}
                  trigger={<IconDots />}
                  triggerClass={cx(buttons.button, buttons.quiet, buttons.square)}
                />
              </span>
            )}
            <span className="contents" data-tour="page-action">
              {action}
            </span>
          </div>
        )}
      </div>
      {description && <div className={cx(classes.description, tabs && classes.belowTabs)}>{description}</div>}
    </header>
  );
}
