/** Files of a policy's documents: stored ones, and a school's form, which is filled in on request. */
import { buffer } from 'node:stream/consumers'
import { dayOf, formatDay, type Day } from '../../../../lib/days/dates.ts'
import { LANGS, type Lang } from '../../../../lib/locale.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { Refusal, type Context, type FileReply } from '../../../../server/http/call-handlers.ts'
import type { OwnedPolicy } from '../people/policy-access.ts'
import type { DocumentKind } from '../../contract.ts'
import { documentFacts, planOf, plansOfContract } from './policy-document-facts.ts'
import { drawInThread, senderOfCall } from '../../../../server/pdf/draw-in-thread.ts'
import { documentResources } from './document-resources.ts'
import { certificateRate } from '../rates/printed-exchange-rates.ts'
import { fillSchoolForm } from './fill-school-form.ts'
import type { CancelledDocument } from './mark-cancelled.ts'
import { cancellationOf } from '../messages/cover-period.ts'
import { openPeople } from '../../../orders/server/door.ts'
import { formsForPlan } from './load-school-forms.ts'

/** What marks a document of a cancelled policy: in both languages, because whoever is shown it reads only one. */
function markOf(
  deps: Deps,
  { on, inForce }: { on: Day; inForce: boolean },
  lang: Lang,
): Pick<CancelledDocument, 'mark' | 'title'> {
  const key = inForce ? 'ended' : 'never'
  return {
    mark: LANGS.map((it) => deps.words(it, `policydocuments:cancelled.${key}`, { day: formatDay(on, it) })),
    title: deps.words(lang, 'policydocuments:cancelled.title'),
  }
}

/** From the version asked for, else from the newest that has it; marked on each page once the policy is cancelled. */
export async function storedDocument(
  ctx: Context,
  { row }: OwnedPolicy,
  kind: DocumentKind,
  lang: Lang,
  version?: number,
): Promise<FileReply> {
  const { deps } = ctx
  const held =
    kind === 'terms'
      ? await deps.db
          .selectFrom('policy_terms')
          .select('file_id')
          .where('plan', '=', row.plan)
          .where('version', '=', row.clause_version)
          .where('lang', '=', lang)
          .executeTakeFirst()
      : await deps.db
          .selectFrom('policy_documents')
          .select('file_id')
          .where('policy_id', '=', row.id)
          .where('kind', '=', kind)
          .where('lang', '=', lang)
          .$if(version !== undefined, (query) => query.where('version_number', '=', version ?? 0))
          .where('file_id', 'is not', null)
          .orderBy('version_number', 'desc')
          .executeTakeFirst()
  const found = held?.file_id ? await deps.files.get(held.file_id) : null
  if (!found) throw new Refusal('not_found')
  const cancelled = kind === 'terms' ? null : cancellationOf(row)
  if (cancelled) {
    const facts = { document: await buffer(found.stream), ...markOf(deps, cancelled, lang) }
    const bytes = await drawInThread(deps, { drawing: 'cancelledDocument', lang, facts }, senderOfCall(ctx))
    return { mime: found.file.mime, body: bytes, downloadAs: found.file.name, size: bytes.byteLength }
  }
  return { mime: found.file.mime, body: found.stream, downloadAs: found.file.name, size: found.file.size }
}

/**
 * In English, with the code of the current waiver letter. `not_found` for an unknown form, a form for another country,
 * or a policy without a waiver letter.
 */
export async function schoolFormDocument(ctx: Context, { row }: OwnedPolicy, id: string): Promise<FileReply> {
  const { deps } = ctx
  const resources = documentResources(deps)
  const { plan, tier } = planOf(resources.plans, row)
  const form = formsForPlan(resources.schoolForms, plan).find((it) => it.id === id)
  const letter = await deps.db
    .selectFrom('policy_documents')
    .selectAll()
    .where('policy_id', '=', row.id)
    .where('kind', '=', 'waiver_letter')
    .where('lang', '=', 'en')
    .orderBy('version_number', 'desc')
    .executeTakeFirst()
  if (!form || !letter || row.status !== 'issued') throw new Refusal('not_found')
  const facts = documentFacts(resources, row, openPeople(deps.seal, row.people), letter)
  const say = (key: string, values?: Record<string, unknown>): string => deps.words('en', key, values)
  const rate = certificateRate(resources.rates, 'USD', dayOf(row.issued_at), 'en')
  const filled = fillSchoolForm(form, {
    facts,
    of: { plan, tier, lang: 'en', deathBenefit: row.death_benefit },
    plans: plansOfContract(resources.plans, row),
    say,
    rate,
  })
  const bytes = await drawInThread(
    deps,
    { drawing: 'schoolForm', lang: 'en', facts: { facts, form: filled, name: form.name.en } },
    senderOfCall(ctx),
  )
  return {
    mime: 'application/pdf',
    body: bytes,
    downloadAs: say('policydocuments:school.file', { form: form.name.en, number: row.number }),
    size: bytes.byteLength,
  }
}
