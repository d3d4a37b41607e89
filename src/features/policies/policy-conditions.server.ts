/** What a policy states besides its table of benefits: its special conditions, and whom to contact. */
import { LIMITS } from '../../lib/limits-and-periods.ts'
import type { Lang } from '../../lib/locale.ts'
import { SITE } from '../../lib/site.ts'
import { cellWords, helpLinesOf, type Plan, type PlanSet } from '../plans/api.server.ts'
import type { Row } from './documents/fact-types.server.ts'
import { deathNote, type InsuredPlan, type Translate } from './benefit-rows.server.ts'

/** One sentence each, the most important first. */
export function policyConditions(of: InsuredPlan, set: PlanSet, say: Translate, helpLine: string): string[] {
  const { plan, tier, lang, deathBenefit } = of
  const t = set.t(lang)
  const death = tier.benefits.accident.state === 'none' ? [] : deathNote(tier, deathBenefit, lang, say)
  return [
    ...(plan.scope === 'acute' ? [say('documents:policyPaper.acute')] : []),
    ...(plan.after ? [say(`documents:policyPaper.after.${plan.after}`)] : []),
    ...death.map((note) => say('documents:policyPaper.death', { note })),
    say('documents:policyPaper.admission', { phone: helpLine, hours: LIMITS.admissionHours }),
    say('documents:policyPaper.cancel', { rule: cellWords('refund', plan, tier, t, lang).value }),
    say('documents:policyPaper.next', { rule: cellWords('extend', plan, tier, t, lang).value }),
    say('documents:policyPaper.exclusions'),
  ]
}

/** Insurer with its address, service line and licence, its help line, the seller of the policy, and where to complain. */
export function contactRows(plan: Plan, set: PlanSet, say: Translate, lang: Lang): Row[] {
  const { licence, address, service, complaints } = set.insurer(plan.insurer)
  const { fullName } = set.insurerWords(lang, plan.insurer)
  const lines = helpLinesOf(set, plan.id, lang)
  const site = SITE[lang]
  const local = lines.local.map(({ country, number }) => say('documents:policyPaper.local', { country: set.t(lang)(`plans:plan.where.${country}`), phone: number }))
  return [
    { label: say('documents:insurer'), value: fullName, note: [address[lang], say('documents:policyPaper.service', { phone: service }), say('documents:licence', { licence })].join(' · ') },
    { label: say('documents:helpLine'), value: lines.anywhere, note: [lines.company, ...local].join(lang === 'cn' ? '；' : '; ') },
    { label: say('documents:policyPaper.seller'), value: site.operator, note: `${say('documents:policyPaper.service', { phone: site.phone })} · ${site.email}` },
    { label: say('documents:policyPaper.complaints'), value: site.complaintsEmail, note: say('documents:policyPaper.authority', { phone: complaints }) },
  ]
}
