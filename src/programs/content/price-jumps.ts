/**
 * Prices of a plan that all changed many times over: the mistake that no comparison within the plan shows. Each file is
 * compared with the one that holds before it: the state of the day before, or what was committed last.
 */
import { parse } from 'yaml'
import { z } from 'zod'
import { dayInName, treeOn } from '../../lib/content/content-by-day.ts'
import { problem, type Tree } from '../../lib/content/content-tree.ts'
import { addDays, isDay } from '../../lib/days/dates.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'
import { textsAt, type History } from './change-history.ts'

/** No insurer changes all prices of a plan by so much at once. */
const MANY_TIMES = 3

const planFile = z.object({
  premium: z.object({ bands: z.array(z.object({ price: z.record(z.string(), z.number().positive()) })) }),
})

/** Warnings for an editor. */
export function priceJumps(all: Tree, history: History | undefined): SourceProblem[] {
  return planPaths(all).flatMap((path) => {
    const [now, before] = [pricesOf(all.files.get(path)), pricesOf(textBefore(all, path, history))]
    const changes = now.flatMap(({ name, price }) => {
      const was = before.find((it) => it.name === name)?.price
      return was === undefined ? [] : [{ was, price, times: price / was }]
    })
    const [first] = changes
    if (!first || !changes.every(({ times }) => times >= MANY_TIMES || times <= 1 / MANY_TIMES)) return []
    const line = (all.files.get(path) ?? '').split('\n').findIndex((it) => it.startsWith('premium:')) + 1
    const why = `has prices that are all many times others than before: ${first.price} for ${first.was}. Is it so?`
    return [problem(`${all.root}/${path}`, line, 'premium', 'price_jump', why, String(first.was))]
  })
}

const planPaths = ({ files }: Tree): string[] => [...files.keys()].filter((path) => /^plans\/[^/]+\.yaml$/.test(path))

function textBefore(all: Tree, path: string, history: History | undefined): string | undefined {
  const dated = dayInName(path)
  if (dated) return isDay(dated.from) ? treeOn(all, addDays(dated.from, -1)).files.get(dated.path) : undefined
  // Only what is not committed yet has no commit.
  if (history?.changes.get(path)?.commit !== undefined) return undefined
  return history && textsAt(all.root, [{ commit: 'HEAD', path }])[0]
}

/** Each price by its band and tier; none of a file that has another mistake. */
function pricesOf(text: string | undefined): { name: string; price: number }[] {
  const read = planFile.safeParse(readYaml(text ?? ''))
  if (!read.success) return []
  return read.data.premium.bands.flatMap(({ price }, band) =>
    Object.entries(price).map(([tier, one]) => ({ name: `${band}/${tier}`, price: one })),
  )
}

function readYaml(text: string): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}
