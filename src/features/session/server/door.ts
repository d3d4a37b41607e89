/** All that other features' servers use of this one: who is signed in, and which contacts are whose. */
export { lastAgreedLang, versionsOf } from './agreements.ts'
export { changesOf, putContact, removeContact, undoChange, type Act } from './contacts/contact-changes.ts'
export { isConfirmed, recordConfirmation } from './contacts/contact-confirmation.ts'
export { destinationOf, undoCodeHash } from './contacts/contact-messages.ts'
export { lockContactsOf } from './contacts/contacts.ts'
export { createExchangeCode, endExchangeCode, exchangeCodeState, noteOpened } from './exchange-codes.ts'
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
  replacedContacts,
  timesOfContacts,
} from './contacts/held-contacts.ts'
export {
  contactEnded,
  loggedIn,
  signedOutElsewhere,
  type OnContactEnded,
  type OnLogin,
  type OnSignOutElsewhere,
} from './hooks.ts'
export { linkedVisits, type LinkAddress, type LinkedSession, type LinkedVisits } from './linked-visits.ts'
export {
  consumeCode,
  issueCode,
  newCode,
  type CodePurpose,
  type CodeRequester,
  type SendResult,
} from './login-codes.ts'
export { codeRefusal, codeRequesterOf } from './routes.ts'
export { revokeSessionById, signedInDevices } from './session-list.ts'
export { createSession, hashToken, verifiedContacts } from './sessions.ts'
export type { ContactChangeTable, ContactTable } from '../tables.ts'
export { isUndoable, rollbackToContacts } from './contacts/undo-contact-change.ts'
