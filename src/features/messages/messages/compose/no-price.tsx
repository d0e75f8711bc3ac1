import { Link } from '#ui/link.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { Preview } from './preview.queries.ts';

interface NoPriceProps {
  preview: Pick<Preview, 'leftOut' | 'noPrice'>;
  institutionId: number;
  mayPrice: boolean;
  className?: string;
}

/** Who gets nothing because prices are entered and none of them is for the country, and how to change that. */
export function NoPrice({ preview: { leftOut, noPrice }, institutionId, mayPrice, className }: NoPriceProps) {
  const { href } = useAddress();
  const left = leftOut.no_price ?? 0;
  if (left === 0) return null;
  return (
    <p className={className}>
      {countOf(left, 'person gets', 'people get')} nothing, because no price is entered for numbers that begin with{' '}
      {noPrice.join(' or ')}.{' '}
      {mayPrice ? (
        <Link href={href('/message-providers', { institution_id: institutionId })}>Add a price for their country</Link>
      ) : (
        'Ask whoever manages the message providers to add one.'
      )}
    </p>
  );
}
