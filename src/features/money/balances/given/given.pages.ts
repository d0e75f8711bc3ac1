import { page } from '#web/page.ts';
import type { GivenProps } from './given.props.ts';

export const givenPage = page<GivenProps>('balances/given-list');
