/** The state of an application in the words of a campaign's page. */
import type { OrderStatus } from '../orders/contract.ts'
import type { OwnApplication, Payer } from './contract.ts'

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

export function stateForSchool(status: OrderStatus): StateForSchool {
  switch (status) {
    case 'created':
      return 'begun'
    case 'under_review':
    case 'awaiting_payment':
    case 'paid':
    case 'issuing':
      return 'sent'
    case 'issued':
      return 'insured'
    case 'declined':
    case 'expired':
    case 'cancelled':
    case 'issue_failed':
    case 'refunded':
    case 'discarded':
      return 'not_insured'
  }
}
