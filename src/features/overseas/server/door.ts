/** All that other features' servers use of this one: applications to insurers abroad. */
export { OPEN } from './application-states.ts'
export { productTitle, withdraw } from './submit-application.ts'
