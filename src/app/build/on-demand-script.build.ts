/**
 * A script that the boot script loads on demand, as a single file beside the site's modules: so a page contains neither
 * Vite's loader for lazy parts nor a request for a script that may never be used.
 */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import type { Plugin } from 'vite'
import { OLDEST_BROWSERS } from './oldest-browsers.ts'

export interface OnDemandScript {
  /** Below the site's root, with a hash of its text: `assets/search.1a2b3c4d.js`. */
  file: string
  text: string
}

/** Bundles a module with all that it imports. */
export function onDemandScript(name: string, module: URL, define: Record<string, string> = {}): OnDemandScript {
  const text =
    buildSync({
      entryPoints: [fileURLToPath(module)],
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      target: OLDEST_BROWSERS,
      tsconfigRaw: { compilerOptions: { strict: false } },
      define,
    }).outputFiles[0]?.text.trim() ?? ''
  return { file: `assets/${name}.${createHash('sha256').update(text).digest('hex').slice(0, 8)}.js`, text }
}

/** Writes the file into the build. While editing it is bundled again at each use, by `fresh`. */
export function onDemandScriptPlugin({ file, text }: OnDemandScript, fresh: () => OnDemandScript): Plugin {
  return {
    name: `on-demand-script-${file}`,
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: file, source: text })
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url?.split('?')[0] !== `/${file}`) return next()
        response.setHeader('content-type', 'text/javascript').end(fresh().text)
      })
    },
  }
}
