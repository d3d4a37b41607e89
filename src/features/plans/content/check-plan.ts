/** Rules between the fields of a plan, beyond their types. Each failure names its line and shows an example. */
import { exampleOf } from './plan-file-examples.ts'
import { at } from './read-yaml.ts'
import { checkRequirement, type RequirementRow } from '../rules/destinations/visa-requirement-check.ts'
import type { Lines, Path, Problem, ProblemCode } from './plan-file-problems.ts'
import type { Insurer, Plan } from '../rules/plan-types.ts'

/** Every broken rule of a plan. `insurer` is undefined if its id is unknown. */
export function checkPlan(plan: Plan, insurer: Insurer | undefined, file: string, lines: Lines): Problem[] {
  const say = (path: Path, code: ProblemCode, message: string, example = exampleOf(path)): Problem =>
    at(file, lines, path, code, message, example)
  return [...checkInsurer(plan, insurer, say), ...checkPremium(plan, say), ...unmet(plan, say)]
}

type Say = (path: Path, code: ProblemCode, message: string, example?: string) => Problem

function checkInsurer(plan: Plan, insurer: Insurer | undefined, say: Say): Problem[] {
  if (!insurer) return [say(['insurer'], 'unknown_insurer', `no file content/insurers/${plan.insurer}.yaml.`)]
  const out: Problem[] = []
  if (insurer.currency !== plan.currency) {
    out.push(
      say(
        ['currency'],
        'wrong_currency',
        `${insurer.id} writes in ${insurer.currency}, not ${plan.currency}. Is it the insurer of this plan, or that of the plan it was copied from? Correct the line insurer first.`,
        `the plan’s own insurer, or currency: ${insurer.currency}`,
      ),
    )
  }
  if (insurer.kind !== 'health') return out
  for (const tier of plan.tiers) {
    for (const id of ['liability', 'belongings', 'delay'] as const) {
      if (tier.benefits[id].state === 'none') continue
      out.push(
        say(
          ['tiers', tier.id, 'benefits', id],
          'insurer_may_not',
          'a health insurer may not write this (Insurance Law art. 95).',
          `${id}: none`,
        ),
      )
    }
  }
  return out
}

function checkPremium(plan: Plan, say: Say): Problem[] {
  const tiers = plan.tiers.map((tier) => tier.id)
  const out = plan.premium.bands.flatMap(({ price }, index) => {
    const path = ['premium', 'bands', index, 'price']
    const missing = tiers
      .filter((id) => !(id in price))
      .map((id) => say(path, 'premium_tiers', `no price for the tier ${id}.`, `${id}: 560`))
    const surplus = Object.keys(price)
      .filter((id) => !tiers.includes(id))
      .map((id) =>
        say(
          [...path, id],
          'premium_tiers',
          `there is no tier ${id}: take its price out of the line, and leave the others.`,
          `the line without ${id}`,
        ),
      )
    return [...missing, ...surplus]
  })
  return [
    ...out,
    ...(plan.premium.unit === 'month'
      ? checkAges(plan, plan.premium.bands, say)
      : checkTrips(plan, plan.premium.bands, say)),
  ]
}

function checkAges(plan: Plan, bands: readonly { from: number; to: number }[], say: Say): Problem[] {
  const out: Problem[] = []
  let next = plan.ages.from
  bands.forEach(({ from, to }, index) => {
    const path = ['premium', 'bands', index, 'ages']
    const example = `ages: { from: ${next}, to: ${Math.max(next, to)} }`
    if (from > next)
      out.push(say(path, 'premium_gap', `no price ${span('at age', 'from age', next, from - 1)}.`, example))
    if (from < next)
      out.push(
        say(
          path,
          'premium_overlap',
          `ages ${from} to ${Math.min(to, next - 1)} are outside the plan or already have a price.`,
          example,
        ),
      )
    if (to < from) out.push(say(path, 'premium_gap', `ends before it begins (${from} to ${to}).`, example))
    next = Math.max(next, to + 1)
  })
  const last = ['premium', 'bands', bands.length - 1, 'ages']
  if (next <= plan.ages.to)
    out.push(
      say(
        last,
        'premium_gap',
        `no price ${span('at age', 'from age', next, plan.ages.to)}.`,
        `ages: { from: ${next}, to: ${plan.ages.to} }`,
      ),
    )
  if (next > plan.ages.to + 1)
    out.push(say(last, 'premium_overlap', `the plan is sold to age ${plan.ages.to} only.`, `to: ${plan.ages.to}`))
  return out
}

const span = (one: string, many: string, from: number, to: number): string =>
  from === to ? `${one} ${from}` : `${many} ${from} to ${to}`

function checkTrips(plan: Plan, bands: readonly { days: number }[], say: Say): Problem[] {
  const out: Problem[] = []
  bands.forEach(({ days }, index) => {
    const before = bands[index - 1]?.days ?? 0
    if (days <= before)
      out.push(
        say(
          ['premium', 'bands', index, 'days'],
          'premium_overlap',
          `must be more than ${before}.`,
          `days: ${before + 15}`,
        ),
      )
  })
  const last = bands.at(-1)?.days ?? 0
  const path = ['premium', 'bands', bands.length - 1, 'days']
  if (last < plan.term.to)
    out.push(
      say(
        path,
        'premium_gap',
        `no price ${span('for day', 'from day', last + 1, plan.term.to)}.`,
        `days: ${plan.term.to}`,
      ),
    )
  if (last > plan.term.to)
    out.push(say(path, 'premium_overlap', `the plan is sold for ${plan.term.to} days only.`, `days: ${plan.term.to}`))
  return out
}

function unmet(plan: Plan, say: Say): Problem[] {
  const path: Record<RequirementRow['item'], string[]> = {
    medical: ['perIllness'],
    evacuation: ['benefits', 'evacuation'],
    remains: ['benefits', 'remains'],
    deductible: ['deductible'],
    ownShare: ['share'],
  }
  return checkRequirement(plan)
    .filter((row) => !row.ok)
    .map((row) =>
      say(
        ['tiers', row.tier, ...path[row.item]],
        'requirement_not_met',
        `does not meet the requirement ${plan.requirement?.id} at the weak rate.`,
      ),
    )
}
