/** All that other features' servers use of this one: who is signed in, and which contacts are whose. */
export { lastAgreedLang, versionsOf } from './agreements.server.ts'
export { changesOf, putContact, removeContact, undoChange, type Act } from './contact-changes.server.ts'
export { isConfirmed, recordConfirmation } from './contact-confirmation.server.ts'
export { destinationOf, undoCodeHash } from './contact-messages.server.ts'
export { lockContactsOf } from './contacts.server.ts'
export { createExchangeCode, endExchangeCode, exchangeCodeState, noteOpened } from './exchange-codes.server.ts'
export {
  contactHistory,
  contactsInUse,
  contactsInUsePrepared,
  gaveUpBetween,
  hadWhenMade,
  heldContacts,
  holderOf,
  inUseAmong,
  liveContact,
  timesOfContacts,
} from './held-contacts.server.ts'
export {
  contactEnded,
  loggedIn,
  signedOutElsewhere,
  type OnContactEnded,
  type OnLogin,
  type OnSignOutElsewhere,
} from './hooks.server.ts'
export { linkedVisits, type LinkAddress, type LinkedSession, type LinkedVisits } from './linked-visits.server.ts'
export {
  consumeCode,
  destinationMac,
  issueCode,
  newCode,
  type CodePurpose,
  type CodeRequester,
  type SendResult,
} from './login-codes.server.ts'
export { codeRefusal, codeRequesterOf } from './routes.server.ts'
export { revokeSessionById, signedInDevices } from './session-list.server.ts'
export { createSession, hashToken, verifiedContacts } from './sessions.server.ts'
export type { ContactChangeTable, ContactTable } from './tables.server.ts'
export { isUndoable, rollbackToContacts } from './undo-contact-change.server.ts'
