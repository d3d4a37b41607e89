/** The database for what this device stores before the server has it, and for what pages without React need. */
export const DATABASE = 'youfang'
/** Rows by `<store>/<key>`: when they were written, and their sealed contents. */
export const TABLE = 'kept'
/** Store of the unfinished applications that were begun on this device, by number. */
export const OPEN_ORDERS = 'open-order'
/** Store of those that the insurer decides on. */
export const SENT_ORDERS = 'sent-order'
/** Store of what is known of each unsent file. */
export const UNSENT_FILES = 'photos'

export const rowsOf = (store: string): IDBKeyRange => IDBKeyRange.bound(`${store}/`, `${store}/\uffff`)
