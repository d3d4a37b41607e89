/** Loads everything that is stored about claims together: for views, messages, operators and the export. */
import type { Kysely, Selectable } from 'kysely'
import type { EventTable } from '../../../../server/db/core-tables.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { preparedQuery } from '../../../../server/db/prepared-query.ts'
import type { Database } from '../../../../server/db/database-rows.ts'
import type { PolicyTable } from '../../../policies/server/door.ts'
import type {
  ClaimDocumentTable,
  ClaimRequestItemTable,
  ClaimRequestTable,
  ClaimSignatureTable,
  ClaimTable,
} from '../../tables.ts'
import type {
  ClaimAppealTable,
  ClaimDecisionTable,
  ClaimPayeeTable,
  ClaimPaymentTable,
} from '../settlement/settlement-tables.ts'
import { openDecision, openDocument, openItem, openPayment } from './sealed-text.ts'

/** Lists are in order from the oldest to the newest. */
export interface Case {
  claim: ClaimTable
  policy: PolicyTable
  signature: ClaimSignatureTable | null
  /** Without those that were removed. */
  documents: ClaimDocumentTable[]
  requests: ClaimRequestTable[]
  items: ClaimRequestItemTable[]
  decisions: ClaimDecisionTable[]
  payments: ClaimPaymentTable[]
  /** In order; empty where the claim has one account. */
  payees: ClaimPayeeTable[]
  appeals: ClaimAppealTable[]
  /** Events of the claim itself; documents and payments have their own. */
  events: Selectable<EventTable>[]
}

/** Inside a transaction, `db` is that transaction. */
export interface CaseSource extends Pick<Deps, 'seal'> {
  db: Kysely<Database>
}

type Ids = { ids: readonly string[] }
const policiesWith = preparedQuery<Ids>()((db, value) =>
  db.selectFrom('policies').selectAll().where('id', 'in', value('ids')),
)
const signaturesOf = preparedQuery<Ids>()((db, value) =>
  db
    .selectFrom('claim_signatures')
    .selectAll()
    .where('claim_id', 'in', value('ids'))
    .where('void_at', 'is', null)
    .orderBy('at'),
)
const documentsOf = preparedQuery<Ids>()((db, value) =>
  db
    .selectFrom('claim_documents')
    .selectAll()
    .where('claim_id', 'in', value('ids'))
    .where('removed_at', 'is', null)
    .orderBy('received_at')
    .orderBy('id'),
)
const requestsOf = preparedQuery<Ids>()((db, value) =>
  db.selectFrom('claim_requests').selectAll().where('claim_id', 'in', value('ids')).orderBy('at').orderBy('id'),
)
const itemsOf = preparedQuery<Ids>()((db, value) =>
  db.selectFrom('claim_request_items').selectAll().where('claim_id', 'in', value('ids')).orderBy('id'),
)
const decisionsOf = preparedQuery<Ids>()((db, value) =>
  db.selectFrom('claim_decisions').selectAll().where('claim_id', 'in', value('ids')).orderBy('at').orderBy('id'),
)
const paymentsOf = preparedQuery<Ids>()((db, value) =>
  db.selectFrom('claim_payments').selectAll().where('claim_id', 'in', value('ids')).orderBy('started_at').orderBy('id'),
)
const payeesOf = preparedQuery<Ids>()((db, value) =>
  db.selectFrom('claim_payees').selectAll().where('claim_id', 'in', value('ids')).orderBy('position'),
)
const appealsOf = preparedQuery<Ids>()((db, value) =>
  db.selectFrom('claim_appeals').selectAll().where('claim_id', 'in', value('ids')).orderBy('at').orderBy('id'),
)
const eventsOf = preparedQuery<Ids>()((db, value) =>
  db
    .selectFrom('events')
    .selectAll()
    .where('entity', '=', 'claim')
    .where('entity_id', 'in', value('ids'))
    .orderBy('at')
    .orderBy('id'),
)

/** Several cases, in the order of the claims; a handful of queries however many there are. */
export async function loadCases(from: CaseSource, claims: readonly ClaimTable[]): Promise<Case[]> {
  if (claims.length === 0) return []
  const { db } = from
  const ids = claims.map((it) => it.id)
  const policies = await policiesWith(db, { ids: [...new Set(claims.map((it) => it.policy_id))] })
  const signatures = await signaturesOf(db, { ids })
  const documents = await documentsOf(db, { ids })
  const requests = await requestsOf(db, { ids })
  const items = requests.length === 0 ? [] : await itemsOf(db, { ids })
  const decisions = await decisionsOf(db, { ids })
  const payments = await paymentsOf(db, { ids })
  const payees = await payeesOf(db, { ids })
  const appeals = decisions.length === 0 ? [] : await appealsOf(db, { ids })
  const events = await eventsOf(db, { ids })
  return claims.map((claim) => {
    const policy = policies.find((it) => it.id === claim.policy_id)
    if (!policy) throw new RangeError('a claim without its policy')
    const own = <R extends { claim_id: string }>(rows: R[]): R[] => rows.filter((it) => it.claim_id === claim.id)
    return {
      claim,
      policy,
      signature: own(signatures).at(-1) ?? null,
      documents: own(documents).map((it) => openDocument(from, it)),
      requests: own(requests),
      items: own(items).map((it) => openItem(from, it)),
      decisions: own(decisions).map((it) => openDecision(from, it)),
      payments: own(payments).map((it) => openPayment(from, it)),
      payees: own(payees),
      appeals: own(appeals),
      events: events.filter((it) => it.entity_id === claim.id),
    }
  })
}

const claimWith = preparedQuery<{ id: string }>()((db, value) =>
  db.selectFrom('claims').selectAll().where('id', '=', value('id')),
)

/** One case, read again; throws when the claim does not exist. */
export async function loadCase(from: CaseSource, id: string): Promise<Case> {
  const [found] = await loadCases(from, await claimWith(from.db, { id }))
  if (!found) throw new RangeError('no such claim')
  return found
}
