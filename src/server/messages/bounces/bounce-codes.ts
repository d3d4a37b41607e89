/** What an enhanced status code (RFC 3463) says about a mailbox. */

/** No such mailbox, no such domain, moved without a new address, or disabled: it will never accept mail. */
const HARD = new Set(['5.1.0', '5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'])

/** Every other reason (a full mailbox, a refused text, a server that is down) may be temporary. */
export const isHardStatus = (status: string): boolean => HARD.has(status)

/** Of who should get the mail: no such domain, a full mailbox. Not of its sender, which 1.7 and 1.8 are about. */
export const isOfMailbox = (status: string): boolean => /^[45]\.(1\.([0-6]|9|10)|2\.\d+)$/.test(status)
