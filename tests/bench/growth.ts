/** The build at three sizes: the cost per page must not grow with their number. Peers are measured in the same run. */
import { benchBare, benchBuild, benchStarlight, checkEntries, type BuildResult } from './build.ts'

const LIMITS = { perSecond: 350, growth: 1.15 }
/** At the largest size. */
const SIZES = [0.1, 0.4, 1]

export interface Growth {
  sizes: BuildResult[]
  bare: BuildResult
  starlight: BuildResult
  /** The cost of a further page in the last step, relative to that in the first. */
  growth: number
  verdicts: { ok: boolean; line: string }[]
}

/** Milliseconds for each page between two sizes. CPU time where it is known, because other processes do not change it. */
function stepCost(from: BuildResult, to: BuildResult): number {
  const cost = (it: BuildResult): number => it.cpu ?? it.seconds
  return ((cost(to) - cost(from)) * 1000) / (to.pages - from.pages)
}

const HEAD =
  '  build         pages       s   cpu s  pages/s    html    css     js    all  KB of an entry’s page, brotli'
const kb = (bytes: number): string => (bytes / 1024).toFixed(1).padStart(6)
const row = (name: string, { pages, seconds, cpu, perSecond, weight }: BuildResult): string =>
  `  ${name.padEnd(12)} ${String(pages).padStart(6)} ${seconds.toFixed(1).padStart(7)} ${(cpu?.toFixed(1) ?? '–').padStart(7)} ${perSecond.toFixed(0).padStart(8)}  ${[weight.html, weight.css, weight.js, weight.all].map(kb).join(' ')}`

/** Builds with up to `count` entries and prints the table through `say`. */
export async function benchGrowth(count: number, say: (line: string) => void): Promise<Growth> {
  say(HEAD)
  const shown = (name: string, result: BuildResult): BuildResult => {
    say(row(name, result))
    return result
  }
  const sizes: BuildResult[] = []
  for (const part of SIZES) sizes.push(shown('youfang', await benchBuild(Math.round(count * part))))
  const starlight = shown('starlight', await benchStarlight(count))
  const bare = shown('bare astro', await benchBare(count))
  const [small, middle, large] = sizes
  if (!small || !middle || !large) throw new Error('Three sizes are measured')
  const [first, last] = [stepCost(small, middle), stepCost(middle, large)]
  const growth = last / first
  const verdicts = [
    {
      ok: large.perSecond >= LIMITS.perSecond,
      line: `Build of ${large.pages} pages, checks, index and compression included: ${large.perSecond.toFixed(0)} pages/s (at least ${LIMITS.perSecond})`,
    },
    {
      ok: growth <= LIMITS.growth,
      line: `A further page costs ${first.toFixed(2)} ms up to ${middle.pages} pages and ${last.toFixed(2)} ms up to ${large.pages}: ${growth.toFixed(2)} times (at most ${LIMITS.growth})`,
    },
  ]
  say(
    `  Starlight: ${starlight.perSecond.toFixed(0)} pages/s with nothing compressed, here ${(large.perSecond / starlight.perSecond).toFixed(1)} times as many; a page of ${kb(starlight.weight.all).trim()} KB, here ${kb(large.weight.all).trim()} KB`,
  )
  return { sizes, bare, starlight, growth, verdicts }
}

const FEW = 200

/** The short form: the content check that each build begins with, over generated entries, and a build of Astro alone. */
export async function tryGrowth(say: (line: string) => void): Promise<BuildResult> {
  await checkEntries(FEW)
  const bare = await benchBare(FEW)
  say(`${HEAD}\n${row('bare astro', bare)}`)
  return bare
}
