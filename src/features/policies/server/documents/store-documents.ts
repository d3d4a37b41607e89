/** Stores a policy's documents: draws each from the facts of its row, writes the file and records it in one step. */
import type { Lang } from '../../../../lib/locale.ts'
import { SITE } from '../../../../lib/site.ts'
import { formatDay } from '../../../../lib/days/dates.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { storeOnce } from '../../../../server/files/store-once.ts'
import { newId } from '../../../../server/new-id.ts'
import { drawInThread, JOB } from '../../../../server/pdf/draw-in-thread.ts'
import type { EndorsementFacts } from './fact-types.ts'
import { arrivalOf } from '../student-arrival.ts'
import { endorsementFacts } from './endorsement-facts.ts'
import { documentFacts, planNames, plansOfContract } from './policy-document-facts.ts'
import { continuedNumber } from '../linked-terms.ts'
import { openPeople } from '../../../orders/server/door.ts'
import { documentResources } from './document-resources.ts'
import type { PolicyDocumentTable, PolicyTable } from '../../tables.ts'
import type { PolicyVersionTable } from '../versions/version-tables.ts'

const PDF = 'application/pdf'

/** Draws and stores one document. Throws `MissingGlyphs` when a name cannot be drawn. */
export async function storeDocument(
  deps: Deps,
  policy: PolicyTable,
  document: PolicyDocumentTable,
  history: readonly PolicyVersionTable[],
): Promise<void> {
  const resources = documentResources(deps)
  const { kind, lang } = document
  const facts = {
    ...documentFacts(resources, policy, openPeople(deps.seal, policy.people), document, {
      history,
      illnessFrom: (await arrivalOf(deps, policy))?.illnessFrom,
      continues: await continuedNumber(deps.db, policy),
    }),
    ...(kind === 'endorsement' ? { endorsement: endorsed(deps, policy, document, history) } : {}),
  }
  const bytes = await drawInThread(deps, { drawing: 'policyDocument', lang, facts }, JOB)
  const name = deps.words(lang, `policydocuments:file.${kind}`, { number: policy.number })
  await storeOnce(deps, bytes, { owner: `policy:${policy.id}`, name, mime: PDF }, (trx, file) =>
    trx
      .updateTable('policy_documents')
      .set({ file_id: file.id, sha256: file.sha256, size: file.size })
      .where('id', '=', document.id)
      .where('file_id', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  )
}

/** The endorsement's facts: what its version changed compared with the one before. */
function endorsed(
  deps: Deps,
  policy: PolicyTable,
  { lang, version_number: number }: PolicyDocumentTable,
  history: readonly PolicyVersionTable[],
): EndorsementFacts {
  const [before, now] = [number - 1, number].map((wanted) => {
    const version = history.find((it) => it.number === wanted)
    if (!version) throw new Error('an endorsement without the version before it')
    return { version, people: openPeople(deps.seal, version.people) }
  })
  if (!before || !now) throw new Error('an endorsement without the version before it')
  return endorsementFacts(policy.number, before, now, { lang, words: deps.words, fonts: documentResources(deps).fonts })
}

/** Stores the terms that the policy names, unless this version is stored already. */
export async function storeTerms(deps: Deps, policy: PolicyTable, lang: Lang): Promise<void> {
  const kept = await deps.db
    .selectFrom('policy_terms')
    .select('id')
    .where('plan', '=', policy.plan)
    .where('version', '=', policy.clause_version)
    .where('lang', '=', lang)
    .executeTakeFirst()
  if (kept) return
  const { plans: today } = documentResources(deps)
  const plans = plansOfContract(today, policy)
  const clauses = plans.clauses(lang, policy.plan)
  // A text is never stored under the name of another: an operator brings back the text of that version.
  if (clauses.version !== policy.clause_version)
    throw new Error(`the terms ${policy.clause_version} of ${policy.plan} are not among the texts`)
  const now = deps.clock()
  const bytes = await drawInThread(
    deps,
    {
      drawing: 'policyTerms',
      lang,
      facts: {
        lang,
        clauses: { ...clauses, date: formatDay(clauses.date, lang) },
        planName: planNames(plans, policy, lang).planName,
        storedAt: now,
        number: clauses.version,
        site: SITE[lang],
        sampleNotice: plans.insurerWords(lang, policy.insurer).notice,
      },
    },
    JOB,
  )
  const name = deps.words(lang, 'policydocuments:file.terms', { number: clauses.version })
  await storeOnce(deps, bytes, { owner: `terms:${policy.plan}`, name, mime: PDF }, (trx, file) =>
    trx
      .insertInto('policy_terms')
      .values({
        id: newId(),
        plan: policy.plan,
        version: policy.clause_version,
        lang,
        file_id: file.id,
        sha256: file.sha256,
        size: file.size,
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(['plan', 'version', 'lang']).doNothing())
      .returning('id')
      .executeTakeFirst(),
  )
}
