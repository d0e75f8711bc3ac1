import { Button } from '#ui/button.tsx';
import { countOf, money } from '#ui/format.ts';
import { confirm } from '#ui/overlays/confirm.tsx';
import { post } from '#ui/post.ts';
import type { GroupedLines } from './bank.pages.ts';

/** Posts the lines of a statement whose account is proposed, in one act. */
export function PostProposedButton({ statementId, totals }: { statementId: number } & GroupedLines) {
  // A statement is in one currency.
  const [total] = totals;
  const found = total?.groups.find(({ group }) => group === 'post');
  if (!total || !found) return null;
  const lines = countOf(found.count, 'charge');
  const start = async () => {
    const isSure = await confirm({
      title: `Post ${lines}?`,
      body: `${money(found.moneyOut, total.currency)} in all goes to the proposed accounts. Undoing a posted line needs a second person.`,
      action: 'Post charges',
    });
    if (isSure) post(`/bank-statements/${statementId}/post`, { total: String(found.moneyOut) });
  };
  return <Button onClick={() => void start()}>Post {lines}</Button>;
}
