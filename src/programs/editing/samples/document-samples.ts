/**
 * Every document that people get, drawn by the code that draws theirs, from the content on disk and from people, sums
 * and numbers that are invented. What a plan promises and costs is its own.
 */
import { claimDownloads } from '../../../features/claims/server/documents/draw-downloads.ts'
import { sampleDecision, sampleForm } from '../../../features/claims/server/documents/testing/sample-claim-facts.ts'
import { SHEET_A, SHEET_D } from '../../../features/claims/server/documents/testing/sample-sheets.ts'
import { sampleSalesRecord } from '../../../features/orders/server/sales-record/sample-sales-record.ts'
import { KINDS, type DocumentFacts } from '../../../features/policies/server/documents/fact-types.ts'
import { loadResources, people, row } from '../../../features/policies/server/documents/testing/policy-samples.ts'
import { sampleFacts } from '../../../features/policies/server/documents/testing/sample-policy-facts.ts'
import { fillSchoolForm } from '../../../features/policies/server/documents/fill-school-form.ts'
import {
  documentFacts,
  planOf,
  type DocumentResources,
} from '../../../features/policies/server/documents/policy-document-facts.ts'
import { certificateRate } from '../../../features/policies/server/rates/printed-exchange-rates.ts'
import { formsForPlan } from '../../../features/policies/server/documents/load-school-forms.ts'
import { dayOf, formatDay } from '../../../lib/days/dates.ts'
import { LANGS, type Lang } from '../../../lib/locale.ts'
import { SITE } from '../../../lib/site.ts'
import type { DrawingOrder } from '../../../server/pdf/drawings.ts'
import { draw } from '../../server/draw-document.ts'

/** Parts of the list, in its order. */
const DOCUMENT_GROUPS = ['policy', 'terms', 'school', 'claim', 'download', 'sale'] as const
export type DocumentGroup = (typeof DOCUMENT_GROUPS)[number]

export interface DocumentSample {
  /** In the address. */
  name: string
  group: DocumentGroup
  title: string
  draw: () => Promise<Uint8Array>
}

/** What samples are made from. */
interface Table extends DocumentResources {
  lang: Lang
  t: (key: string, values?: Record<string, unknown>) => string
  madeAt: number
}

type Drawing = DrawingOrder['drawing']
type SampleOf = (table: Table) => DocumentSample[]

const VERIFY_CODE = '7K3M9QXT2HVD'

/** By what draws them: a new kind of drawing has a sample, or this does not compile. */
const DRAWN: Readonly<Record<Drawing, SampleOf>> = {
  policyDocument: (table) =>
    KINDS.map((kind) => {
      const facts = policyFacts(table, kind)
      const title = table.t(`policydocuments:title.${kind}`, { number: facts.number })
      return sample(table, `policy-${kind}`, 'policy', title, { drawing: 'policyDocument', lang: table.lang, facts })
    }),
  cancelledDocument: (table) => {
    const { lang, t } = table
    const facts = policyFacts(table, 'visa_letter')
    const title = `${t('policydocuments:title.visa_letter', { number: facts.number })} · ${t('policydocuments:cancelled.title')}`
    const mark = LANGS.map((it) =>
      table.words(it, 'policydocuments:cancelled.never', { day: formatDay(facts.start, it) }),
    )
    const fontsAndWords = [t, table.fonts] as const
    return [
      {
        name: 'policy-cancelled',
        group: 'policy',
        title,
        draw: async () =>
          draw(
            {
              drawing: 'cancelledDocument',
              lang,
              facts: {
                document: await draw({ drawing: 'policyDocument', lang, facts }, ...fontsAndWords),
                mark,
                title: t('policydocuments:cancelled.title'),
              },
            },
            ...fontsAndWords,
          ),
      },
    ]
  },
  policyTerms: (table) =>
    table.plans.plans.map((plan) => {
      const { lang, plans } = table
      const clauses = plans.clauses(lang, plan.id)
      const planName = plans.words(lang, plan.id).name
      const facts = {
        lang,
        clauses: { ...clauses, date: formatDay(clauses.date, lang) },
        planName,
        storedAt: table.madeAt,
        number: clauses.version,
        site: SITE[lang],
        sampleNotice: plans.insurerWords(lang, plan.insurer).notice,
      }
      return sample(table, `terms-${plan.id}`, 'terms', planName, { drawing: 'policyTerms', lang, facts })
    }),
  // Schools read English, whatever language the student reads.
  schoolForm: (table) => {
    const policy = samplePolicy(table)
    const facts = documentFacts(table, policy, people, { kind: 'waiver_letter', lang: 'en', verify_code: VERIFY_CODE })
    const { plan, tier } = planOf(table.plans, policy)
    const say = (key: string, values?: Record<string, unknown>): string => table.words('en', key, values)
    const of = { plan, tier, lang: 'en' as const, deathBenefit: policy.death_benefit }
    const rate = certificateRate(table.rates, 'USD', dayOf(policy.issued_at), 'en')
    return formsForPlan(table.schoolForms, plan).map((form) => {
      const filled = fillSchoolForm(form, { facts, of, plans: table.plans, say, rate })
      return sample(table, `school-form-${form.id}`, 'school', form.name[table.lang], {
        drawing: 'schoolForm',
        lang: 'en',
        facts: { facts, form: filled, name: form.name.en },
      })
    })
  },
  claimForm: (table) => {
    const facts = sampleForm(table.lang)
    const title = table.t('claimdocuments:title.form', { number: facts.caseNumber })
    return [sample(table, 'claim-form-filled', 'claim', title, { drawing: 'claimForm', lang: table.lang, facts })]
  },
  decisionLetter: (table) =>
    [SHEET_A, SHEET_D].map((sheet) => {
      const facts = sampleDecision(table.lang, sheet)
      const title = `${table.t('claimdocuments:title.decision', { number: facts.caseNumber })} · ${table.t(`messages:claim_${sheet.outcome}.subject`, { case: facts.caseNumber })}`
      return sample(table, `decision-${sheet.outcome}`, 'claim', title, {
        drawing: 'decisionLetter',
        lang: table.lang,
        facts,
      })
    }),
  salesRecord: (table) => {
    const { lang, t, madeAt } = table
    const facts = sampleSalesRecord(lang, t, madeAt)
    return [sample(table, 'sales-record', 'sale', facts.text.title, { drawing: 'salesRecord', lang, facts })]
  },
}

/** All of them in one language; each is drawn when it is asked for. */
export function documentSamples(lang: Lang, madeAt: number): DocumentSample[] {
  const resources = loadResources()
  const t = (key: string, values?: Record<string, unknown>): string => resources.words(lang, key, values)
  const table: Table = { ...resources, lang, t, madeAt }
  const facts = { lang, site: SITE[lang], sampleNotice: t('reading:download.sample'), madeAt }
  const downloads = claimDownloads(facts, t, resources.fonts).map(
    ({ name, kind, title, draw: drawn }): DocumentSample => ({
      name: `download-${name}`,
      group: 'download',
      title: kind === 'checklist' ? `${t('reading:download.checklist.title')} · ${title}` : title,
      draw: drawn,
    }),
  )
  const all = [...Object.values(DRAWN).flatMap((samples) => samples(table)), ...downloads]
  return DOCUMENT_GROUPS.flatMap((group) => all.filter((it) => it.group === group))
}

function sample(
  { words, fonts }: Table,
  name: string,
  group: DocumentGroup,
  title: string,
  order: DrawingOrder,
): DocumentSample {
  const t = (key: string, values?: Record<string, unknown>): string => words(order.lang, key, values)
  return { name, group, title, draw: () => draw(order, t, fonts) }
}

/** A policy of the first plan that is sold and has every document. */
function samplePolicy({ plans, schoolForms, lang }: Table): ReturnType<typeof row> {
  const plan = plans.plans.find((it) => it.online && formsForPlan(schoolForms, it).length > 0)
  const tier = plan?.tiers.at(-1)
  if (!plan || !tier) throw new Error('No plan that is sold has a form of a school, so there is no sample of one')
  return row(plan.id, tier.id, { lang })
}

function policyFacts(table: Table, kind: (typeof KINDS)[number]): DocumentFacts {
  const { lang } = table
  const facts = documentFacts(table, samplePolicy(table), people, { kind, lang, verify_code: VERIFY_CODE })
  const { endorsement } = sampleFacts(kind, lang)
  return endorsement ? { ...facts, endorsement } : facts
}
