/** The first rows of the comparison: for whom each plan and tier is, of which places, visas and ages. */
import type { Lang } from '../../../lib/locale.ts'
import { cellWords, type CellWords, type T } from './benefits.ts'
import { whereWords } from './figure-placeholders.ts'
import type { ComparedPlan, Tier } from './plan-types.ts'

interface Compared {
  readonly plan: ComparedPlan
  readonly tier: Tier
}

const texts = (value: string): CellWords => ({ value, notes: [], none: false })

const WORDS = {
  who: ({ plan }: Compared) => texts(plan.who),
  tier: ({ plan, tier }: Compared) => texts(plan.tierWho[tier.id] ?? ''),
  where: ({ plan }: Compared, t: T, lang: Lang) => texts(whereWords(plan, t, lang)),
  visas: ({ plan }: Compared, t: T, lang: Lang) =>
    texts(plan.visas.map((visa) => t(`plans:plan.visa.${visa}`)).join(lang === 'cn' ? '、' : ', ')),
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
