export { askThenPost, post } from '#ui/post.ts';
