/** The database in which this device keeps what the server does not have yet, or what a page without React must know. */
export const DATABASE = 'youfang'
/** Rows by `<store>/<key>`: when they were written, and what they hold, sealed. */
export const TABLE = 'kept'
/** Store of the applications that were begun on this device and are not finished, by their number. */
export const OPEN_ORDERS = 'open-order'

export const rowsOf = (store: string): IDBKeyRange => IDBKeyRange.bound(`${store}/`, `${store}/\uffff`)
