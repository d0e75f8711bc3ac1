import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/cx.ts';
import { eventAudiences, eventChannels } from '#kernel/messages/events.ts';
import type { SwitchedEvent } from './switches.queries.ts';
import type { OpenCell } from './switch-dialog.tsx';
import classes from './switches.module.css';

/** The events of a group: a row for each, with its audiences and a button for each channel. */
export function EventRows({ events, onOpen }: { events: SwitchedEvent[]; onOpen: (cell: OpenCell) => void }) {
  return (
    <ul>
      {events.map((event) => (
        <li key={event.key} className={classes.event}>
          <div className={classes.name}>
            <strong>{event.label}</strong>
            {(event.always ?? event.about) && <span>{event.always ?? event.about}</span>}
          </div>
          {event.always ? (
            <div className={classes.always}>
              <Badge tone="info">Always on</Badge>
            </div>
          ) : (
            event.audiences.map((audience) => (
              <div key={audience} className={classes.audience}>
                <span className={classes.to}>{eventAudiences[audience]}</span>
                <div className={classes.channels}>
                  {event.cells
                    .filter((cell) => cell.audience === audience)
                    .map((cell) => (
                      <button
                        key={cell.channel}
                        type="button"
                        className={cx(classes.cell, cell.is_on && classes.on)}
                        aria-label={`${event.label}, ${eventAudiences[audience]}, ${eventChannels[cell.channel]}: ${cell.is_on ? 'on' : 'off'}`}
                        onClick={() => onOpen({ event, cell })}
                      >
                        {eventChannels[cell.channel]} <span>{cell.is_on ? 'On' : 'Off'}</span>
                      </button>
                    ))}
                </div>
              </div>
            ))
          )}
        </li>
      ))}
    </ul>
  );
}
