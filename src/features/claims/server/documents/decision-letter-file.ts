/** Decision letters: made once in each language right after the decision, and stored as evidence. */
import { maskIdNumber } from '../../../../lib/people/id-number.ts'
import { LANGS, type Lang } from '../../../../lib/locale.ts'
import { documentNames } from '../../../../lib/people/name-in-language.ts'
import { SITE } from '../../../../lib/site.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { handleJob } from '../../../../server/jobs/outbox.ts'
import { drawInThread, JOB } from '../../../../server/pdf/draw-in-thread.ts'
import { Refusal, type FileReply } from '../../../../server/http/call-handlers.ts'
import { policyById, policyTitles } from '../../../policies/server/door.ts'
import { promises } from '../../rules/case/case-progress.ts'
import { loadCase, type Case } from '../case/load-case.ts'
import { clausesOf, sheetOf, stateOf } from '../case/decision-columns.ts'
import { clockAt } from '../../rules/case/promise-clock.ts'
import { answersOf, openAccount } from '../answer-columns.ts'
import type { DecisionFacts } from '../../rules/documents/claim-document-facts.ts'
import { letterJob } from './document-jobs.ts'
import { storedPdf, PDF } from './stored-pdf.ts'
import { decidedParts } from '../settlement/heirs-as-payees.ts'
import { readBothLanguagesOrNull } from '../view-of-claim-parts.ts'
import type { ClaimDecisionTable, ClaimLetterTable } from '../settlement/settlement-tables.ts'

export const letterHandler = handleJob(letterJob, async (deps, { decision }) => {
  const { claim_id } = await deps.db
    .selectFrom('claim_decisions')
    .select('claim_id')
    .where('id', '=', decision)
    .executeTakeFirstOrThrow()
  const found = await loadCase(deps, claim_id)
  const row = found.decisions.find((it) => it.id === decision)
  if (!row) throw new RangeError('a case without its decision')
  for (const lang of LANGS) await letterOf(deps, found, row, lang)
})

/** The stored letter in a language; made now if the job has not run yet. */
function letterOf(deps: Deps, found: Case, decision: ClaimDecisionTable, lang: Lang): Promise<ClaimLetterTable> {
  return storedPdf(deps, {
    claim: found.claim.id,
    name: 'decision.pdf',
    held: () =>
      deps.db
        .selectFrom('claim_letters')
        .selectAll()
        .where('decision_id', '=', decision.id)
        .where('lang', '=', lang)
        .executeTakeFirst(),
    make: async () =>
      drawInThread(
        deps,
        { drawing: 'decisionLetter', lang, facts: await letterFacts(deps, found, decision, lang) },
        JOB,
      ),
    keep: async (trx, file) =>
      (await trx
        .insertInto('claim_letters')
        .values({ decision_id: decision.id, lang, file_id: file.id, sha256: file.sha256, made_at: deps.clock() })
        .onConflict((conflict) => conflict.columns(['decision_id', 'lang']).doNothing())
        .returning('lang')
        .executeTakeFirst()) !== undefined,
  })
}

/** The facts of the letter: the decision, and the account to be paid as it was then. */
async function letterFacts(deps: Deps, found: Case, row: ClaimDecisionTable, lang: Lang): Promise<DecisionFacts> {
  const { claim } = found
  const policy = await policyById(deps, claim.policy_id)
  const { plan, insurer, notice } = policyTitles(deps, policy, lang)
  const { insured } = policy.people
  const sheet = sheetOf(row)
  const answers = answersOf(deps, claim)
  const promise = promises(stateOf(found)).find((it) => it.kind === 'payment' && it.of === row.id)
  const dueOn = promise ? clockAt(promise, row.at).dueOn : null
  const account = claim.account === null ? null : openAccount(deps, claim.account)
  return {
    lang,
    site: SITE[lang],
    sampleNotice: notice,
    caseNumber: claim.case_number ?? '',
    insurer,
    policy: { number: policy.number, plan, start: policy.start, end: policy.end },
    insured: {
      ...documentNames(insured, lang),
      idType: deps.words(lang, `policydocuments:idType.${insured.idType}`),
      idNumber: maskIdNumber(insured.idNumber),
    },
    type: claim.type ?? 'outpatient',
    incidentDay: claim.incident_day ?? answers.incidentDay,
    decision: {
      at: row.at,
      outcome: row.outcome,
      reason: readBothLanguagesOrNull(row.reason),
      clauses: clausesOf(row),
      sheet,
      appealUntil: row.appeal_until,
    },
    payment:
      dueOn !== null && account && found.payees.length === 0
        ? {
            bank: account.bankName,
            accountTail: tailOf(account.accountNumber),
            accountName: account.accountName,
            dueOn,
          }
        : null,
    heirs: sheet.paidToYou > 0 ? heirsOfDecision(deps, found, row, sheet.paidToYou) : [],
    heirsBy: dueOn,
    review: found.appeals.some((it) => Number(it.answered_at) === row.at),
  }
}

/** What the decision pays to each heir: their share of everything, minus what each had received by then. */
function heirsOfDecision(deps: Deps, found: Case, row: ClaimDecisionTable, sum: number): DecisionFacts['heirs'] {
  const before = found.payments.filter(
    (it) => it.decision_id !== row.id && it.status !== 'failed' && it.started_at <= row.at,
  )
  return decidedParts(deps, found, sum, before).map(({ payee, person, share, amount }) => {
    const account = openAccount(deps, payee.account)
    return {
      name: person?.name ?? account.payeeName,
      relation: person?.relation ?? null,
      guardian: person?.guardian ?? null,
      share,
      amount,
      bank: account.bankName,
      accountTail: tailOf(account.accountNumber),
      accountName: account.accountName,
    }
  })
}

/** The last four letters or digits of an account, enough to recognise it. */
export const tailOf = (accountNumber: string): string => accountNumber.replace(/\W/g, '').slice(-4)

/** The letter for its claimant. */
export async function letterBytes(deps: Deps, id: string, decision: string, lang: Lang): Promise<FileReply> {
  const found = await loadCase(deps, id)
  const row = found.decisions.find((it) => it.id === decision)
  if (!row) throw new Refusal('not_found')
  const file = await deps.files.get((await letterOf(deps, found, row, lang)).file_id)
  if (!file) throw new Refusal('not_found')
  return {
    mime: PDF,
    body: file.stream,
    downloadAs: deps.words(lang, 'claimdocuments:file.decision', { number: found.claim.case_number }),
    size: file.file.size,
  }
}
