/** All that other features' servers use of this one: tuition. */
export { schoolName } from './tuition-view.ts'
