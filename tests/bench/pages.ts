/** Sizes of all pages of a fresh build; in the short form of the one that is there. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { sandboxEnv } from '../runner/env.ts'
import type { Section, Shared } from './main.ts'

export async function benchPages({ short, say }: Shared): Promise<Section> {
  if (!short || !existsSync('dist')) build()
  // Both modules read the build when they are loaded.
  const { readPages } = await import('../rules/dist.ts')
  const { overweight, sizeOf, table } = await import('../rules/sizes.ts')
  const sizes = readPages().map(sizeOf)
  say(table(sizes).join('\n'))
  const heavy = sizes.flatMap(overweight)
  return {
    result: sizes,
    verdicts: short
      ? []
      : [{ ok: heavy.length === 0, line: `Page weights: ${sizes.length} pages, ${heavy.length} over their limit` }],
  }
}

function build(): void {
  const built = spawnSync('npm', ['run', '--silent', 'build', '--', '--lenient-dates'], {
    env: sandboxEnv(),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (built.status !== 0) throw new Error('The build failed')
}
