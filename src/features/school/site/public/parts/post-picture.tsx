import type { PostRow } from '../news.queries.ts';
import { Icon } from './icon.tsx';
import { isShown, Picture } from './picture.tsx';

interface PostPictureProps extends Pick<PostRow, 'picture'> {
  sizes: string;
  /** The size of the icon of a post without a picture. */
  icon: number;
}

export const PostPicture = ({ picture, sizes, icon }: PostPictureProps) =>
  isShown(picture) ? (
    <Picture picture={picture} sizes={sizes} />
  ) : (
    <div className="no-picture">
      <Icon name="news" size={icon} />
    </div>
  );
