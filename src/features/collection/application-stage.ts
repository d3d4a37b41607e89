/** How an application stands, in the words of a campaign's page. */
import type { OwnApplication, Payer } from './contract.ts'

export type ApplicationStage = 'draft' | 'review' | 'declined' | 'to_pay' | 'school_pays' | 'paid' | 'closed'

export function applicationStage(status: OwnApplication['status'], payer: Payer): ApplicationStage {
  switch (status) {
    case 'created': return 'draft'
    case 'under_review': return 'review'
    case 'declined': return 'declined'
    case 'awaiting_payment': return payer === 'school' ? 'school_pays' : 'to_pay'
    case 'paid': case 'issuing': case 'issued': return 'paid'
    default: return 'closed'
  }
}
