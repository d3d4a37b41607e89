/** All that other features' servers use of this one: campaigns of schools and their lists. */
export { campaignOfGroup } from './group/group-payment-payable.ts'
export { listSums } from './group/group-payment-sums.ts'
export { groupOfLink } from './group/what-a-school-sees.ts'
