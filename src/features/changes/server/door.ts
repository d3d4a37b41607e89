/** All that other features' servers use of this one: requests to change a policy. */
export { withdraw } from './submit-change.ts'
