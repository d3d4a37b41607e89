const MEBIBYTE = 1024 * 1024

/**
 * How much one customer, device or network address may have stored, defined once, each with its reason. Without such a
 * limit, what one stranger stores makes a call slow for everybody, or fills the disk. A feature refuses what is beyond
 * it, with words that say what to do. Numbers are rows unless the name has another unit; `…Day` counts the last
 * 24 hours. `tests/rules/input-bounds.test.ts` demands that each is applied and tested.
 */
export const STORAGE_LIMITS = {
  /**
   * Entries of an order's sales record from which on the buyer can add no readings, links and reopenings. A purchase
   * has about 15; each reopening about five more. Ends, payments and withdrawals are always recorded.
   */
  salesRecordEntries: 200,
  /**
   * Applications that one account may begin in a day. An agent enters one in ten minutes; whoever has more has a
   * school's campaign.
   */
  accountDraftsDay: 60,
  /** Applications of one account that did not become a policy and are kept for a year. Discarded drafts do not count. */
  accountUnfinished: 200,
  /** Payments that may be begun for one order in a day: each costs a call of the provider, and accounting keeps it. */
  paymentsDay: 20,
  /** Requests to pay one order in a day, each with a key of its own: pages that are loaded again, of several devices. */
  paymentRequestsDay: 200,
  /** QR codes for one order in a day, by which a phone opens its payment: one for each time that the page is opened. */
  paymentCodesDay: 200,
  /** Links by which somebody else is asked to pay one order, made in a day. A link in use is shown again, not made. */
  paymentLinksDay: 10,
  /** Extensions of one policy that may be begun in a day. Each has a declaration, and ends when it is given up. */
  extensionsDay: 10,
  /**
   * Bytes of schools' invoices that one network address may send in a day: four of the largest files without a login,
   * twenty by accounts. Most are below one mebibyte.
   */
  anonymousFileBytesDay: 60 * MEBIBYTE,
  accountFileBytesDay: 300 * MEBIBYTE,
  /** Places that one device or account may take in a school's campaign: a student with brothers and sisters. */
  campaignPlaces: 4,
  /** Tuition payments that one sender may send in a day; an agency sends several. */
  tuitionDay: 20,
  /** Applications to overseas insurers that one sender may send in a day. */
  overseasDay: 10,
  /** Change requests of one account in a day. */
  changesDay: 10,
  /** Drafts of claims that one account may have at a time: more than anybody has reasons for. */
  claimDrafts: 30,
  /** Drafts of claims that one account may begin in a day: deleted ones leave a row and events. */
  claimDraftsDay: 40,
  /** Documents ever sent for one claim, removed ones included: each leaves a receipt. At a time, 60 are the most. */
  claimDocumentsSent: 300,
  /** Bytes of the documents of one claim: a phone's photos take 0.5 MiB each, a scanned PDF up to 15. */
  claimFileBytes: 400 * MEBIBYTE,
  /** Signatures of one claim that are recorded while it is filled in; the one that it is sent with always is. */
  claimSignings: 50,
  /** Codes with which one account hands claims over to a phone, in a day: one for each time that the page shows it. */
  handOversDay: 100,
} as const
