/** The graph of an invoice's documents (design §5). What the buyer sees of them together is `invoiceState`. */
import { machine, type Graph } from '../../server/transition.ts'
import type { DocumentStatus } from './ledger.ts'

const documents: Graph<DocumentStatus> = {
  requested: ['issuing', 'issued', 'failed', 'dropped'],
  issuing: ['issued', 'failed'],
  issued: [],
  /** Another try, or given up because the money went back meanwhile. */
  failed: ['requested', 'dropped'],
  dropped: [],
}
export const documentMachine = machine({ entity: 'invoice', table: 'invoice_documents', graph: documents })

/** That its time is over is read of the clock. */
const prepaidLinks: Graph<'open' | 'ended'> = { open: ['ended'], ended: [] }
export const prepaidLinkMachine = machine({ entity: 'prepaid_link', table: 'prepaid_links', graph: prepaidLinks })
