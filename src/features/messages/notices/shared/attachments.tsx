import type { ReactNode } from 'react';
import { sizeText } from '#ui/fields/uploads/check-files.ts';
import { Secondary } from '#ui/text.tsx';
import type { NoticeFile } from '../board/board.queries.ts';
import classes from './notices.module.css';

interface AttachmentsProps {
  noticeId: number;
  files: NoticeFile[];
  children?: (file: NoticeFile) => ReactNode;
}

/** The files of a notice, to open or download. */
export function Attachments({ noticeId, files, children }: AttachmentsProps) {
  return (
    <ul className={classes.files}>
      {files.map((file) => (
        <li key={file.id}>
          <span>
            <a
              href={`/notice-board/${noticeId}/files/${file.id}`}
              target={file.mediaType === 'application/pdf' ? undefined : '_blank'}
              rel="noreferrer"
            >
              {file.title}
            </a>{' '}
            <Secondary>
              {file.mediaType === 'application/pdf' ? 'PDF' : 'Picture'}, {sizeText(file.size)}
            </Secondary>
          </span>
          {children?.(file)}
        </li>
      ))}
    </ul>
  );
}
