import { titleInView } from '#ui/focus-title.ts';
import { Link } from '#ui/link.tsx';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import {
  IconCheck,
  IconDatabase,
  IconFileUpload,
  IconInfoCircle,
  IconSchool,
  IconShieldCheck,
  IconUser,
  IconUsers,
  IconX,
  type Icon,
} from '#ui/icons.tsx';
import { DateTimeText } from '#ui/text.tsx';
import type { ShellInstitution } from '../../shell.ts';
import { dismissNotice, readNotice } from './inbox-acts.ts';
import { isReadNow, useInbox, type Notice } from './inbox.ts';
import classes from './notice-row.module.css';

/** By the noun of the kind. */
const ICONS: Record<string, Icon> = {
  imports: IconFileUpload,
  students: IconUsers,
  structure: IconSchool,
  accounts: IconUser,
  security: IconShieldCheck,
  backup: IconDatabase,
};

interface NoticeRowProps {
  notice: Notice;
  institutions: ShellInstitution[];
  onFollow?: () => void;
  small?: boolean;
}

/** One notification: its text, time and status, a link, and a button to dismiss it. */
export function NoticeRow({ notice, institutions, onFollow, small }: NoticeRowProps) {
  const isRead = isReadNow(notice, useInbox());
  const Icon = ICONS[notice.kind.split('.', 1)[0]!] ?? IconInfoCircle;
  const at = institutions.find(({ id }) => id === notice.institutionId);
  // For users of several institutions the link selects this one.
  const href =
    notice.href && institutions.length > 1 ? withInstitution(notice.href, notice.institutionId) : notice.href;
  return (
    <li className={cx(classes.row, small && classes.small, !isRead && classes.unread)} data-notice={notice.id}>
      <Icon />
      <div className={classes.text}>
        {!isRead && <span className="visually-hidden">Unread: </span>}
        {href ? (
          <Link
            href={href}
            className={classes.title}
            onClick={() => {
              void readNotice(notice);
              onFollow?.();
            }}
          >
            {notice.title}
          </Link>
        ) : (
          <span className={classes.title}>{notice.title}</span>
        )}
        {notice.body && <p>{notice.body}</p>}
        <span className={classes.at}>
          <DateTimeText value={notice.at} timeZone={at?.timeZone} />
          {institutions.length > 1 && at && ` · ${at.shortName}`}
        </span>
      </div>
      <div className={classes.actions}>
        {!isRead && (
          <IconButton
            small
            label={`Mark as read: ${notice.title}`}
            onClick={(event) => {
              closerOf(event.currentTarget.closest('li'))?.focus();
              void readNotice(notice);
            }}
          >
            <IconCheck size={16} />
          </IconButton>
        )}
        <IconButton
          small
          label={`Dismiss: ${notice.title}`}
          data-close
          onClick={(event) => {
            leadOn(event.currentTarget.closest('li')!);
            void dismissNotice(notice);
          }}
        >
          <IconX size={16} />
        </IconButton>
      </div>
    </li>
  );
}

const withInstitution = (href: string, id: number) => `${href}${href.includes('?') ? '&' : '?'}institution_id=${id}`;

const closerOf = (row: Element | null | undefined) => row?.querySelector<HTMLElement>('[data-close]');

/** Keeps the focus when its row disappears: on the next one, the previous one, or their container. */
const leadOn = (row: HTMLElement) =>
  (closerOf(row.nextElementSibling) ?? closerOf(row.previousElementSibling) ?? holderOf(row))?.focus();

/** The panel, or the title of the page. */
export const holderOf = (element: Element) => element.closest<HTMLElement>('[role=dialog]') ?? titleInView();
