import { type ReactNode, Suspense, useId, useState, lazy } from 'react';
import type { Choice } from './choices/choices.ts';
import { ComboButton } from './choices/combo-button.tsx';
import { SELECT_NOTHING_CHOSEN } from '../plain/constants.ts';
import { cx } from '../cx.ts';
import type { ControlProps } from '../forms/field.tsx';
import { usePopover } from '../overlays/use-popover.ts';
import classes from './choices/choices.module.css';
import popover from '../overlays/popover.module.css';

export interface SearchSelectProps {
  name: string;
  label: string;
  /** The URL of a `serveChoices` route, without the search text. */
  search: string;
  disabled?: boolean;
  /** The text shown without a choice. */
  placeholder?: string;
}

interface OpenerProps extends SearchSelectProps {
  control: ControlProps;
  isBare?: boolean;
  several?: boolean;
  chosen: Choice[];
  /** The text of the button with a choice. */
  words: string | undefined;
  onChoose: (choice: Choice | null) => void;
  /** The form values. */
  carrier: (focus: () => void) => ReactNode;
}

/** The button and its panel, which is loaded when it is about to open. */
export function Opener({ control, isBare, several, chosen, words, onChoose, carrier, ...props }: OpenerProps) {
  const { label, search, disabled, placeholder = SELECT_NOTHING_CHOSEN } = props;
  const { required } = control;
  const panelId = useId();
  const { area, button, panel, open, setOpen } = usePopover();
  const [typed, setTyped] = useState('');
  const show = (start: string) => {
    setTyped(start);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div ref={area} className={classes.area}>
      <ComboButton
        control={control}
        panelId={panelId}
        open={open}
        disabled={disabled}
        ref={button}
        label={isBare ? label : undefined}
        isEmpty={!words}
        onShow={show}
        onHide={() => setOpen(false)}
        onNear={() => void fetchPanel()}
      >
        {words ?? placeholder}
      </ComboButton>
      {open && (
        // A dialog contains controls; the keys are those of its search field.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <div
          ref={panel}
          id={panelId}
          role="dialog"
          aria-label={label}
          tabIndex={-1}
          className={cx(popover.panel, classes.panel, classes.searched, classes.long)}
          style={{ minWidth: button.current?.offsetWidth }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.stopPropagation();
              setOpen(false);
            } else if (event.target === event.currentTarget && event.key.length === 1) setTyped(typed + event.key);
            else return;
            event.preventDefault();
          }}
        >
          <Suspense fallback={<p className={classes.none}>Loading…</p>}>
            <SearchPanel
              id={panelId}
              label={label}
              search={search}
              chosen={chosen}
              several={several}
              typed={typed}
              first={
                several
                  ? { label: chosen.length ? 'Selected' : '', options: chosen }
                  : { label: '', options: required ? [] : [{ value: '', label: placeholder }] }
              }
              onType={setTyped}
              onChoose={(choice) => {
                onChoose(choice);
                if (!several) close();
              }}
              onClose={close}
            />
          </Suspense>
        </div>
      )}
      {carrier(() => button.current?.focus())}
    </div>
  );
}

const fetchPanel = () => import('../lists/searched/search-panel.tsx');

const SearchPanel = lazy(fetchPanel);
