import { flatParameters, queryOf } from '#kernel/list/parameters.ts';
import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';

/** The most people whose ids fit into an address. */
const mostPicked = 500;

interface MessagePeopleProps {
  people: 'students' | 'employees' | 'guardians';
  ids: number[];
  /** Of the list that they were ticked in, and how many it has. */
  filter: object;
  total: number | undefined;
}

/** Writes to the selected people: by their ids, or as the whole list, which is not loaded for it. */
export function MessagePeople({ people, ids, filter, total }: MessagePeopleProps) {
  const href = useMessageHref(people, filter);
  const isWhole = total !== undefined && ids.length === total;
  if (ids.length > mostPicked && !isWhole) return <span>To message more than 500, use the whole list.</span>;
  return <LinkButton href={href(isWhole && ids.length > mostPicked ? null : ids)}>Message</LinkButton>;
}

/** The address of a new message to these people, or to the whole list as it is filtered. */
export function useMessageHref(people: MessagePeopleProps['people'], filter: object) {
  const address = useAddress();
  const { institution_id: institutionId, ...rest } = flatParameters(filter);
  return (ids: number[] | null) =>
    address.href('/messages/new', {
      from: people,
      ...(ids && { ids: ids.join() }),
      // Also of ticked people: who sees the message later must be allowed to see what the list was filtered by.
      query: String(queryOf(rest)),
      ...(institutionId ? { institution_id: String(institutionId) } : {}),
    });
}
