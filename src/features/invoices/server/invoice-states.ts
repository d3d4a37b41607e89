/** The state graph of an invoice's documents (design §5). `invoiceState` is the state that the buyer sees. */
import { machine, type Graph } from '../../../server/transition.ts'
import type { DocumentStatus } from '../rules/invoice-ledger.ts'

const documents: Graph<DocumentStatus> = {
  requested: ['issuing', 'issued', 'failed', 'dropped'],
  issuing: ['issued', 'failed'],
  issued: [],
  /** Another attempt, or given up because the money was refunded in the meantime. */
  failed: ['requested', 'dropped'],
  dropped: [],
}
export const documentMachine = machine({ entity: 'invoice', table: 'invoice_documents', graph: documents })

/** Whether it has expired follows from the clock. */
const prepaidLinks: Graph<'open' | 'ended'> = { open: ['ended'], ended: [] }
export const prepaidLinkMachine = machine({ entity: 'prepaid_link', table: 'prepaid_links', graph: prepaidLinks })
