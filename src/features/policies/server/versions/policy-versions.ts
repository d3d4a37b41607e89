/**
 * Versions of a policy in the database. A change is one step: the version's row, the policy's own columns, its event
 * and the codes of its documents. A job then draws the documents and sends the messages.
 */
import { z } from 'zod'
import { dayOf, formatDay } from '../../../../lib/days/dates.ts'
import { LANGS } from '../../../../lib/locale.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import { defineJob } from '../../../../server/jobs/define-job.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import type { Message } from '../../../../server/messages/define-message.ts'
import { newId } from '../../../../server/new-id.ts'
import { handleJob } from '../../../../server/jobs/outbox.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { PayableRef } from '../../../cashier/server/door.ts'
import { transition } from '../../../../server/transition.ts'
import { hasWaiverLetter, plansSoldAt } from '../../../plans/server/door.ts'
import type { ENDORSED_KINDS, VersionReason } from '../../contract.ts'
import { documentResources } from '../documents/document-resources.ts'
import { plansOfContract } from '../documents/policy-document-facts.ts'
import { storeDocument, storeTerms } from '../documents/store-documents.ts'
import { tariffText } from '../rates/rate-table-of-policy.ts'
import { columnsAfterChange } from '../people/people-columns.ts'
import type { People } from '../../../orders/server/door.ts'
import { policyMachine } from '../policy-states.ts'
import { newVerifyCode } from '../documents/verify-code.ts'
import type { PolicyTable } from '../../tables.ts'
import { firstVersion, ImpossibleChange, nextVersion, type PolicyChange, type VersionFacts } from './version-rules.ts'
import type { PolicyVersionTable } from './version-tables.ts'
import { dueNotices } from '../messages/when-cover-messages-are-sent.ts'
import { policyMessages, tellPeople, type PolicyVar } from '../messages/policy-messages.ts'
import { refundToInWords } from '../surrender/paying-school.ts'
import { policyVersion } from '../hooks.ts'

export type CodedKind = (typeof ENDORSED_KINDS)[number]

type Made = Pick<PolicyVersionTable, 'payable_kind' | 'payable_id' | 'tariff' | 'made_at' | 'made_by'>

/** A version's row, made from the policy as of now. */
async function insertVersion(trx: Trx, policy: PolicyTable, facts: VersionFacts, made: Made): Promise<void> {
  const { currency, clause_version, relationship, death_benefit, people } = policy
  await trx
    .insertInto('policy_versions')
    .values({
      policy_id: policy.id,
      number: facts.number,
      reason: facts.reason,
      valid_from: facts.validFrom,
      starts: facts.starts,
      ends: facts.ends,
      premium_minor: facts.premium,
      premium_change: facts.premiumChange,
      currency,
      clause_version,
      relationship,
      death_benefit,
      people,
      ...made,
    })
    .execute()
}

/** Codes of a version's documents, in both languages; the files are drawn later. */
async function insertDocuments(
  deps: Deps,
  trx: Trx,
  policy: Pick<PolicyTable, 'id' | 'plan' | 'clause_version'>,
  number: number,
  kinds: readonly CodedKind[],
  at: number,
): Promise<void> {
  const plan = plansOfContract(documentResources(deps).plans, policy).find(policy.plan)
  for (const kind of kinds) {
    if (kind === 'waiver_letter' && !(plan && hasWaiverLetter(plan))) continue
    for (const lang of LANGS) {
      await trx
        .insertInto('policy_documents')
        .values({
          id: newId(),
          policy_id: policy.id,
          version_number: number,
          kind,
          lang,
          verify_code: newVerifyCode(),
          issued_at: at,
          file_id: null,
          sha256: null,
          size: null,
        })
        .execute()
    }
  }
}

/** Version 1, inserted together with the policy's own row, paid with `payable`; its price was agreed at `agreedAt` (ms). */
export async function insertFirstVersion(
  deps: Deps,
  trx: Trx,
  policy: PolicyTable,
  { kinds, payable: { kind, id }, agreedAt }: { kinds: readonly CodedKind[]; payable: PayableRef; agreedAt: number },
): Promise<void> {
  const facts = firstVersion({ starts: policy.starts, ends: policy.ends, premium: policy.premium_minor })
  await insertVersion(trx, policy, facts, {
    payable_kind: kind,
    payable_id: id,
    tariff: tariffAt(agreedAt, policy),
    made_at: policy.issued_at,
    made_by: 'system',
  })
  await insertDocuments(deps, trx, policy, 1, kinds, policy.issued_at)
}

/** The rate table that a price was agreed by, also when it is paid after midnight; `null` for an unknown plan. */
function tariffAt(agreedAt: number, { plan: id, tier }: PolicyTable): string | null {
  const plan = plansSoldAt(agreedAt).find(id)
  return plan ? tariffText(plan, tier) : null
}

/** Everything that was paid for a policy: its application, extensions, endorsements. */
export const payablesOf = (versions: readonly PolicyVersionTable[]): PayableRef[] =>
  versions.flatMap(({ payable_kind: kind, payable_id: id }) => (kind === null || id === null ? [] : [{ kind, id }]))

export const versionsOf = (db: Deps['db'] | Trx, policyId: string): Promise<PolicyVersionTable[]> =>
  db.selectFrom('policy_versions').selectAll().where('policy_id', '=', policyId).orderBy('number').execute()

export const factsOf = (row: PolicyVersionTable): VersionFacts => ({
  number: row.number,
  reason: row.reason,
  validFrom: row.valid_from,
  starts: row.starts,
  ends: row.ends,
  premium: row.premium_minor,
  premiumChange: row.premium_change,
})

/** The policy as of a version: what that version's documents state. */
function policyAt(policy: PolicyTable, version: PolicyVersionTable): PolicyTable {
  const { starts, ends, premium_minor, currency, clause_version, relationship, death_benefit, people } = version
  return {
    ...policy,
    starts,
    ends,
    premium_minor,
    currency,
    clause_version,
    relationship,
    death_benefit,
    people,
    issued_at: version.made_at,
  }
}

export interface NewVersion {
  change: PolicyChange
  kinds: readonly CodedKind[]
  /** `user:…`, `operator:…` or `system`, and the reason, for the event. */
  by: string
  why?: string
  people?: People
  /** What was paid for it. */
  payable?: PayableRef
  /** For a surrender: the instant of the request; cover ends on its day. */
  at?: number
}

/**
 * Adds a version in the caller's transaction. Refuses `not_changeable` for a policy that has ended or was cancelled,
 * and with the code of `ImpossibleChange` for what its history does not allow.
 */
export async function addVersion(deps: Deps, trx: Trx, policyId: string, requested: NewVersion): Promise<PolicyTable> {
  await lockFor(trx, `policy:${policyId}`)
  const policy = await trx.selectFrom('policies').selectAll().where('id', '=', policyId).executeTakeFirst()
  if (policy?.status !== 'issued') throw new Refusal('not_changeable')
  const current = (await versionsOf(trx, policyId)).at(-1)
  if (!current) throw new Error('a policy without a version')
  const facts = allowed(factsOf(current), requested.change)
  const now = deps.clock()
  const surrendered = facts.reason === 'surrender'
  const set = {
    ends: facts.ends,
    premium_minor: facts.premium,
    current_version: facts.number,
    ...(requested.people ? columnsAfterChange(deps, policy, requested.people) : {}),
  }
  const next = await transition(trx, {
    machine: policyMachine,
    id: policyId,
    to: surrendered ? 'cancelled' : 'issued',
    version: policy.version,
    by: requested.by,
    at: now,
    ...(requested.why ? { why: requested.why } : {}),
    set: { ...set, ...(surrendered ? { cancelled_at: requested.at ?? now } : {}) },
    data: { version: facts.number, reason: facts.reason, premiumChange: facts.premiumChange },
  })
  const { next: notice } = dueNotices(next, dayOf(now), dayOf(now))
  await trx
    .updateTable('policies')
    .set({ next_notice_on: surrendered ? null : notice })
    .where('id', '=', policyId)
    .execute()
  await insertVersion(trx, next, facts, {
    payable_kind: requested.payable?.kind ?? null,
    payable_id: requested.payable?.id ?? null,
    tariff: null,
    made_at: now,
    made_by: requested.by,
  })
  await insertDocuments(deps, trx, policy, facts.number, requested.kinds, now)
  await finishLater(deps, trx, policyId, facts.number)
  for (const follow of policyVersion.all(deps)) await follow(deps, trx, { policyId, reason: facts.reason })
  return next
}

/** Queues what follows a version: its documents and messages. */
export const finishLater = (deps: Deps, trx: Trx, policyId: string, number: number): Promise<void> =>
  deps.outbox.enqueue(trx, versionJob, { policyId, number }, { key: `${versionJob.kind}:${policyId}:${number}` })

function allowed(current: VersionFacts, change: PolicyChange): VersionFacts {
  try {
    return nextVersion(current, change)
  } catch (error) {
    if (error instanceof ImpossibleChange) throw new Refusal(error.code)
    throw error
  }
}

/** The issue of an order has messages of its own, sent with it. */
const MESSAGES: Partial<Record<VersionReason, Message<PolicyVar | 'from'>>> = {
  endorsement: policyMessages.policy_endorsement,
  surrender: policyMessages.policy_surrender,
}

function messageOf(
  policy: PolicyTable,
  version: PolicyVersionTable,
): Message<PolicyVar | 'from'> | Message<PolicyVar | 'refundTo'> | undefined {
  if (version.reason === 'issue' && policy.previous_policy_id !== null) return policyMessages.policy_extension
  return isEarlySurrender(version) ? policyMessages.policy_surrender_early : MESSAGES[version.reason]
}

/** Cancelled before the first day, with a refund. */
const isEarlySurrender = ({ reason, valid_from, starts, premium_change }: PolicyVersionTable): boolean =>
  reason === 'surrender' && valid_from === starts && premium_change < 0

/** Draws the documents of a version and sends its messages once. Can be interrupted and repeated. */
async function finishVersion(deps: Deps, { policyId, number }: { policyId: string; number: number }): Promise<void> {
  const policy = await deps.db.selectFrom('policies').selectAll().where('id', '=', policyId).executeTakeFirstOrThrow()
  const version = (await versionsOf(deps.db, policyId)).find((it) => it.number === number)
  if (!version) throw new Error('no such version')
  await drawDocuments(deps, policy, version)
  if (version.reason === 'issue') for (const lang of LANGS) await storeTerms(deps, policy, lang)
  const message = messageOf(policy, version)
  if (!message) return
  const at = policyAt(policy, version)
  await deps.write(async (trx) =>
    tellPeople(deps, trx, at, {
      message,
      key: `${policyId}:${number}`,
      number,
      vars: { from: formatDay(version.valid_from, policy.lang), refundTo: await refundToInWords(deps, trx, policy) },
    }),
  )
}

/** Draws only the missing ones. */
export async function drawDocuments(deps: Deps, policy: PolicyTable, version: PolicyVersionTable): Promise<void> {
  const documents = await deps.db
    .selectFrom('policy_documents')
    .selectAll()
    .where('policy_id', '=', policy.id)
    .where('version_number', '=', version.number)
    .where('file_id', 'is', null)
    .execute()
  const history =
    documents.length > 0 ? (await versionsOf(deps.db, policy.id)).filter((it) => it.number <= version.number) : []
  for (const document of documents) await storeDocument(deps, policyAt(policy, version), document, history)
}

const versionJob = defineJob('policy.version', 'records', z.object({ policyId: z.string(), number: z.number().int() }))
export const versionHandler = handleJob(versionJob, finishVersion)
