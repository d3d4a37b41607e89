/**
 * The search dialog as one file of its own, style sheet included, bundled beside the site's modules: the boot script names it and loads it
 * on first use, so that a page carries neither Vite's loader for later parts nor a request for a script that only waits.
 */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import type { Plugin } from 'vite'

export interface SearchScript {
  /** Below the site's root, with a hash of its text: `assets/search.1a2b3c4d.js`. */
  file: string
  text: string
}

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

export function bundleSearch(dev = false): SearchScript {
  const css = buildSync({ entryPoints: [here('./search.css')], minify: true, write: false }).outputFiles[0]?.text.trim() ?? ''
  const result = buildSync({
    entryPoints: [here('./dialog.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    define: { 'import.meta.env': JSON.stringify({ DEV: dev, SEARCH_CSS: css }) },
  })
  const text = result.outputFiles[0]?.text ?? ''
  return { file: `assets/search.${createHash('sha256').update(text).digest('hex').slice(0, 8)}.js`, text }
}

/**
 * Writes the file into the build. While editing it is bundled anew at each use, and the index is the one of the last build: the pages of
 * the moment have none.
 */
export function searchPlugin({ file, text }: SearchScript, outDir = process.env['OUT_DIR'] ?? 'dist'): Plugin {
  return {
    name: 'search-dialog',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: file, source: text })
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [path = ''] = (request.url ?? '').split('?')
        if (path === `/${file}`) return void response.setHeader('content-type', 'text/javascript').end(bundleSearch(true).text)
        const part = /^\/pagefind\/((?:fragment\/|index\/)?[\w.-]+)$/.exec(path)?.[1]
        const held = part && resolve(outDir, 'pagefind', part)
        if (!held || !existsSync(held)) return next()
        response.setHeader('content-type', held.endsWith('.js') ? 'text/javascript' : held.endsWith('.json') ? 'application/json' : 'application/octet-stream')
        createReadStream(held).pipe(response)
      })
    },
  }
}
