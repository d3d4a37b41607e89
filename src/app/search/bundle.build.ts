/**
 * The search dialog as one file, style sheet included, which the boot script loads on first use; and its texts while
 * editing.
 */
import { createReadStream, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import type { Plugin } from 'vite'
import { LANGS } from '../../lib/locale.ts'
import { OLDEST_BROWSERS } from '../build/oldest-browsers.ts'
import { onDemandScript, type OnDemandScript } from '../build/on-demand-script.build.ts'
import { textsPath } from './search-data.ts'

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

export function bundleSearch(dev = false): OnDemandScript {
  const css =
    buildSync({
      entryPoints: [here('./search.css')],
      minify: true,
      write: false,
      target: OLDEST_BROWSERS,
    }).outputFiles[0]?.text.trim() ?? ''
  return onDemandScript('search', new URL('./dialog.ts', import.meta.url), {
    'import.meta.env': JSON.stringify({ DEV: dev, SEARCH_CSS: css }),
  })
}

/** While editing, the last build's texts are used: the current pages have none. */
export function searchTexts(outDir = process.env['OUT_DIR'] ?? 'dist'): Plugin {
  return {
    name: 'search-texts',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [path = ''] = (request.url ?? '').split('?')
        const held = LANGS.map(textsPath).includes(path) ? join(resolve(outDir), path) : undefined
        if (!held || !existsSync(held)) return next()
        response.setHeader('content-type', 'application/json')
        createReadStream(held).pipe(response)
      })
    },
  }
}
