/**
 * How the previous payment ended, and who may see that. Apart from the stages: only the page that asks how to pay needs
 * it.
 */
import type { Followed } from '../contract.ts'

/**
 * May this payer see how the previous payment ended? What another person tried with their own wallet does not concern
 * somebody who was sent a link, and "you have not been charged" would be about the wrong person.
 */
export const mayHearOfLast = ({ order, startedBy }: Pick<Followed, 'order' | 'startedBy'>): boolean =>
  order.own || startedBy !== 'others'
