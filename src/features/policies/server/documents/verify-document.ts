/** The check of a document that anyone may make (decision 0006): what a genuine code reveals, and how often one may ask. */
import { dayOf } from '../../../../lib/days/dates.ts'
import { maskedName } from '../../../../lib/people/masked-name.ts'
import type { Lang } from '../../../../lib/locale.ts'
import { documentNames } from '../../../../lib/people/name-in-language.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { RateLimit } from '../../../../server/http/rate-limit.ts'
import type { Verified } from '../../verify-calls.ts'
import { planNames } from './policy-document-facts.ts'
import { openPeople } from '../../../orders/server/door.ts'
import { policyStatus } from '../policy-states.ts'
import { documentResources } from './document-resources.ts'

/** Tries a minute from one address: enough for a counter with a queue, useless for guessing sixty bits. */
export const VERIFY_PER_MINUTE = 30
const limitsByServer = new WeakMap<Deps, RateLimit>()

export function limitVerify(deps: Deps, address: string): void {
  const counted = limitsByServer.get(deps) ?? new RateLimit(VERIFY_PER_MINUTE, 60_000)
  limitsByServer.set(deps, counted)
  const retryAfter = counted.secondsToWait(address, deps.clock())
  if (retryAfter > 0) throw new Refusal('too_many', { retryAfter })
}

/** Looks a code up. The name is reduced to first letters here, before anything leaves the server. */
export async function verifyDocument(deps: Deps, code: string, lang: Lang): Promise<Verified | { genuine: false }> {
  const found = await deps.db
    .selectFrom('policy_documents')
    .innerJoin('policies', 'policies.id', 'policy_documents.policy_id')
    .innerJoin('policy_versions', (join) =>
      join
        .onRef('policy_versions.policy_id', '=', 'policy_documents.policy_id')
        .onRef('policy_versions.number', '=', 'policy_documents.version_number'),
    )
    .selectAll('policies')
    .select([
      'policy_documents.kind as document_kind',
      'policy_documents.issued_at as document_issued',
      'policy_versions.number as document_version',
      'policy_versions.people as document_people',
      'policy_versions.starts as document_starts',
      'policy_versions.ends as document_ends',
    ])
    .where('policy_documents.verify_code', '=', code)
    .where('policies.status', 'in', ['issued', 'cancelled'])
    .executeTakeFirst()
  if (!found) return { genuine: false }
  const { plans } = documentResources(deps)
  const insurer = plans.insurerWords(lang, found.insurer)
  const { insured } = openPeople(deps.seal, found.document_people)
  return {
    genuine: true,
    kind: found.document_kind,
    status: policyStatus(
      found.status === 'cancelled' ? 'cancelled' : 'issued',
      found.starts,
      found.ends,
      dayOf(deps.clock()),
    ),
    ...planNames(plans, found, lang),
    insurerName: insurer.fullName,
    notice: insurer.notice,
    replaced: found.document_version < found.current_version,
    // As printed: a newer version may have other days and another name.
    start: found.document_starts,
    end: found.document_ends,
    issuedOn: dayOf(found.document_issued),
    insured: maskedName(documentNames(insured, lang).name),
  }
}
