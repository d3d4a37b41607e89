/** The PDF of the signed form with all answers: made once in each language and stored as evidence. */
import { dayOf } from '../../../../lib/days/dates.ts'
import { maskIdNumber } from '../../../../lib/people/id-number.ts'
import { LANGS, type Lang } from '../../../../lib/locale.ts'
import { documentNames } from '../../../../lib/people/name-in-language.ts'
import { SITE } from '../../../../lib/site.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { handleJob } from '../../../../server/jobs/outbox.ts'
import { drawInThread, JOB } from '../../../../server/pdf/draw-in-thread.ts'
import { Refusal, type FileReply, type UserContext } from '../../../../server/http/call-handlers.ts'
import { policyTitles } from '../../../policies/server/door.ts'
import { claimForCaller } from '../claim-access.ts'
import { strokesOf } from '../answer-columns.ts'
import type { ClaimFormFacts } from '../../rules/documents/claim-document-facts.ts'
import { formJob } from './document-jobs.ts'
import { storedPdf, PDF } from './stored-pdf.ts'
import { signedFormText } from '../draft/text-to-sign.ts'
import { openParts } from '../draft/load-open-claim.ts'
import { documentView, signatureView } from '../view-of-claim-parts.ts'
import { signerOf } from '../../rules/draft/signer.ts'
import type { ClaimFormTable, ClaimTable } from '../../tables.ts'

/**
 * Both languages are made right after the submission: later, the other language would have a text that has changed
 * since.
 */
export const formHandler = handleJob(formJob, async (deps, { claim }) => {
  const row = await deps.db.selectFrom('claims').selectAll().where('id', '=', claim).executeTakeFirstOrThrow()
  for (const lang of LANGS) await formOf(deps, row, lang)
})

/** The stored form in a language; made now if it does not exist yet. */
function formOf(deps: Deps, row: ClaimTable, lang: Lang): Promise<ClaimFormTable> {
  return storedPdf(deps, {
    claim: row.id,
    name: 'form.pdf',
    held: () =>
      deps.db
        .selectFrom('claim_forms')
        .selectAll()
        .where('claim_id', '=', row.id)
        .where('lang', '=', lang)
        .executeTakeFirst(),
    make: async () => drawInThread(deps, { drawing: 'claimForm', lang, facts: await formFacts(deps, row, lang) }, JOB),
    keep: async (trx, file) =>
      (await trx
        .insertInto('claim_forms')
        .values({ claim_id: row.id, lang, file_id: file.id, sha256: file.sha256, made_at: deps.clock() })
        .onConflict((conflict) => conflict.columns(['claim_id', 'lang']).doNothing())
        .returning('lang')
        .executeTakeFirst()) !== undefined,
  })
}

/**
 * The facts of the form: the answers as they were sent. Later changes (a corrected account, more documents) are not
 * included.
 */
async function formFacts(deps: Deps, row: ClaimTable, lang: Lang): Promise<ClaimFormFacts> {
  const { answers, policy, people, documents, signature, signed } = await openParts(deps, deps.db, row)
  if (!signature || row.case_number === null || row.submitted_at === null) throw new Error('the claim was not sent')
  const submittedAt = row.submitted_at
  const { role } = signerOf(people, dayOf(signature.at))
  const { plan, insurer, notice } = policyTitles(deps, policy, lang)
  const { insured } = policy.people
  const { kind, name, at, lang: textLang, textVersion, textSha256 } = signatureView(deps, signature, signed)
  return {
    lang,
    site: SITE[lang],
    sampleNotice: notice,
    caseNumber: row.case_number,
    insurer,
    submittedAt,
    answers,
    policy: { number: policy.number, plan, start: policy.start, end: policy.end },
    insured: {
      ...documentNames(insured, lang),
      idType: deps.words(lang, `policydocuments:idType.${insured.idType}`),
      idNumber: maskIdNumber(insured.idNumber),
    },
    documents: documents
      .filter(
        (it) => it.received_at <= submittedAt && it.item_id === null && it.by === 'user' && it.status !== 'failed',
      )
      .map((it) => documentView(deps, it)),
    signature: { kind, name, at, lang: textLang, textVersion, textSha256, role, strokes: strokesOf(deps, signature) },
    form: signedFormText(lang, role, { lang: textLang, textSha256 }),
  }
}

/** The form for its claimant. */
export async function formBytes(ctx: UserContext, id: string, lang: Lang): Promise<FileReply> {
  const { deps } = ctx
  const row = await claimForCaller(ctx, id)
  if (row.submitted_at === null) throw new Refusal('not_found')
  // When an operator opens it: the signed form is a document of the case.
  if (!(await deps.db.selectFrom('claim_signatures').select('id').where('claim_id', '=', row.id).executeTakeFirst()))
    throw new Refusal('not_found')
  const found = await deps.files.get((await formOf(deps, row, lang)).file_id)
  if (!found) throw new Refusal('not_found')
  return {
    mime: PDF,
    body: found.stream,
    downloadAs: deps.words(lang, 'claimdocuments:file.form', { number: row.case_number }),
    size: found.file.size,
  }
}
