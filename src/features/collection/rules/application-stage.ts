/** The state of an application in the words of a campaign's page. */
import type { OrderStatus } from '../../orders/contract.ts'
import type { OwnApplication, Payer } from '../contract.ts'

export type ApplicationStage = 'draft' | 'review' | 'declined' | 'to_pay' | 'school_pays' | 'paid' | 'closed'

export function applicationStage(status: OwnApplication['status'], payer: Payer): ApplicationStage {
  switch (status) {
    case 'created':
      return 'draft'
    case 'under_review':
      return 'review'
    case 'declined':
      return 'declined'
    case 'awaiting_payment':
      return payer === 'school' ? 'school_pays' : 'to_pay'
    case 'paid':
    case 'issuing':
    case 'issued':
      return 'paid'
    case 'expired':
    case 'cancelled':
    case 'issue_failed':
    case 'refunded':
      return 'closed'
  }
}

/**
 * All that a school is told about an application: a health review, a refusal after it and a missing payment are the
 * student's private matter.
 */
export type StateForSchool = 'begun' | 'sent' | 'insured' | 'not_insured'

const STATE_FOR_SCHOOL: Readonly<Record<OrderStatus, StateForSchool>> = {
  created: 'begun',
  under_review: 'sent',
  awaiting_payment: 'sent',
  paid: 'sent',
  issuing: 'sent',
  issued: 'insured',
  declined: 'not_insured',
  discarded: 'not_insured',
  issue_failed: 'not_insured',
  refunded: 'not_insured',
  cancelled: 'not_insured',
  expired: 'not_insured',
}

export const stateForSchool = (status: OrderStatus): StateForSchool => STATE_FOR_SCHOOL[status]
