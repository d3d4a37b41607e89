/**
 * Figures of a plan that are of the right form and still cannot be meant, or are most likely a slip: a digit lost or
 * doubled, two tiers exchanged. In whole units of currency, as an editor wrote them.
 */
import type { Path } from '../../../lib/content/source-problems.ts'
import type { RawPlan } from './plan-file-schema.ts'

export interface UnlikelyFigure {
  path: Path
  message: string
  example: string
  /** It may be meant: said, and not refused. */
  doubtful?: true
}

type RawTier = RawPlan['tiers'][string]

/** A lost or doubled digit is a factor of ten; ages and lengths beside each other differ by less than two today. */
const SLIP = 5
const DOUBT = 3
/** Tiers of one band are further apart: a family pays seven times what a single student does. */
const TIER_SLIP = 10

export const unlikelyFigures = (plan: RawPlan): UnlikelyFigure[] => [
  ...Object.entries(plan.tiers).flatMap(([id, tier]) => withinTier(['tiers', id], tier)),
  ...pairs(Object.entries(plan.tiers)).flatMap(([lower, higher]) => betweenTiers(lower, higher)),
  ...terms(plan),
  ...prices(plan),
  ...otherPlaces(plan),
  ...exchangeVisa(plan),
]

/** A tier is sold for a part of what the plan is sold for. */
const terms = ({ term, tiers }: RawPlan): UnlikelyFigure[] =>
  Object.entries(tiers).flatMap(([id, { term: own }]) =>
    own?.unit === term.unit && (own.to > term.to || own.from < term.from)
      ? [
          doubt(
            ['tiers', id, 'term'],
            `is ${own.from} to ${own.to}, beyond that of the plan, ${term.from} to ${term.to}.`,
            `to: ${term.to}`,
          ),
        ]
      : [],
  )

/** What a plan says of a country that it does not cover is left of the plan that it began as a copy of. */
function otherPlaces({ destinations, caveats, after }: RawPlan): UnlikelyFigure[] {
  const covers = (place: string): boolean =>
    'only' in destinations
      ? destinations.only.some((it) => it === place)
      : !destinations.worldExcept.some((it) => it === place)
  const home = after === 'nhs' ? 'uk' : after === 'provincial' ? 'ca' : undefined
  const others = Object.keys(caveats)
    .filter((place) => !covers(place))
    .map((place) => ({
      path: ['caveats', place],
      message: `is about ${place}, which is not among the destinations.`,
      example: 'the line without it',
    }))
  if (home === undefined || covers(home)) return others
  const message = `is ${after}, which there is in ${home} alone, and ${home} is not among the destinations.`
  return [...others, { path: ['after'], message, example: 'the file without this line' }]
}

/** J-1 and J-2 have a federal rule, which the plan states and is held against. */
const exchangeVisa = ({ visas, requirement }: RawPlan): UnlikelyFigure[] =>
  requirement === undefined && visas.some((it) => it === 'j1' || it === 'j2')
    ? [
        doubt(
          ['visas'],
          `has ${visas.join(', ')}, and the plan states no requirement, which J-1 and J-2 have.`,
          'visas: [f1, opt]',
        ),
      ]
    : []

const pairs = <V>(list: readonly V[]): [V, V][] =>
  list.slice(1).flatMap((second, i): [V, V][] => {
    const first = list[i]
    return first === undefined ? [] : [[first, second]]
  })

const withinTier = (path: Path, tier: RawTier): UnlikelyFigure[] => [
  ...limits(path, tier),
  ...shares(path, tier),
  ...benefits(path, tier),
]

function limits(path: Path, { yearMaximum, perIllness, deductible }: RawTier): UnlikelyFigure[] {
  const found: UnlikelyFigure[] = []
  if (typeof yearMaximum === 'number' && perIllness !== undefined && perIllness > yearMaximum)
    found.push({
      path: [...path, 'yearMaximum'],
      message: `is ${yearMaximum} for a whole year, and one illness may cost ${perIllness}: the limit of an illness is never reached.`,
      example: `yearMaximum: ${perIllness}`,
    })
  const limit = perIllness ?? yearMaximum
  if (typeof limit === 'number' && deductible.amount >= limit)
    found.push({
      path: [...path, 'deductible'],
      message: `is ${deductible.amount}, and at most ${limit} is paid: so nothing ever is.`,
      example: 'deductible: { per: visit, amount: 300 }',
    })
  return found
}

function shares(path: Path, { share }: RawTier): UnlikelyFigure[] {
  const found: UnlikelyFigure[] = []
  for (const name of ['network', 'outside', 'withoutPublic', 'other', 'ward'] as const) {
    const value = share[name]
    if (value !== undefined && value > 0 && value < 1)
      found.push({
        path: [...path, 'share', name],
        message: `is ${value} per cent: a share is written from 0 to 100.`,
        example: `${name}: ${Math.round(value * 100)}`,
      })
    else if (name === 'network' && value !== undefined && value < 50)
      found.push(doubt([...path, 'share', name], `is ${value}: less than half of a bill is paid.`, `${name}: 90`))
  }
  if (share.outside > share.network)
    found.push(
      doubt(
        [...path, 'share', 'outside'],
        `is ${share.outside}, more than in the network (${share.network}).`,
        `share: { network: ${share.outside}, outside: ${share.network} }`,
      ),
    )
  return found
}

function benefits(path: Path, tier: RawTier): UnlikelyFigure[] {
  const found: UnlikelyFigure[] = []
  for (const [name, benefit] of Object.entries(tier.benefits)) {
    const { amount, item, max } = benefit
    if (amount !== undefined && item !== undefined && item > amount)
      found.push({
        path: [...path, 'benefits', name, 'item'],
        message: `is ${item} for one thing, and all of them together have ${amount}.`,
        example: `item: ${amount}`,
      })
    if (amount !== undefined && max !== undefined && amount > max)
      found.push({
        path: [...path, 'benefits', name, 'max'],
        message: `is ${max}, less than is paid once (${amount}).`,
        example: `max: ${amount * 3}`,
      })
  }
  return found
}

const doubt = (path: Path, message: string, example: string): UnlikelyFigure => ({
  path,
  message: `${message} Is that meant?`,
  example,
  doubtful: true,
})

const size = (limit: number | 'unlimited' | 'no_cap' | undefined): number =>
  typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY

function betweenTiers([lower, low]: [string, RawTier], [higher, high]: [string, RawTier]): UnlikelyFigure[] {
  const less = (path: Path, now: number | string | undefined, before: number | string | undefined): UnlikelyFigure =>
    doubt(
      ['tiers', higher, ...path],
      `is ${String(now)}, less than in the tier before it, ${lower} (${String(before)}).`,
      `${path.at(-1)}: ${String(before)}`,
    )
  const limitsBelow = (['yearMaximum', 'perIllness'] as const)
    .filter((name) => size(high[name]) < size(low[name]))
    .map((name) => less([name], high[name], low[name]))
  const benefitsBelow = Object.entries(high.benefits).flatMap(([name, { amount }]) => {
    const before = Object.entries(low.benefits).find(([it]) => it === name)?.[1].amount
    return amount !== undefined && before !== undefined && amount < before
      ? [less(['benefits', name], amount, before)]
      : []
  })
  return [...limitsBelow, ...benefitsBelow]
}

/** True when nothing in `high` is worse: then nobody sells it for less. */
const noWorse = (high: RawTier, low: RawTier): boolean =>
  size(high.yearMaximum) >= size(low.yearMaximum) &&
  size(high.perIllness) >= size(low.perIllness) &&
  high.deductible.amount <= low.deductible.amount &&
  high.share.network >= low.share.network &&
  high.share.outside >= low.share.outside

function prices({ premium, tiers }: RawPlan): UnlikelyFigure[] {
  const bands: readonly Readonly<Record<string, number>>[] = premium.bands.map(({ price }) => price)
  const ids = Object.keys(tiers)
  const along = ids.flatMap((id) =>
    bands.flatMap((band, i) => {
      const price = band[id]
      return price === undefined ? [] : besideOthers(id, i, price, neighbours(bands, id, i))
    }),
  )
  const across = bands.flatMap((band, i) => pairs(Object.entries(tiers)).flatMap((pair) => acrossTiers(band, i, pair)))
  return [...along, ...across]
}

/** The prices on both sides of a band; at an end the two next ones, so that a wrong price does not accuse a right one. */
function neighbours(bands: readonly Readonly<Record<string, number>>[], id: string, i: number): number[] {
  const at = i === 0 ? [1, 2] : i === bands.length - 1 ? [i - 1, i - 2] : [i - 1, i + 1]
  return at.flatMap((it) => bands[it]?.[id] ?? [])
}

function besideOthers(id: string, i: number, price: number, others: readonly number[]): UnlikelyFigure[] {
  const path = ['premium', 'bands', i, 'price', id]
  const apart = others.map((other) => Math.max(price / other, other / price))
  const least = Math.min(...apart)
  if (others.length === 0 || least < DOUBT) return []
  const like = others.map(String).join(' and ')
  const message = `is ${price}, and the prices beside it are ${like}`
  const example = `${id}: ${Math.round(others.reduce((sum, it) => sum + it, 0) / others.length || 0)}`
  return least < SLIP
    ? [doubt(path, `${message}.`, example)]
    : [{ path, message: `${message}: a digit is missing, or one too many.`, example }]
}

function acrossTiers(
  band: Readonly<Record<string, number>>,
  i: number,
  [[lower, low], [higher, high]]: [[string, RawTier], [string, RawTier]],
): UnlikelyFigure[] {
  const [less, more] = [band[lower], band[higher]]
  if (less === undefined || more === undefined) return []
  const path = ['premium', 'bands', i, 'price', lower]
  if (less > more) {
    const message = `is ${less}, more than ${higher}, ${more}`
    const example = `${lower}: ${more}, ${higher}: ${less}`
    return noWorse(high, low)
      ? [{ path, message: `${message}, which pays as much or more.`, example }]
      : [doubt(path, `${message}.`, example)]
  }
  return more / less < TIER_SLIP
    ? []
    : [
        doubt(
          [...path.slice(0, -1), higher],
          `is ${more}, ${Math.floor(more / less)} times ${lower}.`,
          `${higher}: ${less * 2}`,
        ),
      ]
}
