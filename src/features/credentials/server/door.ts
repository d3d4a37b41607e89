/** All that other features' servers use of this one: access to policies by an identity. */
export { reject, revoke } from './decide-registration.ts'
