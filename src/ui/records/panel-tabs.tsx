import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import classes from '../tabs.module.css';

interface PanelTab {
  /** Unique in the page: the tab's id and URL fragment. Its panel is `{id}-panel`. */
  id: string;
  label: string;
  panel: ReactNode;
}

interface PanelTabsProps {
  /** The accessible name of the group. */
  label: string;
  /** The first is shown by default. */
  tabs: PanelTab[];
}

/** The tabs in the URL: one per group of the page. */
const remembered = () => location.hash.slice(1).split(',').filter(Boolean);

/** Sub-menu tabs (2.14, 4.19): clicking one hides all panels, shows the panel named after it and marks it active. Groups of one page share the URL fragment. */
export function PanelTabs({ label, tabs }: PanelTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const ids = tabs.map((tab) => tab.id);
  const [chosen, setChosen] = useState(() => remembered().find((id) => ids.includes(id)));
  const active = ids.includes(chosen ?? '') ? chosen : ids[0];

  const known = ids.join(',');
  useEffect(() => {
    const follow = () => {
      const named = remembered().find((id) => known.split(',').includes(id));
      if (named) setChosen(named);
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [known]);

  const choose = (id: string) => {
    setChosen(id);
    const isTab = (tab: string) => document.getElementById(tab)?.getAttribute('role') === 'tab';
    const others = remembered().filter((tab) => isTab(tab) && !ids.includes(tab));
    const hash = [...others, ...(id === ids[0] ? [] : [id])].join(',');
    history.replaceState(history.state, '', `${location.pathname}${location.search}${hash && `#${hash}`}`);
  };

  const move = (event: KeyboardEvent) => {
    const at = ids.indexOf(active!);
    const steps: Record<string, number> = {
      ArrowRight: (at + 1) % ids.length,
      ArrowLeft: (at - 1 + ids.length) % ids.length,
      Home: 0,
      End: ids.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(ids[to]!);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus();
  };

  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={cx(classes.tabs, classes.panels)}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={tab.id}
            aria-selected={tab.id === active}
            aria-controls={`${tab.id}-panel`}
            tabIndex={tab.id === active ? 0 : -1}
            className={cx(tab.id === active && classes.active)}
            onClick={() => choose(tab.id)}
            onKeyDown={move}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${tab.id}-panel`}
          aria-labelledby={tab.id}
          tabIndex={0}
          hidden={tab.id !== active}
          className={classes.panel}
        >
          <p className={classes.printed} aria-hidden>
            {tab.label}
          </p>
          {tab.panel}
        </div>
      ))}
    </>
  );
}
