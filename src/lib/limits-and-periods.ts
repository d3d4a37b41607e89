import { CHILD_DATA_AGE } from './people/child-data-age.ts'
import { PLAN_LIMITS } from './plan-limits.ts'
import { SESSION_MINUTES } from './session-minutes.ts'

/**
 * Every period and limit that people read about, defined once: code and prose both take it from here
 * (prose by `{{limits.decisionDays}}`, see `placeholders.ts`). Sources: domain §3.2, §4, §5.1; design §2, §5; spec §9.
 * Units are in the names. Money is in whole CNY, because these figures belong to rules and not to an order.
 */
export const LIMITS = {
  ...PLAN_LIMITS,
  /**
   * The insurer’s promise for an ordinary claim: the day it is sent is day 1, days on which documents are awaited do
   * not count (domain §5.1, terms 8.3).
   */
  decisionDays: 5,
  /** Complex claims: the longest the law allows without an agreed exception (Insurance Law art. 23). */
  complexDays: 30,
  /** From the agreed decision until the money is sent to the account (art. 23). */
  paymentDays: 10,
  /** From the decision to the letter with reasons when something is not payable (art. 24). */
  refusalDays: 3,
  /** When the undisputed part is paid while the rest is still being decided (art. 25). */
  onAccountDays: 60,
  /** Years to bring a court action on health, accident and property cover (art. 26). */
  actionYears: 2,
  admissionHours: 48,
  /** How long before a planned admission a guarantee of payment must be requested (domain §3.2 "Direct billing"). */
  guaranteeHours: 24,
  reportDays: 30,
  /** A theft must be reported to the police within this (terms 7, domain §5.2). */
  theftReportHours: 24,
  /** Consecutive days in hospital from which a relative's visit is paid (terms 3.6). */
  familyVisitDays: 10,
  /** A hospital stay that began in the term stays covered for this long after it (terms 3.3). */
  outlastDays: 30,
  documentsDays: 180,
  /**
   * Maximum consecutive days without a published exchange rate, longer than any holiday; after more, a rate is missing
   * (terms 8.7).
   */
  rateGapDays: 12,
  /** Documents in other languages: the student's own translation is enough below this many CNY (domain §5.2). */
  ownTranslationBelow: 5_000,
  itemisedBillAbove: 1_000,
  maxPhotos: 9,
  maxFileMebibytes: 15,
  /** Files of one sender that are being uploaded, or were received and not checked yet. */
  uncheckedFiles: 18,
  /** Above this number over all senders, each sender may have only two … */
  uncheckedShared: 200,
  /** … and above this number, none. */
  uncheckedAll: 600,
  /** A file that could not be checked in this time is given up, and its sender is told. */
  uncheckedHours: 24,
  /** A file or entry that never reached the server is deleted from the device after this. */
  unsentDays: 60,
  /** An ID accepted with an earlier claim is reused for this long after it was received. */
  idReuseMonths: 12,
  maxPdfPages: 50,
  /** Megapixels of one picture, which limits the memory that decoding takes. */
  maxMegapixels: 40,
  /** Documents of one claim in total. */
  maxDocuments: 60,
  /** A claim that was not sent is deleted this long after it was last saved; its owner is told some days before. */
  draftDays: 60,
  draftReminderDays: 7,
  /** Time to send requested documents, from the request. */
  supplementDays: 30,
  /** Time to request a review of a decision, and time to answer it. */
  appealDays: 60,
  appealReplyDays: 10,
  /** How long a code that opens a draft on a phone is valid. */
  handOverMinutes: 5,

  /** How many days before its start the next term can be bought: a tariff is valid for a year. */
  extendAheadDays: 366,
  orderMinutes: 90,
  /** After the last day to pay, the link of a school's group payment shows the outcome for this long. */
  groupPaymentShownDays: 180,
  /** A school's bank transfer is asked for this long before the list closes: banks and our own books take their time. */
  transferDays: 3,
  codeMinutes: 5,
  codeTries: 5,
  resendSeconds: 60,
  /** For this long, a replaced mobile number or email still signs in and the change can be undone. */
  contactUndoDays: 7,
  /** Contact changes allowed in a day, and how long an entered code authorises them. */
  contactChangesDay: 5,
  confirmMinutes: 10,
  /** The only operator who may confirm operators, and who proposed one, may do so after this (decision 0102). */
  operatorAloneDays: 3,
  /** How long a device that signed in with a contact has its own counter of codes for it. */
  knownDeviceDays: 180,
  sessionMinutes: SESSION_MINUTES,
  sessionHours: 12,
  sessionWarningMinutes: 2,
  /**
   * Without a login, a device opens its orders and claims for this long after their last change. A device secret older
   * than this starts nothing new.
   */
  deviceDays: 30,
  /**
   * Credential verification: how soon someone checks it, how often one may submit, and how long the ID photo is kept
   * after the decision.
   */
  registrationDays: 2,
  registrationsDay: 3,
  registrationsMonth: 6,
  registrationsNetworkDay: 60,
  registrationPhotoDays: 30,
  /**
   * The code that goes to a contact of the policy, how many wrong ones a registration takes, and how long the
   * policyholder's link ends the access.
   */
  registrationCodeHours: 24,
  registrationCodeTries: 5,
  registrationUndoDays: 30,
  /** A change request: how soon it is decided, and how long its files are kept after that. */
  changeDays: 3,
  changeFileDays: 30,
  /** A change that costs money must be paid within this after the decision, or it lapses. */
  changePayDays: 15,
  /** If a verified contact moves a purchase to another device, the first device may still finish it within this time. */
  devicePurchaseHours: 24,
  policyMinutes: 1,
  /**
   * A failed refund: we write or call within this. A refund that the bank is processing: an operator asks the bank
   * after this.
   */
  refundCallDays: 1,
  refundBankDays: 5,
  /**
   * A batch file for the bank: a line without a result is queried after this; accounts are deleted this long after the
   * batch is closed.
   */
  bankAnswerDays: 3,
  bankAccountDays: 30,
  /** A payer who was asked for a refund account and gave none is written to or called after this. */
  refundAccountDays: 14,
  /** A refund that needs a person's decision is decided within this. */
  refundReviewDays: 3,
  healthReviewDays: 1,
  /**
   * An application to an overseas insurer is forwarded within this; an insurer that has not answered is asked after the
   * second period.
   */
  overseasReferDays: 2,
  overseasAskDays: 7,
  /** An overseas application is deleted this long after it was closed. */
  overseasClosedDays: 90,
  /** A tuition quote is valid for this long, to the end of its day at most and for the second period at least. */
  tuitionQuoteMinutes: 60,
  tuitionQuoteLeast: 15,
  /** Paid tuition is forwarded to the school within this. */
  tuitionSendDays: 1,
  /**
   * An unpaid tuition payment is deleted this long after it was sent; the school's invoice, this long after the school
   * has the money.
   */
  tuitionUnpaidDays: 30,
  tuitionInvoiceDays: 180,
  /** A paid tuition payment is deleted this many years after it ended (E-Commerce Law art. 31). */
  tuitionYears: 3,

  /** The insurer's right to end a contract over an untrue answer lapses after this (Insurance Law art. 16). */
  rescissionDays: 30,
  rescissionYears: 2,

  /** Days within which the refund value is paid after cancelling (Insurance Law art. 47). */
  refundDays: 30,
  earnerAge: 16,
  /**
   * Minimum age difference of parent and child in years; a smaller one is a typing error. Written out in
   * `errors:field.relationship_age`.
   */
  parentYears: 14,
  childDataAge: CHILD_DATA_AGE,
  recordYearsShort: 5,
  recordYearsLong: 10,
  /** Invoices, counted from the end of the year of the last document [K]. */
  invoiceYears: 10,
  /** How long a new application may reuse the health answers of a closed one. */
  healthAnswersDays: 30,
  /** An application that did not become a policy is deleted after this. */
  unfinishedDays: 365,

  /** An answer to "Was this helpful?" is deleted after this. */
  feedbackDays: 365,

  /** Our promises for complaints and for requests about personal data; a complex complaint may take the longer time. */
  agreementNoticeDays: 7,
  complaintAckDays: 1,
  complaintReplyDays: 15,
  complaintComplexDays: 60,
  rightsReplyDays: 15,
  /** How long a copy of personal data is kept, and how many may be requested in a day. */
  exportDays: 7,
  exportsDay: 3,
  /** An account is closed this long after its person asked for it; until then they may cancel the closing. */
  closureDays: 7,
  /** How long the record of a sign-in is kept. */
  signInRecordDays: 180,
  /**
   * How long server logs are kept: six months, the minimum by the network security law and the maximum by the privacy
   * policy.
   */
  logDays: 184,
  /** How often a backup of the store is restored and checked (privacy policy §8). */
  backupTestDays: 31,
  /** How long one code opens the copy, so that an interrupted download can be repeated. */
  exportTicketMinutes: 10,
} as const
