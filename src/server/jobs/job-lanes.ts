/**
 * Lanes of jobs: what a job needs while it runs. Each lane has slots of its own in every process, so whatever is slow
 * or hangs delays only jobs that need the same (decision 0103).
 */

import { keysOf } from '../../lib/object-keys.ts'

/** How many jobs of a lane one process runs at the same time. */
const SLOTS = {
  /** Codes by mail, and by text message: somebody waits for them at a form. */
  codeMails: 4,
  codeTexts: 4,
  /** All other mails, and text messages. */
  mails: 3,
  texts: 3,
  /** Receipts, which providers of text messages are asked for. */
  receipts: 1,
  /** Payment gateways: refunds, and payments to close. */
  payments: 3,
  /** The same, when the time to pay is over. */
  deadlines: 3,
  /** The same, for all payments that nobody told us about. */
  reconciling: 1,
  /** The platform for invoices. */
  invoices: 2,
  /** Partners' own servers. */
  partners: 4,
  /** Our own database, and documents that are drawn. */
  records: 3,
  /** Archives of all data of a person, which take minutes. */
  archives: 1,
  /** Deletions and reminders, which go through many records. */
  sweeps: 2,
} as const
export type Lane = keyof typeof SLOTS

/** Where a job runs, and fails visibly, whose kind this version does not know. */
const UNKNOWN: Lane = 'records'

/** Lanes that need nobody else. If their jobs wait, this server does not work. */
const OF_OUR_OWN: readonly Lane[] = ['records', 'archives', 'sweeps']

/** Lanes whose jobs name an endpoint (`JobOptions.endpoint`): of each endpoint one job runs at a time. */
const BY_ENDPOINT: readonly Lane[] = ['partners']

/** A lane with the kinds of its jobs. */
export interface LaneJobs {
  lane: Lane
  slots: number
  byEndpoint: boolean
  /** Its jobs need nobody else. */
  ofOurOwn: boolean
  kinds: readonly string[]
  /** All kinds but these. */
  others: boolean
}

/** The lanes that have jobs, codes first. */
export function lanesOf(jobs: readonly { kind: string; lane: Lane }[]): LaneJobs[] {
  return keysOf(SLOTS)
    .map((lane) => {
      const [own, others] = [jobs.filter((it) => it.lane === lane), jobs.filter((it) => it.lane !== lane)]
      return {
        lane,
        slots: SLOTS[lane],
        byEndpoint: BY_ENDPOINT.includes(lane),
        ofOurOwn: OF_OUR_OWN.includes(lane),
        kinds: (lane === UNKNOWN ? others : own).map((it) => it.kind),
        others: lane === UNKNOWN,
      }
    })
    .filter(({ kinds, others }) => others || kinds.length > 0)
}
