/** The first rows of the comparison: for whom each plan and tier is, of which places, visas and ages. */
import { joinedNames, type Lang } from '../../../lib/locale.ts'
import { cellWords, type CellWords, type T } from './benefits.ts'
import { whereWords } from './figure-placeholders.ts'
import type { ComparedPlan, Tier } from './plan-types.ts'

interface Compared {
  readonly plan: ComparedPlan
  readonly tier: Tier
}

const texts = (value: string): CellWords => ({ value, notes: [], none: false })

/** In a line only the first name begins with a capital, but for abbreviations. */
const inLine = (name: string, i: number): string =>
  i === 0 ? name : name.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())

const WORDS = {
  who: ({ plan }: Compared) => texts(plan.who),
  tier: ({ plan, tier }: Compared) => texts(plan.tierWho[tier.id] ?? ''),
  where: ({ plan }: Compared, t: T, lang: Lang) => texts(whereWords(plan, t, lang)),
  visas: ({ plan }: Compared, t: T, lang: Lang) =>
    texts(
      joinedNames(
        lang,
        plan.visas.map((visa, i) => inLine(t(`plans:plan.visa.${visa}`), i)),
      ),
    ),
  ages: ({ plan, tier }: Compared, t: T, lang: Lang) => cellWords('ages', plan, tier, t, lang),
} as const
type ForWhomId = keyof typeof WORDS

export function forWhom(
  columns: readonly Compared[],
  t: T,
  lang: Lang,
): { id: ForWhomId; same: boolean; cells: CellWords[] }[] {
  return (['who', 'tier', 'where', 'visas', 'ages'] as const).map((id) => {
    const cells = columns.map((column) => WORDS[id](column, t, lang))
    return { id, same: cells.every(({ value }) => value === cells[0]?.value), cells }
  })
}
