/** What a policy states besides its table of benefits: its special conditions, and whom to contact. */
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { joinedClauses, type Lang } from '../../../../lib/locale.ts'
import { SITE } from '../../../../lib/site.ts'
import { cellWords, declaredConditionWords, helpLinesOf, type Plan, type PlanSet } from '../../../plans/server/door.ts'
import type { Row } from '../../../../server/pdf/a4-document.ts'
import { deathNote, type InsuredPlan, type Translate } from './benefit-figures.ts'

/** One sentence each, the most important first. */
export function policyConditions(of: InsuredPlan, set: PlanSet, say: Translate, helpLine: string): string[] {
  const { plan, tier, lang, deathBenefit } = of
  const t = set.t(lang)
  const death = tier.benefits.accident.state === 'none' ? [] : deathNote(tier, deathBenefit, lang, say)
  return [
    ...(plan.scope === 'acute' ? [say('policydocuments:policyPaper.acute')] : []),
    ...(plan.after ? [say(`policydocuments:policyPaper.after.${plan.after}`)] : []),
    ...(tier.preExisting.kind === 'after_months' && tier.preExisting.months === 0
      ? []
      : [declaredConditionWords(tier, t, lang)]),
    ...death.map((note) => say('policydocuments:policyPaper.death', { note })),
    say('policydocuments:policyPaper.admission', { phone: helpLine, hours: LIMITS.admissionHours }),
    say('policydocuments:policyPaper.cancel', { rule: cellWords('refund', plan, tier, t, lang).value }),
    say('policydocuments:policyPaper.next', { rule: cellWords('extend', plan, tier, t, lang).value }),
    say('policydocuments:policyPaper.exclusions'),
  ]
}

/** Insurer with its address, service line and licence, its help line, the seller of the policy, and where to complain. */
export function contactRows(plan: Plan, set: PlanSet, say: Translate, lang: Lang): Row[] {
  const { licence, address, service, complaints } = set.insurer(plan.insurer)
  const { fullName } = set.insurerWords(lang, plan.insurer)
  const lines = helpLinesOf(set, plan.id, lang)
  const site = SITE[lang]
  const local = lines.local.map(({ country, number }) =>
    say('policydocuments:policyPaper.local', { country: set.t(lang)(`plans:plan.where.${country}`), phone: number }),
  )
  return [
    {
      label: say('policydocuments:insurer'),
      value: fullName,
      note: [
        address[lang],
        say('policydocuments:policyPaper.service', { phone: service }),
        say('policydocuments:licence', { licence }),
      ].join(' · '),
    },
    {
      label: say('policydocuments:helpLine'),
      value: lines.anywhere,
      note: joinedClauses(lang, [lines.company, ...local]),
    },
    {
      label: say('policydocuments:policyPaper.seller'),
      value: site.operator,
      note: `${say('policydocuments:policyPaper.service', { phone: site.phone })} · ${site.email}`,
    },
    {
      label: say('policydocuments:policyPaper.complaints'),
      value: site.complaintsEmail,
      note: say('policydocuments:policyPaper.authority', { phone: complaints }),
    },
  ]
}
