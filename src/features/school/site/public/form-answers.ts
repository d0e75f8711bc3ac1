import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicPage } from '#web/public-pages/public-page.ts';
import type { Heading, ReactPages, Visit } from './react-pages.ts';
import { typedOf } from './form-fields.ts';
import type { FormProps } from '#ui/public/form-props.ts';

/** Whether a browser sent the form itself: it gets a page. The script gets JSON. */
export const wantsPage = ({ headers }: FastifyRequest): boolean =>
  headers['x-requested-with'] === undefined && /text\/html/.test(headers.accept ?? '');

export interface Shown<Props extends FormProps = FormProps> {
  at: Visit;
  heading: Heading;
  page: PublicPage<Props>;
  props: Props;
  /** Whether the props say already what was typed and what is wrong: in a second form of the page. */
  isFilled?: boolean;
}

/** Shows a refused form again, with what was typed and what is wrong; errors without a form go on to the others. */
export async function showAgain<Props extends FormProps>(
  pages: ReactPages,
  request: FastifyRequest,
  reply: FastifyReply,
  error: Error,
  shown: () => Promise<Shown<Props> | null>,
): Promise<FastifyReply> {
  if (!wantsPage(request)) throw error;
  const { status, message, errors = {} } = request.problemsOf(error);
  if (status === 404) throw error;
  const found = await shown();
  if (!found) throw error;
  const { at, heading, isFilled, page, props } = found;
  const values = { ...props.values, ...typedOf(request.body) };
  const filled = isFilled ? props : { ...props, message, errors, values };
  return pages.send(reply, at, page, { heading, props: filled, status });
}
