/** Whether a payer has seen, in this tab, what a payment link is for: `/cashier/{id}` opens after its confirmation page. */
import { visitStore } from '../../../../app/storage/storage.ts'
import type { OrderReference } from '../payer-page-address.ts'

/** In session storage: the link whose confirmation page was left by its button. */
const READ = 'payment-link'

export const noteRead = ({ link }: OrderReference): void => visitStore().setItem(READ, link ?? '')
export const hasRead = ({ link }: OrderReference): boolean => visitStore().getItem(READ) === link
